import { type Browser, chromium } from 'playwright-core';

/** The address of the console in a plant: plain http and an IP address, so no function of a secure context is available. */
export const plantOrigin = 'http://192.168.1.10';
/** A host name that the datalogger trusts, for the tests of the change to https. */
export const namedHost = 'plant.example';

const launchArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/** Chromium without its windows: the same engine as in a browser, and a third of the processor time for each new page. */
const chromiumPath = process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell';

/** Debian's Chromium, started by another program: `wrap` is given its path and returns that of the program. */
export const launchAt = (wrap: (path: string) => string): Promise<Browser> =>
  chromium.launch({ executablePath: wrap(chromiumPath), args: launchArgs });

/** Debian's Chromium. It resolves the address of the plant and the named host to 127.0.0.1:`port`, and can reach nothing else. */
export function launchChromium(port: number): Promise<Browser> {
  const rules = [
    `MAP 192.168.1.10 127.0.0.1:${port}`,
    `MAP ${namedHost} 127.0.0.1:${port}`,
    'MAP * ~NOTFOUND',
  ];
  return chromium.launch({
    executablePath: chromiumPath,
    args: [...launchArgs, `--host-resolver-rules=${rules.join(', ')}, EXCLUDE 127.0.0.1`],
  });
}
