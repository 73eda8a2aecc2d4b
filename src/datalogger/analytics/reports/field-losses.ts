import { healthyMedian } from '../../plant/processing/median';
import type { Snapshot } from '../../plant/snapshot';
import type { FigureLimits } from '../../plant/source';
import type { Frame } from '../../storage/measures/frame';
import type { Measures } from '../../storage/measures/measures';
import { dayFrames, nextDay, quarterFrames } from '../../storage/measures/rollup';
import { isCertain } from '../key-figures/indices';
import type { Prices } from './money';
import { measuredSeconds, readingOf } from './reading';

export interface FieldSource {
  readonly store: Measures;
  readonly zone: string;
  readonly snapshot: Snapshot;
  readonly limits: FigureLimits;
}

/** What a local day lost while inverters ran, whole Wh. */
export interface FieldDay {
  readonly from: number;
  readonly to: number;
  /** By string: less than a healthy one gave, on its DC side. */
  readonly byString: ReadonlyMap<number, number>;
  /** By inverter: what its strings lost, and what it made less than the middle one of its planes beyond that. */
  readonly strings: ReadonlyMap<number, number>;
  readonly below: ReadonlyMap<number, number>;
}

/** Days that are read at once: a year of all strings is 35 MiB on the largest plants. */
const daysAtOnce = 31;
const wh = (kwh: number | null) => Math.round(1000 * (kwh ?? 0));

/** Each local day of [from, to) that the archive has. */
export function fieldDays(source: FieldSource, from: number, to: number): FieldDay[] {
  const { store, zone } = source;
  const days: FieldDay[] = [];
  let begin = from;
  while (begin < to) {
    let end = begin;
    for (let count = 0; count < daysAtOnce && end < to; count++) end = nextDay(zone, end);
    const framesOf = (group: 'inverter' | 'stringhe') =>
      new Map(dayFrames(store, group, zone, begin, Math.min(end, to)).map(frame => [frame.t, frame]));
    const [inverters, strings] = [framesOf('inverter'), framesOf('stringhe')];
    for (const [t, inverter] of inverters)
      days.push(fieldDay(source, t, Math.min(to, nextDay(zone, t)), { inverter, strings: strings.get(t) }));
    begin = end;
  }
  return days;
}

interface Frames {
  readonly inverter: Frame;
  readonly strings: Frame | undefined;
}

function fieldDay(source: FieldSource, from: number, to: number, frames: Frames): FieldDay {
  const byString = stringLosses(frames.strings);
  const strings = new Map<number, number>();
  const { id, values } = source.snapshot.groups.stringhe;
  id.forEach((string, at) => {
    const [inverter, lost] = [values.inverter?.[at] ?? null, byString.get(string) ?? 0];
    if (inverter !== null && lost > 0) strings.set(inverter, (strings.get(inverter) ?? 0) + lost);
  });
  return { from, to, byString, strings, below: belowOthers(source, frames.inverter, strings) };
}

/** Wh by string. */
export function stringLosses(frame: Frame | undefined): ReadonlyMap<number, number> {
  if (!frame) return new Map();
  const read = readingOf('stringhe', frame);
  return new Map(frame.ids.map((id, device) => [id, wh(read(device, 'persa'))]));
}

/**
 * By inverter, what it made less of each kWp than the middle one of the healthy ones on its planes, and what its strings do not explain.
 * What it did not make while it stood still, was limited or silent is known already; one that was hardly in service is not compared.
 */
export function belowOthers(
  { snapshot, limits }: FieldSource,
  frame: Frame,
  strings: ReadonlyMap<number, number>,
): ReadonlyMap<number, number> {
  const { id, values, planes } = snapshot.groups.inverter;
  const read = readingOf('inverter', frame);
  const useful = frame.ids.map((_, device) => read(device, 'fermo', 1) ?? 0);
  const hasLight = useful.some(seconds => seconds > 0);
  const seconds = hasLight
    ? useful
    : frame.ids.map((_, device) => measuredSeconds('inverter', frame, device));
  const longest = Math.max(1, ...seconds);
  const compared = frame.ids.flatMap((inverter, device) => {
    const row = id.indexOf(inverter);
    const kwp = values.kwp?.[row] ?? null;
    const energy = read(device, 'eday');
    if (kwp === null || kwp <= 0 || energy === null) return [];
    if (!isCertain((100 * (seconds[device] ?? 0)) / longest, limits)) return [];
    const known = ['persa', 'limitata', 'muta'].reduce(
      (sum, name) => sum + (read(device, name) ?? 0),
      energy,
    );
    return [{ inverter, kwp, perKwp: known / kwp, plane: planes?.[row] ?? '' }];
  });
  const middles = middlesOf(compared);
  return new Map(
    compared.flatMap(({ inverter, kwp, perKwp, plane }) => {
      const middle = middles.get(plane) ?? 0;
      const lost = wh((middle - perKwp) * kwp) - (strings.get(inverter) ?? 0);
      return lost > 0 ? [[inverter, lost] as const] : [];
    }),
  );
}

/** By plane; one that is alone on its planes is its own middle. */
function middlesOf(
  compared: readonly { readonly perKwp: number; readonly plane: string }[],
): ReadonlyMap<string, number> {
  const byPlane = new Map<string, number[]>();
  for (const { perKwp, plane } of compared) byPlane.set(plane, [...(byPlane.get(plane) ?? []), perKwp]);
  return new Map([...byPlane].map(([plane, own]) => [plane, healthyMedian(own) ?? 0]));
}

/** What a kWh of [from, to) would have earned, sold as the plant produced in that time, €. */
export function meanPrice(store: Measures, prices: Prices, from: number, to: number): number {
  if (!prices.isByBand) return prices.of(prices.bandAt(from));
  let [energy, euros] = [0, 0];
  for (const frame of quarterFrames(store, 'impianto', from, to)) {
    const kwh = readingOf('impianto', frame)(0, 'eday') ?? 0;
    energy += kwh;
    euros += kwh * prices.of(prices.bandAt(frame.t));
  }
  return energy > 0 ? euros / energy : prices.of(prices.bandAt((from + to) / 2));
}
