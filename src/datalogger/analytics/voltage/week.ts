import { combineInto, type Frame } from '../../storage/measures/frame';
import type { Measures } from '../../storage/measures/measures';
import { minuteFrames } from '../../storage/measures/rollup';
import { type VoltageSlot, voltagePoints } from '../../storage/measures/voltages';
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

const phases = ['ua', 'ub', 'uc'] as const;
const lines = ['uab', 'ubc', 'uca'] as const;
type Line = (typeof phases)[number] | (typeof lines)[number];

/** A voltage over the week. Extremes of the means in V; shares of the known means in %. */
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
  /** What the voltages of `lines` are judged by, V. */
  readonly nominal: number;
  /** Extremes of the readings within the means, V; null where only means are archived. */
  readonly readings: { readonly least: number; readonly most: number } | null;
  /** Negative to positive sequence, %: exceeded by 5 % of the means, the largest, and the share up to 2 %. Null where not measured. */
  readonly unbalance:
    | (Pick<LineWeek, 'outcome' | 'within'> & { readonly usual: number; readonly most: number })
    | null;
  /** Null where not measured. */
  readonly frequency: WeekFrequency | null;
}

/** Extremes of the means, Hz, which are of 10 s where `shares` are known: of those within 1 %, and from -6 to +4 %, in %. */
interface WeekFrequency {
  readonly least: number;
  readonly most: number;
  readonly shares: { readonly near: number; readonly within: number } | null;
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

/** The week of each device: of meters by their slots of ten minutes, of protections by the minutes that the archive still has. */
export function voltageWeek(archive: Measures, asked: WeekAsked): DeviceWeek[] {
  const { from, to, devices } = asked;
  const hasRelays = devices.some(({ group }) => group === 'spi');
  const minutes = hasRelays ? minuteFrames(archive, 'spi', from, to) : [];
  const spans = archive.spans.all();
  const until = Math.min(to, archive.shownTo);
  return devices.map(device =>
    device.group === 'spi'
      ? deviceWeek(device, minutes, asked)
      : meterWeek(device, archive.voltages.of(device.id, from, until, spans), asked),
  );
}

type Means = readonly (readonly (number | null)[])[];

/** What was measured: means of `names`, of one slot each, and those of the voltages between lines. */
interface Measured {
  readonly names: readonly Line[];
  readonly means: Means;
  readonly lineMeans: Means;
  readonly nominal: number;
  readonly readings: DeviceWeek['readings'];
  readonly frequency: DeviceWeek['frequency'];
}

function judged(
  device: VoltageDevice,
  measured: Measured,
  { from, to, level, certain }: WeekAsked,
): DeviceWeek {
  const { names, means, lineMeans, nominal, readings, frequency } = measured;
  const slots = Math.round((to - from) / slotS);
  const isCertain = (count: number) => (100 * count) / slots >= certain;
  const found = names.map((line, place) => {
    const values = means.flatMap(mean => mean[place] ?? []);
    return lineWeek(line, values, { nominal, level, isCertain });
  });
  const known = Math.max(0, ...found.map(each => each.known));
  const unbalance = unbalanceOf(lineMeans, isCertain);
  return { device, slots, known, lines: found, nominal, readings, unbalance, frequency };
}

/** `minutes`: frames of the protections. */
export function deviceWeek(device: VoltageDevice, minutes: readonly Frame[], asked: WeekAsked): DeviceWeek {
  const means = combineInto('spi', minutes, t => t - (t % slotS)).flatMap(frame => {
    const at = frame.ids.indexOf(device.id);
    if (at < 0 || measuredSeconds('spi', frame, at) < leastMeasuredS) return [];
    const read = readingOf('spi', frame);
    return [lines.map(line => read(at, line))];
  });
  const frequency = minutesFrequency(device, minutes);
  const { nominal } = device;
  return judged(device, { names: lines, means, lineMeans: means, nominal, readings: null, frequency }, asked);
}

/** Of 400 V between lines, EN 50160 judges 230 V against neutral (4.2.2.1). */
const phaseNominal = (nominal: number) => (Math.abs(nominal - 400) < 1 ? 230 : nominal / Math.sqrt(3));

/** In low voltage against neutral where the meter measures it, else between lines. */
export function meterWeek(
  device: VoltageDevice,
  slots: readonly VoltageSlot[],
  asked: WeekAsked,
): DeviceWeek {
  const told = slots.filter(({ seconds }) => seconds >= leastMeasuredS);
  const placesOf = (names: readonly Line[]) => names.map(name => voltagePoints.indexOf(name));
  const of = (names: readonly Line[]) =>
    told.map(({ voltages }) => placesOf(names).map(place => voltages[place] ?? null));
  const hasPhases = of(phases).some(each => each.some(voltage => voltage !== null));
  const isByPhase = asked.level === 'BT' && hasPhases;
  const names = isByPhase ? phases : lines;
  const meansOf = (from: ReturnType<typeof of>) =>
    from.map(each => each.map(voltage => voltage?.mean ?? null));
  const read = of(names).flatMap(each => each.flatMap(voltage => voltage ?? []));
  const readings =
    read.length === 0
      ? null
      : { least: least(read.map(each => each.least)), most: most(read.map(each => each.most)) };
  const measured = {
    names,
    means: meansOf(of(names)),
    lineMeans: meansOf(of(lines)),
    nominal: isByPhase ? phaseNominal(device.nominal) : device.nominal,
    readings,
    frequency: slotsFrequency(slots),
  };
  return judged(device, measured, asked);
}

const least = (values: readonly number[]) =>
  values.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
const most = (values: readonly number[]) => values.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);

function slotsFrequency(slots: readonly VoltageSlot[]): DeviceWeek['frequency'] {
  const all = slots.flatMap(({ frequency }) => frequency ?? []);
  const known = all.reduce((sum, each) => sum + each.known, 0);
  if (known === 0) return null;
  const share = (count: 'near' | 'within') => (100 * all.reduce((sum, each) => sum + each[count], 0)) / known;
  return {
    least: least(all.map(each => each.least)),
    most: most(all.map(each => each.most)),
    shares: { near: share('near'), within: share('within') },
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

function minutesFrequency({ id }: VoltageDevice, minutes: readonly Frame[]): DeviceWeek['frequency'] {
  const values = minutes.flatMap(frame => {
    const at = frame.ids.indexOf(id);
    return at < 0 ? [] : (readingOf('spi', frame)(at, 'f') ?? []);
  });
  return values.length === 0 ? null : { least: least(values), most: most(values), shares: null };
}
