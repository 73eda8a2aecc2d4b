import Database from 'better-sqlite3';
import { cacheKib } from '../database/database';
import { type KeptGroup, keptGroups, recordOf, tiers } from './kept';
import { migrations } from './schema';
import { tableName } from './slot-table';
import { mostVoltageSlots } from './voltages';

/** Bytes of the ids of a layout (10,000 devices), and layouts of an archive: one for each change of the devices in decades. */
const mostIdBytes = 65_536;
const mostPointBytes = 8192;
const mostLayouts = 5000;
/** Rows of the tables beside the slots. */
const mostOthers = 100_000;
/** Slots of forty meters, and the bytes of one. */
const mostVoltageRows = 40 * mostVoltageSlots;
const mostVoltageBytes = 192;
/** Rows that are decoded without a pause. */
const rowsAtOnce = 200;
/** Bytes of the longest packed number. */
const longestNumber = 8;
/** Epoch seconds of 2000-01-01, before which there was no datalogger; a clock may have been a year ahead. */
const firstS = 946_684_800;
const yearS = 366 * 86_400;

/** Numbers of a row, by the id of its layout. */
type Sizes = ReadonlyMap<number, number>;

/**
 * Why a file cannot be an archive of this program; null where it can. Nothing of it is trusted: its tables are compared with those that
 * its version made, so that no view, trigger or stranger is in it, and every row is decoded, with pauses between pieces of work.
 */
export async function strangeIn(path: string, nowS: number): Promise<string | null> {
  const db = new Database(path, { readonly: true, fileMustExist: true });
  try {
    db.pragma('trusted_schema = OFF');
    db.pragma(`cache_size = -${cacheKib}`);
    const version = Number(db.pragma('user_version', { simple: true }));
    if (version < 1 || version > migrations.length) return `version ${version}`;
    if (schemaOf(db) !== schemaOfVersion(version)) return 'other tables than those of its version';
    return strangeLayouts(db) ?? strangeOthers(db) ?? strangeVoltages(db) ?? (await strangeRows(db, nowS));
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    db.close();
  }
}

function schemaOf(db: Database.Database): string {
  const rows = db.prepare<[], { type: string; name: string; tbl_name: string; sql: string | null }>(
    'SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name',
  );
  return JSON.stringify(rows.all());
}

function schemaOfVersion(version: number): string {
  const own = new Database(':memory:');
  for (const sql of migrations.slice(0, version)) own.exec(sql);
  const schema = schemaOf(own);
  own.close();
  return schema;
}

const isTable = (db: Database.Database, name: string) =>
  db.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?").get(name) !== undefined;

const countOf = (db: Database.Database, table: string) =>
  db.prepare<[], { n: number }>(`SELECT count(*) AS n FROM ${table}`).get()?.n ?? 0;

/** Bounds first: what is longer is never read. */
function strangeLayouts(db: Database.Database): string | null {
  if (countOf(db, 'layout') > mostLayouts) return 'too many layouts';
  const longest = db
    .prepare<[], { ids: number | null; points: number | null }>(
      'SELECT max(length(CAST(ids AS BLOB))) AS ids, max(length(CAST(points AS BLOB))) AS points FROM layout',
    )
    .get();
  const isLong = (longest?.ids ?? 0) > mostIdBytes || (longest?.points ?? 0) > mostPointBytes;
  return isLong ? 'a layout that is too long' : null;
}

function strangeOthers(db: Database.Database): string | null {
  for (const table of ['note', 'stand', 'clock_step', 'days_zone', 'span', 'mended_day', 'doubt'])
    if (isTable(db, table) && countOf(db, table) > mostOthers) return `too many rows in ${table}`;
  return null;
}

/** Packed numbers of any value are read without harm: bounded in number and length. */
function strangeVoltages(db: Database.Database): string | null {
  if (!isTable(db, 'voltage')) return null;
  if (countOf(db, 'voltage') > mostVoltageRows) return 'too many rows in voltage';
  const longest = db.prepare<[], number | null>('SELECT max(length(data)) FROM voltage').pluck().get() ?? 0;
  return longest > mostVoltageBytes ? `a row of ${longest} bytes in voltage` : null;
}

async function strangeRows(db: Database.Database, nowS: number): Promise<string | null> {
  for (const group of keptGroups) {
    const sizes = sizesOf(db, group);
    for (const tier of [...tiers, 'fine' as const]) {
      const table = tableName(tier, group);
      const strange = isTable(db, table) ? await strangeSlots(db, table, { sizes, nowS }) : null;
      if (strange !== null) return `${table}: ${strange}`;
    }
  }
  return null;
}

/** Throws where a layout names devices or points that cannot be. */
function sizesOf(db: Database.Database, group: KeptGroup): Sizes {
  const layouts = db.prepare<[string], { id: number; points: string; ids: string }>(
    'SELECT id, points, ids FROM layout WHERE grp = ?',
  );
  return new Map(
    layouts.all(group).map(({ id, points, ids }) => {
      if (!/^(\d{1,6}(,\d{1,6})*)?$/.test(ids)) throw new Error(`layout ${id}: these are no ids`);
      const devices = ids === '' ? 0 : ids.split(',').length;
      return [id, devices * recordOf(group, points === '' ? [] : points.split(',')).length];
    }),
  );
}

async function strangeSlots(
  db: Database.Database,
  table: string,
  { sizes, nowS }: { readonly sizes: Sizes; readonly nowS: number },
): Promise<string | null> {
  const piece = db.prepare<[number, number], { t: number; layout: number; bytes: number }>(
    `SELECT t, layout, length(data) AS bytes FROM ${table} WHERE t > ? ORDER BY t LIMIT ?`,
  );
  const content = db.prepare<[number], { data: Buffer }>(`SELECT data FROM ${table} WHERE t = ?`);
  for (let after = Number.MIN_SAFE_INTEGER; ; ) {
    const rows = piece.all(after, rowsAtOnce);
    for (const { t, layout, bytes } of rows) {
      const size = sizes.get(layout);
      if (size === undefined) return `no layout ${layout}`;
      if (t < firstS || t > nowS + yearS) return `a slot at ${t}`;
      if (bytes > size * longestNumber) return `a row of ${bytes} bytes`;
      if (!isPacked(content.get(t)?.data, size)) return `the row at ${t} cannot be decoded`;
      after = t;
    }
    if (rows.length < rowsAtOnce) return null;
    await new Promise(setImmediate);
  }
}

/** Whether the bytes are exactly as many packed numbers as the layout has; the last byte of a number is below 128. */
function isPacked(data: Buffer | undefined, size: number): boolean {
  if (!Buffer.isBuffer(data)) return false;
  let [numbers, length] = [0, 0];
  for (const byte of data) {
    length += 1;
    if (length > longestNumber) return false;
    if (byte < 128) {
      numbers += 1;
      length = 0;
    }
  }
  return length === 0 && numbers === size;
}
