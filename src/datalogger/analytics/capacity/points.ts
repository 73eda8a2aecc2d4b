import { sensorKinds } from '../../../contract/codes';
import { quarterS } from '../../../contract/zone';
import type { Frame } from '../../storage/measures/frame';
import type { Measures } from '../../storage/measures/measures';
import { quarterFrames } from '../../storage/measures/rollup';
import { measuredSeconds, readingOf } from '../reports/reading';

/** Why a quarter of an hour is not used, in the order in which it is asked. */
export const leftOut = [
  'mancante',
  'dubbia',
  'buio',
  'instabile',
  'guasto',
  'limitata',
  'taglio',
  'lontana',
] as const;
export type LeftOut = (typeof leftOut)[number];

/** A quarter of an hour that may be used: kW made and expected, W/m², °C, m/s. */
export interface CapacityPoint {
  readonly t: number;
  readonly power: number;
  readonly expected: number;
  readonly light: number;
  readonly air: number | null;
  readonly module: number | null;
  readonly wind: number | null;
}

/** W/m² from which on light is bright enough. */
export const leastLight = 400;
/** The brightest minute of a quarter lies at most this much above its mean. */
const steady = 1.1;
/** A plant that feeds this share of its rated power may be at its limit. */
const nearLimit = 0.98;
/** Share of a quarter that must have been measured. */
const measuredShare = 0.95;
/** Wh of a quarter that count as nothing, of what the archive rounds to whole Wh. */
const nothing = 10;

export type Points = {
  readonly points: readonly CapacityPoint[];
  readonly out: ReadonlyMap<LeftOut, number>;
  /** Quarters by day. */
  readonly quarters: number;
};

/** The quarters of [from, to) that a test of the capacity may use, and how many it may not, by reason. */
export function pointsIn(store: Measures, from: number, to: number, ratedKw: number | null): Points {
  const byTime = (frames: readonly Frame[]) => new Map(frames.map(frame => [frame.t, frame]));
  const inverters = byTime(quarterFrames(store, 'inverter', from, to));
  const sensors = byTime(quarterFrames(store, 'sensori', from, to));
  const points: CapacityPoint[] = [];
  const out = new Map<LeftOut, number>();
  const plants = quarterFrames(store, 'impianto', from, to);
  for (const plant of plants) {
    const { t } = plant;
    const point = pointOf(plant, sensors.get(t));
    const reason = reasonOf(plant, point, inverters.get(t), ratedKw);
    if (reason === null && point) points.push(point);
    else out.set(reason ?? 'mancante', (out.get(reason ?? 'mancante') ?? 0) + 1);
  }
  return { points, out, quarters: plants.length };
}

function pointOf(plant: Frame, sensors: Frame | undefined): CapacityPoint | null {
  const read = readingOf('impianto', plant);
  const [power, expected, light] = [read(0, 'pac'), read(0, 'pattesa'), read(0, 'poa')];
  if (power === null || expected === null || light === null) return null;
  const [air, module] = [read(0, 'tamb'), read(0, 'tmod')];
  return { t: plant.t, power, expected, light, air, module, wind: windOf(sensors) };
}

const windKind = sensorKinds.findIndex(([kind]) => kind === 'ws');

function windOf(sensors: Frame | undefined): number | null {
  if (!sensors) return null;
  const read = readingOf('sensori', sensors);
  const device = sensors.ids.findIndex((_, at) => read(at, 'tipo') === windKind && read(at, 'v') !== null);
  return device < 0 ? null : read(device, 'v');
}

/** Null: it may be used. */
function reasonOf(
  plant: Frame,
  point: CapacityPoint | null,
  inverters: Frame | undefined,
  ratedKw: number | null,
): LeftOut | null {
  const read = readingOf('impianto', plant);
  if (!point) return (read(0, 'poa') ?? leastLight) < leastLight ? 'buio' : 'mancante';
  if (point.light < leastLight) return 'buio';
  if (measuredSeconds('impianto', plant, 0) < measuredShare * quarterS) return 'mancante';
  if (read(0, 'poa_dubbia') === 1) return 'dubbia';
  if ((read(0, 'poa', 1) ?? point.light) > steady * point.light) return 'instabile';
  const clipped = (read(0, 'taglio') ?? 0) * 1000 > nothing;
  if (clipped || (ratedKw !== null && (read(0, 'pac', 1) ?? 0) >= nearLimit * ratedKw)) return 'taglio';
  return inverters ? troubleOf(inverters) : 'mancante';
}

/** Whether an inverter stood still or was silent, or was limited. */
function troubleOf(inverters: Frame): 'guasto' | 'limitata' | null {
  const read = readingOf('inverter', inverters);
  const wattHours = (names: readonly string[]) =>
    inverters.ids.reduce(
      (total, _, at) => total + names.reduce((sum, name) => sum + Math.max(0, read(at, name) ?? 0) * 1000, 0),
      0,
    );
  const isDown = inverters.ids.some((_, at) => (read(at, 'fermo') ?? 0) > 0);
  if (isDown || wattHours(['persa', 'muta']) > nothing) return 'guasto';
  return wattHours(['limitata', 'ridotta', 'declassata']) > nothing ? 'limitata' : null;
}
