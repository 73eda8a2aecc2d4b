import { type Group, groups } from '../../contract/points';
import type { Unreported } from '../../contract/unreported';
import { isGood } from '../plant/processing/rows';
import type { Snapshot } from '../plant/snapshot';

/** Daylight seconds a device must be online before its missing points are listed. */
const tellingS = 600;

/** Points that come from the device itself, and from a healthy one always: the others are derived here, or are there at times. */
const ownPoints: Partial<Record<Group, readonly string[]>> = {
  inverter: [
    ...['pac', 'qac', 'uab', 'ubc', 'uca', 'ia', 'ib', 'ic', 'fac', 'pdc', 'udc', 'idc', 'etot'],
    ...['tcab', 'tsnk', 'riso', 'ore'],
  ],
  stringhe: ['u', 'tbox'],
  tracker: ['tgt', 'imot', 'soc'],
  contatori: [
    ...['ua', 'ub', 'uc', 'uab', 'ubc', 'uca', 'ia', 'ib', 'ic', 'p', 'qac', 'f'],
    ...['e_imm', 'e_prel', 'er1', 'er2', 'er3', 'er4'],
  ],
};

interface Heard {
  /** By day and with good values, s. */
  seconds: number;
  readonly points: Set<string>;
}

/** Which points each device has ever reported since the start. */
export class ReportedPoints {
  readonly #heard = new Map<Group, Map<number, Heard>>();

  /** To be called by day, `passedS` after the last call. */
  observe(snapshot: Snapshot, passedS: number): void {
    for (const group of groups) {
      const rows = snapshot.groups[group];
      const before = this.#heard.get(group);
      const now = new Map<number, Heard>();
      this.#heard.set(group, now);
      for (const [row, id] of rows.id.entries()) {
        const heard = before?.get(id) ?? { seconds: 0, points: new Set() };
        now.set(id, heard);
        if (!isGood(rows, row, snapshot.t)) continue;
        heard.seconds += passedS;
        for (const [point, values] of Object.entries(rows.values))
          if ((values[row] ?? null) !== null) heard.points.add(point);
      }
    }
  }

  /** Whether no device of a group reports any of the points; false while that is not known. */
  lacks(group: Group, points: readonly string[]): boolean {
    const devices = [...(this.#heard.get(group)?.values() ?? [])];
    const isKnown = devices.some(({ seconds }) => seconds >= tellingS);
    return isKnown && !devices.some(heard => points.some(point => heard.points.has(point)));
  }

  /** What devices do not report, devices that lack the same together. */
  unreported(readable: readonly Group[]): Unreported {
    return readable.flatMap(group => {
      const alike = new Map<string, number[]>();
      for (const [id, { seconds, points }] of this.#heard.get(group) ?? []) {
        const lacking = (ownPoints[group] ?? []).filter(point => !points.has(point)).join();
        if (seconds < tellingS || lacking === '') continue;
        alike.set(lacking, [...(alike.get(lacking) ?? []), id]);
      }
      return [...alike].map(([lacking, id]) => ({ gruppo: group, id, punti: lacking.split(',') }));
    });
  }
}
