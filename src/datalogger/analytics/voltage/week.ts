import { combineInto, type Frame } from '../../storage/measures/frame';
import { fieldIndex } from '../../storage/measures/kept';
import type { Measures } from '../../storage/measures/measures';
import { minuteFrames } from '../../storage/measures/rollup';
import { measuredSeconds, readingOf } from '../reports/reading';

export type VoltageGroup = 'spi' | 'contatori';
export type Level = 'BT' | 'MT' | 'AT';

/** A device that measures voltages. `nominal`: between two lines, V. */
export interface VoltageDevice {
  readonly group: VoltageGroup;
  readonly id: number;
  readonly name: string;
  readonly nominal: number;
}

export interface WeekAsked {
  readonly devices: readonly VoltageDevice[];
  readonly level: Level;
  /** Epoch seconds. */
  readonly from: number;
  readonly to: number;
  /** Least share of the week with measurements for a verdict, %. */
  readonly certain: number;
}

const lines = ['uab', 'ubc', 'uca'] as const;
type Line = (typeof lines)[number];

/** Voltages of a line over the week. Extremes in V; shares of the known means in %. */
export interface LineWeek {
  readonly line: Line;
  readonly known: number;
  readonly least: number;
  readonly most: number;
  /** Within 10 % of the nominal voltage, and within the limits that none may leave. */
  readonly within: number;
  readonly withinAll: number;
  readonly outcome: 'kept' | 'missed' | 'uncertain' | 'unknown';
}

export interface DeviceWeek {
  readonly device: VoltageDevice;
  /** Means of ten minutes that the week has, and that the archive has. */
  readonly slots: number;
  readonly known: number;
  readonly lines: readonly LineWeek[];
  /** Negative to positive sequence, %: exceeded by 5 % of the means, the largest, and the share up to 2 %. Null where not measured. */
  readonly unbalance:
    | (Pick<LineWeek, 'outcome' | 'within'> & { readonly usual: number; readonly most: number })
    | null;
  /** Extremes of the minutes, Hz; null where not measured. */
  readonly frequency: { readonly least: number; readonly most: number } | null;
}

export const slotS = 600;
/** A mean of ten minutes counts from this measured time on, s. */
export const leastMeasuredS = 540;
export const mostUnbalance = 2;

interface Limits {
  /** Share of the means that must be within 10 %, %. */
  readonly share: number;
  /** That none may leave, as shares of the nominal voltage. */
  readonly low: number;
  readonly high: number;
}

/** EN 50160:2010, 4.2.2.2 for low and 5.2.2.2 for medium voltage; the standard has none for high voltage. */
export const limitsOf: { readonly [L in Level]: Limits | null } = {
  BT: { share: 95, low: 0.85, high: 1.1 },
  MT: { share: 99, low: 0.85, high: 1.15 },
  AT: null,
};

/** The week of each device, of the minutes that the archive still has. */
export function voltageWeek(archive: Measures, asked: WeekAsked): DeviceWeek[] {
  const groups = new Map(
    (['spi', 'contatori'] as const).map(group => {
      const isKept = fieldIndex(group, lines[0]) >= 0 && asked.devices.some(each => each.group === group);
      return [group, isKept ? minuteFrames(archive, group, asked.from, asked.to) : []];
    }),
  );
  return asked.devices.map(device => deviceWeek(device, groups.get(device.group) ?? [], asked));
}

/** `minutes`: frames of the device's group. */
export function deviceWeek(device: VoltageDevice, minutes: readonly Frame[], asked: WeekAsked): DeviceWeek {
  const { group } = device;
  const slots = Math.round((asked.to - asked.from) / slotS);
  const means = combineInto(group, minutes, t => t - (t % slotS)).flatMap(frame => {
    const at = frame.ids.indexOf(device.id);
    if (at < 0 || measuredSeconds(group, frame, at) < leastMeasuredS) return [];
    const read = readingOf(group, frame);
    return [lines.map(line => read(at, line))];
  });
  const isCertain = (count: number) => (100 * count) / slots >= asked.certain;
  const found = lines.map((line, place) => {
    const values = means.flatMap(mean => mean[place] ?? []);
    return lineWeek(line, values, { nominal: device.nominal, level: asked.level, isCertain });
  });
  return {
    device,
    slots,
    known: Math.max(0, ...found.map(({ known }) => known)),
    lines: found,
    unbalance: unbalanceOf(means, isCertain),
    frequency: frequencyOf(device, minutes),
  };
}

const shareOf = (values: readonly number[], isWithin: (value: number) => boolean) =>
  (100 * values.filter(isWithin).length) / values.length;

function lineWeek(
  line: Line,
  values: readonly number[],
  given: { readonly nominal: number; readonly level: Level; readonly isCertain: (count: number) => boolean },
): LineWeek {
  const known = values.length;
  const limits = limitsOf[given.level];
  if (known === 0) return { line, known, least: 0, most: 0, within: 0, withinAll: 0, outcome: 'unknown' };
  const { low = 0, high = 0, share = 0 } = limits ?? {};
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const within = shareOf(values, value => Math.abs(value / given.nominal - 1) <= 0.1 + rounding);
  const withinAll = shareOf(values, value => {
    const ratio = value / given.nominal;
    return ratio >= low - rounding && ratio <= high + rounding;
  });
  const isKept = within >= share && withinAll === 100;
  const verdict = isKept ? 'kept' : 'missed';
  const outcome = limits === null ? 'unknown' : given.isCertain(known) ? verdict : 'uncertain';
  return { line, known, least, most, within, withinAll, outcome };
}

/** 440 V of 400 V are 10 %. */
const rounding = 1e-9;

/** Negative to positive sequence of three line voltages, % (IEC 61000-4-30); null where one is missing or they close no triangle. */
export function unbalanceAt(voltages: readonly (number | null)[]): number | null {
  const known = voltages.filter(voltage => voltage !== null && voltage > 0);
  if (known.length < 3) return null;
  const squares = known.map(voltage => Number(voltage) ** 2);
  const sum = squares.reduce((all, each) => all + each, 0);
  const beta = squares.reduce((all, each) => all + each ** 2, 0) / sum ** 2;
  if (3 - 6 * beta < 0) return null;
  const root = Math.sqrt(3 - 6 * beta);
  return 100 * Math.sqrt(Math.max(0, (1 - root) / (1 + root)));
}

function unbalanceOf(
  means: readonly (readonly (number | null)[])[],
  isCertain: (count: number) => boolean,
): DeviceWeek['unbalance'] {
  const values = means.flatMap(mean => unbalanceAt(mean) ?? []).sort((a, b) => a - b);
  if (values.length === 0) return null;
  const within = shareOf(values, value => value <= mostUnbalance);
  const usual = values[Math.ceil(0.95 * values.length) - 1] ?? 0;
  const outcome = !isCertain(values.length) ? 'uncertain' : within >= 95 ? 'kept' : 'missed';
  return { usual, most: values.at(-1) ?? 0, within, outcome };
}

function frequencyOf({ group, id }: VoltageDevice, minutes: readonly Frame[]): DeviceWeek['frequency'] {
  if (fieldIndex(group, 'f') < 0) return null;
  const values = minutes.flatMap(frame => {
    const at = frame.ids.indexOf(id);
    return at < 0 ? [] : (readingOf(group, frame)(at, 'f') ?? []);
  });
  return values.length === 0 ? null : { least: Math.min(...values), most: Math.max(...values) };
}
