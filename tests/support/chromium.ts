import { type Browser, chromium } from 'playwright-core';

/** Where the console lives in a plant: plain http, by address. Nothing of a secure context is there. */
export const plantOrigin = 'http://192.168.1.10';
/** A host name, for the https guard. */
export const namedHost = 'plant.example';

const launchArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/** Debian's Chromium, for which the plant's address and the named host are 127.0.0.1:`port`, and nothing else exists. */
export function launchChromium(port: number): Promise<Browser> {
  const rules = [
    `MAP 192.168.1.10 127.0.0.1:${port}`,
    `MAP ${namedHost} 127.0.0.1:${port}`,
    'MAP * ~NOTFOUND',
  ];
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: [...launchArgs, `--host-resolver-rules=${rules.join(', ')}, EXCLUDE 127.0.0.1`],
  });
}
