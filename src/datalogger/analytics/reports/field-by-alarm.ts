import { quarterS } from '../../../contract/zone';
import { ruleDelays } from '../../alarms/catalogue';
import type { Snapshot } from '../../plant/snapshot';
import type { AlarmTime } from '../../storage/alarms/period';
import type { Frame } from '../../storage/measures/frame';
import { quarterFrames } from '../../storage/measures/rollup';
import { belowOthers, type FieldDay, type FieldSource, stringLosses } from './field-losses';
import { readingOf } from './reading';

/** A string that is open, gives less than others or takes current; an inverter that gives less than others. */
const stringCodes = ['STR01', 'STR02', 'STR03'];
const inverterCode = 'INV04';
export const fieldCodes: readonly string[] = [...stringCodes, inverterCode];
export const explainsFieldLosses = (code: string) => fieldCodes.includes(code);

/** Which share of what a device lost on a day it lost in a time of it. */
export type ShareOf = (code: string, device: number, from: number, to: number) => number;

interface Part {
  readonly t: number;
  readonly weight: number;
}

/**
 * By the quarters of the day up to `until`: of what the string lost, of what the inverter made less than the others. Where they are no longer
 * kept, by those of the production.
 */
export function shareOfDay(field: FieldSource, { from, to }: FieldDay, until: number): ShareOf {
  const { store } = field;
  const plant = quarterFrames(store, 'impianto', from, to).map(frame => ({
    t: frame.t,
    weight: readingOf('impianto', frame)(0, 'eday') ?? 0,
  }));
  const strings = partsOf(quarterFrames(store, 'stringhe', from, to), stringLosses);
  const inverters = partsOf(quarterFrames(store, 'inverter', from, to), frame =>
    belowOthers(field, frame, new Map()),
  );
  return (code, device, begin, last) => {
    const own = (code === inverterCode ? inverters : strings).get(device) ?? [];
    return shareOf(own, begin, last, until) ?? shareOf(plant, begin, last, until) ?? 0;
  };
}

function partsOf(
  frames: readonly Frame[],
  lossesOf: (frame: Frame) => ReadonlyMap<number, number>,
): ReadonlyMap<number, readonly Part[]> {
  const parts = new Map<number, Part[]>();
  for (const frame of frames) {
    for (const [device, weight] of lossesOf(frame)) {
      const own = parts.get(device);
      if (own) own.push({ t: frame.t, weight });
      else parts.set(device, [{ t: frame.t, weight }]);
    }
  }
  return parts;
}

/** Null where nothing tells. */
function shareOf(parts: readonly Part[], begin: number, last: number, until: number): number | null {
  let [within, all] = [0, 0];
  for (const { t, weight } of parts) {
    // The quarter that is filling lasts until now.
    const end = Math.max(t + 1, Math.min(t + quarterS, until));
    within += (weight * Math.max(0, Math.min(end, last) - Math.max(t, begin))) / (end - t);
    all += weight;
  }
  return all > 0 ? within / all : null;
}

interface Given {
  readonly snapshot: Snapshot;
  readonly share: ShareOf;
}

/**
 * Wh of a day that each alarm of strings and of inverters below the others cost. An inverter has what it lacks beyond its strings, and what
 * those of its strings lost that have no alarm of their own: no loss is in two alarms.
 */
export function fieldByAlarm(
  day: FieldDay,
  times: readonly AlarmTime[],
  { snapshot, share }: Given,
): Map<number, number> {
  const lost = new Map<number, number>();
  /** Of each string, until when its alarms have counted, and what they cost. */
  const told = new Map<number, { until: number; wh: number }>();
  for (const { id, code, device, begin, end } of times) {
    if (!stringCodes.includes(code) || device === null || id === undefined) continue;
    const { until, wh } = told.get(device) ?? { until: day.from, wh: 0 };
    const [first, last] = [Math.max(beganAt({ code, begin }), until), end ?? day.to];
    if (last <= first) continue;
    const own = Math.round((day.byString.get(device) ?? 0) * share(code, device, first, last));
    lost.set(id, (lost.get(id) ?? 0) + own);
    told.set(device, { until: last, wh: wh + own });
  }
  const { id: strings, values } = snapshot.groups.stringhe;
  for (const { id, code, device, begin, end } of times) {
    if (code !== inverterCode || device === null || id === undefined) continue;
    const ofStrings = strings.reduce(
      (sum, string, at) => (values.inverter?.[at] === device ? sum + (told.get(string)?.wh ?? 0) : sum),
      0,
    );
    const untold = Math.max(0, (day.strings.get(device) ?? 0) - ofStrings);
    const part = share(code, device, beganAt({ code, begin }), end ?? day.to);
    lost.set(id, (lost.get(id) ?? 0) + Math.round(((day.below.get(device) ?? 0) + untold) * part));
  }
  return lost;
}

/** An alarm begins after its condition by the delay of its rule. */
const beganAt = ({ code, begin }: Pick<AlarmTime, 'code' | 'begin'>) => begin - (ruleDelays.get(code) ?? 0);
