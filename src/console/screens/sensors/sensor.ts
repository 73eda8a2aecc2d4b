import { sensorKinds } from '../../../contract/codes';
import { median } from '../../data/statistics';
import type { View } from '../../devices/descriptor';
import { type Device, type DeviceList, numberOf } from '../../devices/device-list';
import { formatNumber } from '../../i18n/format';
import { t } from '../../i18n/translate';

export type Kind = (typeof sensorKinds)[number][0];

/** How far a reading is to be believed, the gravest first. */
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

/** A sensor with what its kind makes of it and what its neighbours say. */
export interface Sensor extends Device {
  /** Null where another datalogger has kinds of its own. */
  readonly kind: Kind | null;
  readonly unit: string;
  readonly decimals: number;
  /** Lowest and highest valid value. */
  readonly valid: readonly [low: number, high: number] | null;
  /** Of itself: `qualityIn` knows the neighbours too. */
  readonly quality: Quality;
  /** % from the median of its plane, or from the only other sensor there; null where there are none, or not enough light to compare. */
  readonly deviation: number | null;
}

/** W/m² under which sensors of one plane are not compared, and how far apart they may be, in % (domain brief, 1.5). */
const comparableFrom = 200;
export const agreesWithin = 10;

/** Kinds whose sensors look at the same light. */
const onPlane: readonly (Kind | null)[] = ['ghi', 'poa', 'rpoa'];

/** What a sensor reads, its own kind and what was said of it before its neighbours are asked. */
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

/** Whether its reading counts: it is there, now, and possible. */
export function isUsable({ quality }: Pick<Sensor, 'quality'>): boolean {
  return quality === 'good' || quality === 'overdue';
}

/** The others on its plane whose readings count. */
export function neighboursOf(sensor: Sensor, all: readonly Sensor[]): readonly Sensor[] {
  if (!onPlane.includes(sensor.kind)) return [];
  return all.filter(other => other.id !== sensor.id && other.kind === sensor.kind && isUsable(other));
}

function withNeighbours(sensor: Sensor, all: readonly Sensor[]): Sensor {
  const value = readingOf(sensor);
  const neighbours = neighboursOf(sensor, all).flatMap(other => readingOf(other) ?? []);
  // Of two it cannot be told which is wrong; of more the one in the middle is right.
  const reference = median(neighbours.length > 1 && value !== null ? [...neighbours, value] : neighbours);
  if (!isUsable(sensor) || value === null || reference === null || reference < comparableFrom) return sensor;
  return { ...sensor, deviation: 100 * (value / reference - 1) };
}

/**
 * Its quality with what its neighbours say. A cloud that passes makes a difference, not a disagreement: that is one once its alarm
 * stands, after half an hour (SEN03).
 */
export function qualityIn(sensor: Sensor, { markOf }: Pick<View<Sensor>, 'markOf'>): Quality {
  const { quality, deviation } = sensor;
  const isFar = quality === 'good' && deviation !== null && Math.abs(deviation) >= agreesWithin;
  return isFar && markOf(sensor)?.look === 'active' ? 'disagrees' : quality;
}

/** The eight points of the compass, from north through east. */
const points = ['n', 'ne', 'e', 'se', 's', 'sw', 'w', 'nw'] as const;

/** The unit as it stands after the number; of a direction also where it comes from: "° NO". */
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
