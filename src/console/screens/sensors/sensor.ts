import { sensorKinds } from '../../../contract/codes';
import { median } from '../../data/statistics';
import type { View } from '../../device-screens/descriptor';
import { type Device, type DeviceList, numberOf } from '../../device-screens/device-list';
import { formatNumber } from '../../i18n/format';
import { t } from '../../i18n/translate';

export type Kind = (typeof sensorKinds)[number][0];

/** Reliability of a reading, the most serious problem first. */
export const qualities = [
  'silent',
  'missing',
  'outOfRange',
  'doubtful',
  'disagrees',
  'overdue',
  'good',
] as const;
export type Quality = (typeof qualities)[number];

/** A sensor with the facts of its kind and the comparison with the other sensors of its plane. */
export interface Sensor extends Device {
  /** Null for a kind that is not in the contract; other dataloggers may have their own. */
  readonly kind: Kind | null;
  readonly unit: string;
  readonly decimals: number;
  /** Lowest and highest valid value. */
  readonly valid: readonly [low: number, high: number] | null;
  /** From this sensor alone; `qualityIn` also considers the other sensors. */
  readonly quality: Quality;
  /** Deviation in % from the median of its plane, or from the only other sensor; null without another sensor or without enough light. */
  readonly deviation: number | null;
}

/** Sensors of one plane are compared above this irradiance, W/m²; then their greatest normal difference, % (domain brief, 1.5). */
const comparableFrom = 200;
export const agreesWithin = 10;

/** Kinds of irradiance sensors that are compared with others of the same kind. */
const onPlane: readonly (Kind | null)[] = ['ghi', 'poa', 'rpoa'];

export function readingOf(sensor: Device): number | null {
  return numberOf(sensor, 'v');
}

export function refineSensors(list: DeviceList<Device>): DeviceList<Sensor> {
  const alone = list.devices.map(withKind);
  return { ...list, devices: alone.map(sensor => withNeighbours(sensor, alone)) };
}

function withKind(device: Device): Sensor {
  const [kind = null, unit = '', decimals = 1, low, high] = sensorKinds[numberOf(device, 'tipo') ?? -1] ?? [];
  const valid = low === undefined || high === undefined ? null : ([low, high] as const);
  const sensor = { ...device, kind, unit, decimals, valid, deviation: null };
  return { ...sensor, quality: ownQuality(sensor) };
}

function ownQuality({ isSilent, isDoubtful, valid, ...device }: Omit<Sensor, 'quality'>): Quality {
  const value = device.values.get('v') ?? null;
  if (isSilent) return 'silent';
  if (value === null) return 'missing';
  if (valid && (value < valid[0] || value > valid[1])) return 'outOfRange';
  if (isDoubtful) return 'doubtful';
  return (device.values.get('taratura') ?? 0) < 0 ? 'overdue' : 'good';
}

/** Whether the reading can be used: it is present, current and valid. */
export function isUsable({ quality }: Pick<Sensor, 'quality'>): boolean {
  return quality === 'good' || quality === 'overdue';
}

/** The other sensors of the same plane with a usable reading. */
export function neighboursOf(sensor: Sensor, all: readonly Sensor[]): readonly Sensor[] {
  if (!onPlane.includes(sensor.kind)) return [];
  return all.filter(other => other.id !== sensor.id && other.kind === sensor.kind && isUsable(other));
}

function withNeighbours(sensor: Sensor, all: readonly Sensor[]): Sensor {
  const value = readingOf(sensor);
  const neighbours = neighboursOf(sensor, all).flatMap(other => readingOf(other) ?? []);
  // With two sensors it is not known which one is wrong; with more, the median is taken as correct.
  const reference = median(neighbours.length > 1 && value !== null ? [...neighbours, value] : neighbours);
  if (!isUsable(sensor) || value === null || reference === null || reference < comparableFrom) return sensor;
  return { ...sensor, deviation: 100 * (value / reference - 1) };
}

/**
 * The quality, considering the other sensors of the plane. A passing cloud causes a short difference: only one that the datalogger has
 * found (`giudizio`), or for which the alarm is active (SEN03, after half an hour), counts as a disagreement.
 */
export function qualityIn(sensor: Sensor, { markOf }: Pick<View<Sensor>, 'markOf'>): Quality {
  const { quality, deviation } = sensor;
  const isFar = quality === 'good' && deviation !== null && Math.abs(deviation) >= agreesWithin;
  const isFound = (numberOf(sensor, 'giudizio') ?? 0) !== 0 || markOf(sensor)?.look === 'active';
  return isFar && isFound ? 'disagrees' : quality;
}

/** The eight points of the compass, from north through east. */
const points = ['n', 'ne', 'e', 'se', 's', 'sw', 'w', 'nw'] as const;

/** The unit after the number; for a direction also the compass point: "° NO". */
export function unitWords({ kind, unit, ...sensor }: Sensor): string {
  const value = sensor.values.get('v') ?? null;
  const point = kind === 'wd' && value !== null ? points[Math.round(value / 45) % points.length] : undefined;
  return point ? `${unit} ${t(`sensors.compass.${point}`)}` : unit;
}

export function valueWords(sensor: Sensor): string {
  const number = formatNumber(readingOf(sensor), sensor.decimals);
  const unit = unitWords(sensor);
  return unit === '' || readingOf(sensor) === null ? number : `${number}\u00a0${unit}`;
}

export function qualityWord(quality: Quality): string {
  return t(`sensors.quality.${quality}`);
}
