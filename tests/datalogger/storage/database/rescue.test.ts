import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { silentLog } from '../../../../src/datalogger/core/log';
import {
  type ConfigDatabase,
  openConfigDatabase,
} from '../../../../src/datalogger/storage/config/config-database';
import { backUp, backupsOf } from '../../../../src/datalogger/storage/database/backups';
import { isDamage } from '../../../../src/datalogger/storage/database/database';
import { openOrRescue, type Rescue } from '../../../../src/datalogger/storage/database/rescue';
import { createStorage } from '../../../../src/datalogger/storage/database/storage';
import { longPatience, rounds } from '../../../support/long';
import { numbersFrom } from '../../../support/numbers';

const pageBytes = 4096;
const never = () => false;
const cases = rounds(25, 500);

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rescue-'));
  path = join(folder, 'config.db');
});
afterEach(() => rmSync(folder, { recursive: true }));

const entry = {
  atMs: 0,
  user: 'admin',
  address: '',
  action: 'login',
  object: 'x',
  changes: {},
  result: 'ok',
} as const;

/** A configuration with that many rows in its audit log. */
function write(config: ConfigDatabase, rows: number): void {
  config.atomically(() => {
    for (let row = 0; row < rows; row++) config.audit.write({ ...entry, object: `x${row}` });
  });
}

/** Overwrites some pages of the file, the first among them or not, with anything. */
function damage(file: string, next: () => number): void {
  const pages = Math.floor(statSync(file).size / pageBytes);
  const handle = openSync(file, 'r+');
  for (let count = 1 + Math.floor(next() * 4); count > 0; count--) {
    const garbage = Buffer.from(Array.from({ length: pageBytes }, () => Math.floor(next() * 256)));
    writeSync(handle, garbage, 0, pageBytes, Math.floor(next() * pages) * pageBytes);
  }
  closeSync(handle);
}

function reopen() {
  const rescues: Rescue[] = [];
  const config = openOrRescue(path, openConfigDatabase, {
    wasThere: true,
    onDamage: () => undefined,
    onRescue: rescue => rescues.push(rescue),
  });
  return { config, rescues };
}

test(
  'L03: random damage is found at the start, the file is put aside and the last good copy takes its place',
  longPatience,
  async () => {
    const next = numbersFrom(3);
    let found = 0;
    for (let round = 0; round < cases; round++) {
      const first = openConfigDatabase(path);
      write(first, 300);
      const { serial } = first.installation;
      await backUp(path, never, Date.now() + 1e9);
      write(first, 5);
      first.close();
      damage(path, next);
      const { config, rescues } = reopen();
      const rows = config.audit.newest(1000).length;
      // A page that held nothing may say anything: then nothing is lost.
      if (rescues.length > 0) found += 1;
      expect(rows).toBe(rescues.length > 0 ? 300 : 305);
      expect(config.installation.serial).toBe(serial);
      write(config, 1);
      config.close();
      for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
    }
    expect(found).toBeGreaterThan(cases / 2);
  },
);

test('a damaged copy is passed over for the one before it', async () => {
  const config = openConfigDatabase(path);
  write(config, 3);
  expect(await backUp(path, never, Date.now())).toBe(true);
  write(config, 2);
  expect(await backUp(path, never, Date.now() + 3_600_000)).toBe(true);
  config.close();
  damage(backupsOf(path)[0], () => 0);
  damage(path, () => 0);
  const { config: restored, rescues } = reopen();
  expect(restored.audit.newest(10)).toHaveLength(3);
  expect(rescues[0]?.copiedMs).toBe(statSync(backupsOf(path)[1]).mtimeMs);
  restored.close();
});

test('without a copy it begins again, and only the newest two damaged files are kept', () => {
  for (let round = 0; round < 3; round++) {
    openConfigDatabase(path).close();
    damage(path, () => 0);
    const { config, rescues } = reopen();
    expect(rescues).toHaveLength(1);
    expect(rescues[0]?.copiedMs).toBeNull();
    expect(existsSync(rescues[0]?.movedTo ?? '')).toBe(true);
    expect(config.accounts.count()).toBe(0);
    config.close();
  }
  expect(readdirSync(folder).filter(name => name.includes('damaged'))).toHaveLength(2);
});

test('what is not damaged is not rescued: a file of a newer version is left alone', () => {
  const open = () => {
    throw new Error('it was written by a newer version (99)');
  };
  const nothing = () => undefined;
  const options = { wasThere: false, onDamage: nothing, onRescue: nothing };
  expect(() => openOrRescue(path, open, options)).toThrow('newer version');
  expect(readdirSync(folder)).toEqual([]);
});

test('what was damaged while it ran is not copied over a good copy', async () => {
  const config = openConfigDatabase(path);
  write(config, 300);
  expect(await backUp(path, never, Date.now())).toBe(true);
  const good = readFileSync(backupsOf(path)[0]);
  config.close();
  damage(path, numbersFrom(5));
  for (let hours = 1; hours < 4; hours++) {
    await expect(backUp(path, never, Date.now() + hours * 3_600_000)).rejects.toSatisfy(isDamage);
  }
  expect(readdirSync(join(folder, 'backup'))).toEqual(['config.db']);
  expect(readFileSync(backupsOf(path)[0])).toEqual(good);
});

test('a damaged copy does not take the place of the good one before it', async () => {
  const config = openConfigDatabase(path);
  const { serial } = config.installation;
  for (let hours = 0; hours < 2; hours++) {
    write(config, 300);
    expect(await backUp(path, never, Date.now() + hours * 3_600_000)).toBe(true);
  }
  config.close();
  writeFileSync(backupsOf(path)[0], '');
  writeFileSync(path, '');
  const first = reopen();
  expect(first.rescues).toMatchObject([{ copiedMs: statSync(backupsOf(path)[1]).mtimeMs }]);
  expect(first.config.installation.serial).toBe(serial);
  first.config.close();
  expect(existsSync(backupsOf(path)[0])).toBe(false);
  // The next copy is the newest; the good one stays behind it.
  expect(await backUp(path, never, Date.now() + 9_000_000)).toBe(true);
  const [newest, older] = backupsOf(path);
  for (const copy of [newest, older]) {
    const database = openConfigDatabase(copy);
    expect(database.installation.serial).toBe(serial);
    database.close();
  }
});

test('a copy is made while others write, is whole, is private, and is not made again before its time', async () => {
  const config = openConfigDatabase(path);
  write(config, 2000);
  const copying = backUp(path, never, Date.now());
  write(config, 7);
  expect(await copying).toBe(true);
  const copy = openConfigDatabase(backupsOf(path)[0]);
  expect([2000, 2007]).toContain(copy.audit.newest(3000).length);
  copy.close();
  expect(statSync(backupsOf(path)[0]).mode & 0o777).toBe(0o600);
  write(config, 1);
  expect(await backUp(path, never, Date.now())).toBe(false);
  await expect(backUp(path, () => true, Date.now() + 86_400_000)).rejects.toThrow('stops');
  expect(readdirSync(join(folder, 'backup')).filter(name => name.endsWith('.part'))).toEqual([]);
  config.close();
});

test('a stop breaks a copy off and waits for its end, so that the database leaves no log', async () => {
  const mark = { isKept: false, keep: () => undefined };
  const storage = createStorage(folder, mark, { clock: Date, log: silentLog });
  const config = storage.open('config.db', openConfigDatabase);
  write(config, 2000);
  storage.start();
  // It has begun.
  expect(existsSync(join(folder, 'backup'))).toBe(true);
  await storage.stop();
  config.close();
  expect(readdirSync(folder).filter(name => name.endsWith('-wal'))).toEqual([]);
  expect(readdirSync(join(folder, 'backup'))).toEqual([]);
});
