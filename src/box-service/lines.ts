import { setTimeout as wait } from 'node:timers/promises';
import { type Host, notSupported, Refusal } from './host';

/** A GPIO line that the installer has named. */
export interface Line {
  /** `gpiochip0` */
  readonly chip: string;
  readonly offset: string;
  /** Whether low voltage means on. */
  readonly isActiveLow: boolean;
}

export interface Lines {
  readonly outputs: readonly Line[];
  /** Contacts of the UPS; null where they are not wired. */
  readonly contacts: { readonly mains: Line; readonly battery: Line } | null;
  /** Interrupts the supply of the router while it is on. */
  readonly router: Line | null;
}

/** How long the router is without supply, s. */
const routerOffS = 10;
/** Time in which gpioset ends where it cannot have the line, ms. */
const refusalMs = 300;

/** `gpiochip0/17`, or `gpiochip0/17!` where low voltage means on. Throws an Error of one line. */
export function lineOf(text: string): Line {
  const [, chip, offset, low] = /^(gpiochip\d{1,3})\/(\d{1,4})(!?)$/.exec(text) ?? [];
  if (chip === undefined || offset === undefined)
    throw new Error(`${JSON.stringify(text)} is no line: it must be as gpiochip0/17, or gpiochip0/17!`);
  return { chip, offset, isActiveLow: low === '!' };
}

const outputUnit = (number: number) => `meridiana-output-${number}.service`;

/** libgpiod 1 (Debian 12) and 2 (Debian 13) spell their options differently. */
const isFirstVersion = async (host: Host) => / v1\./.test(await host.run('gpioset', '--version'));

/** Arguments of gpioset and gpioget that name a line. */
const optionsOf = ({ chip, isActiveLow }: Line, isFirst: boolean) => [
  ...(isActiveLow ? ['--active-low'] : []),
  ...(isFirst ? [chip] : ['--chip', chip]),
];

/** Whether each output is on. gpioset holds a line only while it runs, so a unit of its own holds each. */
export async function readOutputs(host: Host, { outputs }: Lines): Promise<boolean[]> {
  if (!host.hasProgram('gpioset')) return [];
  const properties = ['--property=ActiveState', '--property=Description'];
  const shown = outputs.map((_, index) =>
    host.run('systemctl', 'show', ...properties, outputUnit(index + 1)),
  );
  return (await Promise.all(shown)).map(
    text => /^ActiveState=active$/m.test(text) && /^Description=on$/m.test(text),
  );
}

export async function setOutput(host: Host, lines: Lines, number: number, isOn: boolean): Promise<void> {
  const line = lines.outputs[number - 1];
  if (!line || !host.hasProgram('gpioset')) throw notSupported(`output ${number}`);
  const unit = outputUnit(number);
  const hold = (await isFirstVersion(host)) ? ['--mode=signal'] : [];
  await holdLine(host, { unit, line, description: isOn ? 'on' : 'off', options: hold, value: isOn ? 1 : 0 });
}

export async function restartRouter(host: Host, { router }: Lines): Promise<void> {
  if (!router || !host.hasProgram('gpioset')) throw notSupported('line of a router');
  const options = (await isFirstVersion(host))
    ? ['--mode=time', `--sec=${routerOffS}`]
    : ['--toggle', `${routerOffS}s,0`];
  const unit = 'meridiana-router.service';
  await holdLine(host, { unit, line: router, description: 'restart of the router', options, value: 1 });
}

interface Held {
  readonly unit: string;
  readonly line: Line;
  readonly description: string;
  readonly options: readonly string[];
  readonly value: 0 | 1;
}

async function holdLine(host: Host, { unit, line, description, options, value }: Held): Promise<void> {
  const named = optionsOf(line, await isFirstVersion(host));
  const set = [host.program('gpioset'), ...options, ...named, `${line.offset}=${value}`];
  // A unit that has failed is forgotten at once (--collect), so that its name is free again.
  await host.stop(unit);
  const limits = [`DeviceAllow=/dev/${line.chip} rw`, 'DevicePolicy=closed', ...hardening];
  const properties = limits.map(each => `--property=${each}`);
  await host.run(
    'systemd-run',
    ...['--quiet', '--collect', `--unit=${unit}`, `--description=${description}`, ...properties],
    ...set,
  );
  await wait(refusalMs);
  if (!(await host.isActive(unit)))
    throw new Refusal('failed', `gpioset cannot have ${line.chip} ${line.offset}`);
}

/** gpioset needs its line and nothing else. */
const hardening = [
  ...['Type=exec', 'CapabilityBoundingSet=', 'NoNewPrivileges=yes', 'PrivateNetwork=yes'],
  ...['ProtectSystem=strict', 'ProtectHome=yes', 'PrivateTmp=yes', 'RestrictAddressFamilies=AF_UNIX'],
  ...['SystemCallFilter=@system-service', 'MemoryDenyWriteExecute=yes'],
];

async function level(host: Host, line: Line): Promise<'0' | '1'> {
  const isFirst = await isFirstVersion(host);
  const numeric = isFirst ? [] : ['--numeric'];
  const text = (await host.run('gpioget', ...numeric, ...optionsOf(line, isFirst), line.offset)).trim();
  if (text !== '0' && text !== '1') throw new Refusal('failed', `gpioget says ${JSON.stringify(text)}`);
  return text;
}

export async function readContacts(host: Host, { contacts }: Lines) {
  if (!contacts || !host.hasProgram('gpioget')) throw notSupported('contacts of a UPS');
  return { mains: await level(host, contacts.mains), battery: await level(host, contacts.battery) };
}
