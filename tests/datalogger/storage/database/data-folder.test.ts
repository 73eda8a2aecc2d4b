import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { silentLog } from '../../../../src/datalogger/core/log';
import { claim } from '../../../../src/datalogger/storage/database/data-folder';

let place: string;
let data: string;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'data-folder-'));
  data = join(place, 'data');
});
afterEach(() => rmSync(place, { recursive: true }));

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

/** Files and folders below the data folder, each open to everybody. */
function fill(names: readonly string[]): void {
  mkdirSync(data);
  for (const name of names) {
    const path = join(data, name);
    if (name.endsWith('/')) mkdirSync(path);
    else writeFileSync(path, 'x');
    chmodSync(path, name.endsWith('/') ? 0o777 : 0o666);
  }
  chmodSync(data, 0o755);
}

test('a new folder, and one that is empty, are for the datalogger alone', () => {
  claim(data, silentLog)();
  expect(modeOf(data)).toBe('700');
  chmodSync(data, 0o777);
  mkdirSync(join(data, 'lost+found'));
  rmSync(join(data, 'lock'));
  claim(data, silentLog)();
  expect(modeOf(data)).toBe('700');
});

test('what it holds already is shut to others, and nothing else is touched', () => {
  const own = [
    'config.db',
    'alarms.db-wal',
    'measures.db.damaged-1',
    'setup-code',
    'backup/',
    'backup/config.db',
  ];
  fill([...own, 'session.key', 'notes.txt']);
  symlinkSync(join(place, 'elsewhere'), join(data, 'jobs.db'));
  writeFileSync(join(place, 'elsewhere'), 'x', { mode: 0o644 });
  claim(data, silentLog)();
  expect(modeOf(data)).toBe('700');
  for (const name of own) expect(modeOf(join(data, name)), name).toBe(name.endsWith('/') ? '700' : '600');
  // The signing key is judged by its own mode, and what is not the datalogger's is not its business.
  expect(modeOf(join(data, 'session.key'))).toBe('666');
  expect(modeOf(join(data, 'notes.txt'))).toBe('666');
  expect(modeOf(join(place, 'elsewhere'))).toBe('644');
});

test('a folder of others that is named by mistake is refused and stays as it is', () => {
  fill(['letters/', 'letters/a.txt']);
  expect(() => claim(data, silentLog)).toThrow(
    `cannot use data folder ${data}: others can read it (mode 755) and keep something else in it`,
  );
  expect(modeOf(data)).toBe('755');
  expect(readdirSync(data)).toEqual(['letters']);
});

test('a folder is locked until it is let go, and a lock that was left behind locks nothing', () => {
  const letGo = claim(data, silentLog);
  expect(() => claim(data, silentLog)).toThrow(/^data folder \S+ is in use by another Meridiana: [^\n]+$/);
  letGo();
  expect(readdirSync(data)).toEqual(['lock']);
  claim(data, silentLog)();
  expect(modeOf(join(data, 'lock'))).toBe('600');
});

test('a lock that cannot be had says why, in one line', () => {
  mkdirSync(join(data, 'lock'), { recursive: true });
  expect(() => claim(data, silentLog)).toThrow(/^cannot use data folder \S+: [^\n]+$/);
});
