import type { Database } from '../database/database';
import { decode } from './codec';
import { fieldsOf, type KeptGroup, keptNames, recordOf } from './kept';

export const layoutTable = `CREATE TABLE layout (
  id INTEGER PRIMARY KEY, grp TEXT NOT NULL, points TEXT NOT NULL, ids TEXT NOT NULL, UNIQUE (grp, points, ids))`;

interface Layout {
  readonly points: string;
  readonly ids: readonly number[];
}

const parseIds = (list: string) => (list === '' ? [] : list.split(',').map(Number));

/** Which devices and points a packed row holds, in which order: written once, then named by number in every row. */
export class Layouts {
  readonly #db: Database;
  readonly #byId = new Map<number, Layout>();
  readonly #byDevices = new Map<string, number>();

  constructor(db: Database) {
    this.#db = db;
  }

  /** After a transaction that was undone. */
  forget(): void {
    this.#byId.clear();
    this.#byDevices.clear();
  }

  idOf(group: KeptGroup, devices: readonly number[]): number {
    const ids = devices.join();
    const key = `${group} ${ids}`;
    const known = this.#byDevices.get(key);
    if (known !== undefined) return known;
    const points = keptNames(group).join();
    this.#db
      .prepare('INSERT OR IGNORE INTO layout (grp, points, ids) VALUES (?, ?, ?)')
      .run(group, points, ids);
    const select = this.#db.prepare<[string, string, string], { id: number }>(
      'SELECT id FROM layout WHERE grp = ? AND points = ? AND ids = ?',
    );
    const id = select.get(group, points, ids)?.id ?? 0;
    this.#byDevices.set(key, id);
    return id;
  }

  devicesOf(group: KeptGroup): readonly number[] {
    const select = this.#db.prepare<[string], { ids: string }>('SELECT ids FROM layout WHERE grp = ?');
    return [...new Set(select.all(group).flatMap(({ ids }) => parseIds(ids)))].sort((a, b) => a - b);
  }

  /** The devices and values of a packed row, as this version orders them. */
  unpack(group: KeptGroup, id: number, data: Uint8Array): { ids: readonly number[]; values: Float64Array } {
    const { points, ids } = this.#find(id);
    const values =
      points === keptNames(group).join()
        ? decode(data, fieldsOf(group), ids.length)
        : reorder(group, points.split(','), data, ids.length);
    return { ids, values };
  }

  #find(id: number): Layout {
    let layout = this.#byId.get(id);
    if (!layout) {
      const select = this.#db.prepare<[number], { points: string; ids: string }>(
        'SELECT points, ids FROM layout WHERE id = ?',
      );
      const { points, ids } = select.get(id) ?? { points: '', ids: '' };
      layout = { points, ids: parseIds(ids) };
      this.#byId.set(id, layout);
    }
    return layout;
  }
}

/** Reads what a version wrote that kept other points: those it did not keep are missing. */
function reorder(
  group: KeptGroup,
  points: readonly string[],
  data: Uint8Array,
  devices: number,
): Float64Array {
  const stored = recordOf(group, points);
  const wanted = fieldsOf(group);
  const old = decode(data, stored, devices);
  const values = new Float64Array(devices * wanted.length).fill(Number.NaN);
  wanted.forEach((field, to) => {
    const nth = to - wanted.findIndex(({ point }) => point === field.point);
    const first = stored.findIndex(({ point }) => point === field.point);
    for (let device = 0; first >= 0 && device < devices; device++) {
      values[device * wanted.length + to] = old[device * stored.length + first + nth] ?? Number.NaN;
    }
  });
  return values;
}
