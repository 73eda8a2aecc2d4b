import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type {
  ConfiguredRecord,
  DeviceMap,
  Registers,
} from '../../../../../src/datalogger/sources/fieldbus/device-driver';
import type { ReadRequest } from '../../../../../src/datalogger/sources/fieldbus/modbus/read';
import { lookAt } from '../../../../../src/datalogger/sources/fieldbus/profiles/described';
import { marked } from '../../../../../src/datalogger/sources/fieldbus/profiles/marks';
import { sizeOf } from '../../../../../src/datalogger/sources/fieldbus/profiles/numbers';
import type { Profile } from '../../../../../src/datalogger/sources/fieldbus/profiles/profile';
import { readProfileFile } from '../../../../../src/datalogger/sources/fieldbus/profiles/read-file';
import { ProfileShelf } from '../../../../../src/datalogger/sources/fieldbus/profiles/shelf';
import type { InverterControls } from '../../../../../src/datalogger/sources/fieldbus/sunspec/controls';
import { newRecord } from '../../../../support/config-records';
import { isLong, longPatience } from '../../../../support/long';

/*
 * Files that nobody would write, made of those of the library and of invented ones of the other kinds: none may crash the datalogger, read anything but the registers that it
 * names, or write anything but what its commands name. `FUZZ_SEED=7` takes other ones.
 */

const folder = join(import.meta.dirname, '../../../../../src/datalogger/sources/fieldbus/profiles/library');
const texts = [folder, join(import.meta.dirname, 'kinds')].flatMap(from =>
  readdirSync(from).map(name => readFileSync(join(from, name), 'utf8')),
);
const count = isLong ? 100_000 : 10_000;

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function randomOf(seed: number) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
const random = randomOf(Number(process.env.FUZZ_SEED ?? 1));
const below = (limit: number) => Math.floor(random() * limit);
const oneOf = <T>(list: readonly T[]): T => list[below(list.length)] as T;

const odd: readonly unknown[] = [
  ...[0, 1, -1, 2, 64, 125, 126, 65_410, 65_535, 65_536, 1e300, -1e300, 0.5, 2 ** 53],
  ...[
    null,
    true,
    '',
    'x',
    '__proto__',
    'constructor',
    'toString',
    [],
    {},
    [[]],
    'u64',
    'i16',
    'f64',
    'm10k64',
    'CDAB',
  ],
];

/** Puts something else somewhere into a document. */
function disturb(node: unknown): unknown {
  if (typeof node !== 'object' || node === null || random() < 0.15) return oneOf(odd);
  const names = Object.keys(node);
  if (names.length === 0) return oneOf(odd);
  const name = oneOf(names);
  const entries = new Map<string, unknown>(Object.entries(node));
  const dice = random();
  if (dice < 0.1) entries.delete(name);
  else if (dice < 0.2)
    entries.set(oneOf(['__proto__', 'pac', 'p', 'extra', '9999999999', 'constructor']), entries.get(name));
  else entries.set(name, disturb(entries.get(name)));
  return Array.isArray(node) ? [...entries.values()] : Object.fromEntries(entries);
}

/** Changes signs of a text, without regard to what they mean. */
function damage(text: string): string {
  const at = below(text.length);
  const length = below(8);
  return (
    text.slice(0, at) +
    oneOf(['', '{', '"', '9', ',', '\\', '\u0000', '[[[[', '1e999', '\n', '}']) +
    text.slice(at + length)
  );
}

function anyText(): string {
  const text = oneOf(texts);
  if (random() < 0.25) return damage(random() < 0.5 ? damage(text) : text);
  let document: unknown = JSON.parse(text);
  for (let times = 1 + below(3); times > 0; times--) document = disturb(document);
  return JSON.stringify(document) ?? '';
}

/** Registers of which every one that is asked for must have been requested. */
function registersOf(requests: readonly ReadRequest[]): Registers {
  return {
    at(fc, from, size) {
      const isRequested = requests.some(
        each => each.fc === fc && from >= each.from && from + size <= each.from + each.count,
      );
      return isRequested ? Uint16Array.from({ length: size }, () => below(65_536)) : null;
    },
  };
}

const map: DeviceMap = { unit: 1, base: null, devices: [], isWhole: true };
const common = { protocollo: 'modbus-tcp', host: '192.0.2.1', porta: 502 } as const;
const recordFor = ({ kind, key, points }: Profile) => {
  const own = { ...common, profilo: key };
  const [tipo = 'poa'] = Object.keys(points);
  const fields = {
    inverters: { ...own, mppt: 24 },
    contatori: own,
    'box-stringhe': { ...own, ingressi: 32 },
    sensori: { ...own, tipo },
    'moduli-io': own,
    trackers: own,
    'protezioni-interfaccia': own,
    cci: own,
  }[kind];
  return { kind, record: { ...newRecord(kind, fields as never), id: 1, versione: 1 } } as ConfiguredRecord;
};

const [least, most] = [-1000, 1000];
/** Whatever is asked for, only the registers of the commands are written, with words, and with values within their bounds. */
function command(profile: Profile, controls: InverterControls | null): void {
  expect(controls === null).toBe(profile.commands === undefined);
  const requests = controls?.requests ?? [];
  for (const request of requests) expect(request.from + request.count).toBeLessThanOrEqual(65_536);
  for (const quantity of ['active', 'reactive', 'factor'] as const) {
    const own = quantity === 'factor' ? undefined : profile.commands?.[quantity];
    const registers = registersOf(requests);
    controls?.state(registers, quantity);
    for (const value of [null, least + random() * (most - least)]) {
      const setting = controls?.setting(registers, quantity, value, 120);
      if (!setting) continue;
      for (const { request } of setting.writes) {
        const step = own?.steps.find(({ at }) => at - profile.documentOffset === request.from);
        expect([6, 16]).toContain(request.fc);
        expect(request.count).toBe(step && sizeOf[step.type]);
        expect(request.words.every(word => word >= 0 && word <= 0xffff)).toBe(true);
      }
      const step = own?.steps.find(({ write }) => write === 'value');
      if (step?.write !== 'value' || setting.value === null) continue;
      expect(setting.value).toBeGreaterThanOrEqual(step.least);
      expect(setting.value).toBeLessThanOrEqual(step.most);
    }
  }
}

/** A read of registers that there are, and no write. */
function isRead(request: ReadRequest): void {
  expect(Object.keys(request).sort()).toEqual(['count', 'fc', 'from', 'unit']);
  expect([3, 4]).toContain(request.fc);
  expect(request.from).toBeGreaterThanOrEqual(0);
  expect(request.count).toBeGreaterThan(0);
  expect(request.count).toBeLessThanOrEqual(125);
  expect(request.from + request.count).toBeLessThanOrEqual(65_536);
}

async function use(profile: Profile): Promise<number> {
  const shelf = new ProfileShelf(() => new Map([[profile.key, profile]]));
  const configured = recordFor(profile);
  const requests = shelf.driver.jobs(map, configured).flatMap(job => job.requests);
  for (const request of requests) isRead(request);
  const held = profile.marks?.flatMap(mark => ('is' in mark ? mark.is : [])) ?? [];
  await marked(profile, 1, request => {
    isRead(request);
    return Promise.resolve({
      kind: 'values',
      values: new Uint16Array(request.count).fill(held[0] ?? below(65_536)),
    });
  });
  for (const { values } of shelf.driver.decode(map, configured, registersOf(requests)))
    for (const value of Object.values(values)) expect(value === null || Number.isFinite(value)).toBe(true);
  const asked: unknown[] = [];
  await shelf.driver.identify(
    request => {
      asked.push(request);
      return Promise.resolve({ kind: 'values', values: new Uint16Array(request.count) });
    },
    { unit: 1, base: null, records: [configured] },
  );
  expect(asked.every(request => !Object.hasOwn(request as object, 'words'))).toBe(true);
  if (configured.kind === 'inverters') command(profile, shelf.driver.controls(map, configured.record));
  await lookAt(profile, 24, ({ quanti }) => Promise.resolve({ valori: Array(quanti).fill(1), causa: null }));
  return requests.length;
}

test(
  `${count} files: none crashes, none reads beyond what it names, none writes beyond its commands`,
  longPatience,
  async () => {
    const found = { profile: 0, faults: 0 };
    for (let number = 0; number < count; number++) {
      const text = anyText();
      const read = readProfileFile(text);
      found[read.kind]++;
      if (read.kind === 'profile') await use(read.profile);
      else
        for (const { line, reason } of read.faults) {
          expect(line).toBeGreaterThanOrEqual(1);
          expect(line).toBeLessThanOrEqual(text.split('\n').length);
          expect(reason).not.toBe('');
        }
    }
    console.info(`${count} files: ${found.profile} are profiles, ${found.faults} are refused`);
    expect(found.profile).toBeGreaterThan(count / 100);
    expect(found.faults).toBeGreaterThan(count / 4);
  },
);
