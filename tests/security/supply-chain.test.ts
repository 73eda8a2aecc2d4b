import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';

const root = new URL('../../', import.meta.url).pathname;
const textOf = (name: string) => readFileSync(join(root, name), 'utf8');

const Versions = v.optional(v.record(v.string(), v.string()), {});
const Manifest = v.object({ dependencies: Versions, devDependencies: Versions });
const Package = v.object({
  ...Manifest.entries,
  version: v.optional(v.string()),
  resolved: v.optional(v.string()),
  integrity: v.optional(v.string()),
});
const lock = v.parse(
  v.object({ packages: v.record(v.string(), Package) }),
  JSON.parse(textOf('package-lock.json')),
);
const registry = 'https://registry.npmjs.org/';
const { '': own, ...others } = lock.packages;
const { dependencies, devDependencies } = v.parse(Manifest, JSON.parse(textOf('package.json')));

describe('F01: the lock file', () => {
  test('has the SHA-512 of every package, and none from anywhere but a registry, over https', () => {
    // Without `resolved` a package comes from the registry of the person who installs; the hash is the same.
    const strange = Object.entries(others).filter(
      ([, { resolved = registry, integrity = '' }]) =>
        !resolved.startsWith(registry) || !/^sha512-[\w+/]{86}==$/.test(integrity),
    );
    expect(strange).toEqual([]);
    expect(Object.keys(others).length).toBeGreaterThan(100);
  });

  test('is of the package.json beside it, whose versions are exact', () => {
    expect(own).toMatchObject({ dependencies, devDependencies });
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies })) {
      expect(version, name).toMatch(/^\d+\.\d+\.\d+$/);
      expect(others[`node_modules/${name}`]?.version, name).toBe(version);
    }
  });
});

/** Source of the datalogger, by file. */
const sources = readdirSync(join(root, 'src/datalogger'), { recursive: true, encoding: 'utf8' })
  .filter(name => name.endsWith('.ts'))
  .map(name => [name, textOf(`src/datalogger/${name}`)] as const);

test('C01: the datalogger starts no program that anybody names and builds no code from text', () => {
  const risky = /node:(child_process|vm|worker_threads)|\beval\(|new Function\b/;
  // The program itself, for long work and for the rest of a simulated past; systemd-notify; `stty` for a serial port.
  const known = [
    'api/long-work/serve.ts',
    'api/long-work/thread.ts',
    'core/system/service-watchdog.ts',
    'main.ts',
    'sources/fieldbus/serial/port.ts',
    'wiring/rest-of-past.ts',
  ];
  expect(
    sources
      .filter(([, text]) => risky.test(text))
      .map(([name]) => name)
      .sort(),
  ).toEqual(known);
});

test('D01, D05: every connection goes through the one door that knows what is forbidden', () => {
  const opens = /import [^;]*\b(connect|createConnection|request|lookup)\b[^;]* from 'node:|\bfetch\('/;
  const strangers = sources.filter(
    ([name, text]) => opens.test(text) && !name.startsWith('integrations/outgoing/'),
  );
  // The service of the box is a socket on the same machine, whose path nobody types; the script of a display runs in its browser.
  const apart = ['core/system/box-client.ts', 'api/wall/page-script.ts'];
  const others = strangers.filter(([name]) => !apart.includes(name));
  expect(others.filter(([, text]) => !/'[./]*outgoing\/\w+'/.test(text)).map(([name]) => name)).toEqual([]);
});
