import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { Host, type Program } from '../../src/box-service/host';
import type { Lines } from '../../src/box-service/lines';
import { BoxNetworks } from '../../src/box-service/network';
import { answer } from '../../src/box-service/server';
import type { Parts } from '../../src/box-service/verbs';

const places: Readonly<Record<Program, string>> = {
  gpioget: 'usr/bin/gpioget',
  gpioset: 'usr/bin/gpioset',
  hostnamectl: 'usr/bin/hostnamectl',
  ip: 'usr/sbin/ip',
  networkctl: 'usr/bin/networkctl',
  nmcli: 'usr/bin/nmcli',
  systemctl: 'usr/bin/systemctl',
  'systemd-run': 'usr/bin/systemd-run',
  timedatectl: 'usr/bin/timedatectl',
};

/** Notes its arguments, fails where the test wants it, and answers for each unit what the file of its name says. */
const program = `#!/bin/sh
root=$(dirname "$0")/../..
name=$(basename "$0")
printf '%s' "$name" >> "$root/calls"
for each in "$@"; do printf ' %s' "$each" >> "$root/calls"; last=$each; done
echo >> "$root/calls"
[ ! -e "$root/fails/$name" ] || { echo "$name is out of order" >&2; exit 1; }
[ ! -e "$root/says/$name" ] || cat "$root/says/$name"
if [ "$name $1" = 'systemctl stop' ] && [ ! -e "$root/units/$last" ]; then
  echo "Failed to stop $last: Unit $last not loaded." >&2
  exit 5
fi
[ "$name $1" != 'systemctl show' ] || cat "$root/units/$last" 2>/dev/null || echo inactive
`;

export interface FakeBox extends Parts {
  /** Asks as the datalogger does, with any value. */
  ask(request: unknown): ReturnType<typeof answer>;
  /** The programs that ran since the last call of this function, with their arguments. */
  calls(): string[];
  write(path: string, text: string): void;
  read(path: string): string | null;
  /** What `systemctl show` answers for a unit. */
  unit(name: string, state: string): void;
  says(name: Program, text: string): void;
  fail(name: Program): void;
}

interface FakeOptions {
  readonly lines?: Partial<Lines>;
  readonly trialS?: number;
  readonly without?: readonly Program[];
}

/** A box in a folder, whose programs only note what they are asked. */
export function fakeBox({ lines = {}, trialS = 120, without = [] }: FakeOptions = {}): FakeBox {
  const root = mkdtempSync(join(tmpdir(), 'meridiana-fake-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  for (const [name, place] of Object.entries(places)) {
    if (without.some(each => each === name)) continue;
    write(place, program);
    chmodSync(join(root, place), 0o755);
  }
  for (const link of ['eth0', 'eth1', 'lo'])
    mkdirSync(join(root, 'sys/class/net', link), { recursive: true });
  write('units/systemd-networkd.service', 'active\n');
  const host = new Host(root);
  const networks = new BoxNetworks({ host, trialS, interface: null, onFailure: () => undefined });
  const parts: Parts = {
    host,
    networks,
    lines: { outputs: [], contacts: null, router: null, ...lines },
  };
  const read = (path: string) =>
    existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : null;
  return {
    ...parts,
    ask: request => answer(typeof request === 'string' ? request : JSON.stringify(request), parts),
    calls: () => {
      const text = read('calls') ?? '';
      rmSync(join(root, 'calls'), { force: true });
      return text
        .split('\n')
        .filter(Boolean)
        .map(line => line.replaceAll(root, ''));
    },
    write,
    read,
    unit: (name, state) => write(`units/${name}`, `${state}\n`),
    says: (name, text) => write(`says/${name}`, text),
    fail: name => write(`fails/${name}`, ''),
  };
}
