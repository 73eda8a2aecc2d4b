import * as v from 'valibot';
import { sensorKinds } from '../codes';
import { range, wholeRange } from '../quantity';
import { date, flag, polled } from './fields';
import { ownRegisters } from './profiles';

/** Points of the SunSpec models for weather stations that measure each kind: model and point, the usual one first. */
export const sensorPoints = {
  ghi: ['302.GHI', '308.GHI'],
  poa: ['302.POAI'],
  rpoa: ['302.OTI'],
  dhi: ['302.DFI'],
  tmod: ['303.TmpBOM', '308.TmpBOM'],
  tamb: ['307.TmpAmb', '308.TmpAmb'],
  ws: ['307.WndSpd', '308.WndSpd'],
  wd: ['307.WndDir'],
  rh: ['307.RH'],
  pres: ['307.Pres'],
  rain: ['307.Rain'],
  snow: ['307.Snw'],
  soil: [],
  incl: ['304.Inclx', '304.Incly', '304.Inclz'],
} as const satisfies Record<SensorKind, readonly string[]>;
type SensorKind = (typeof sensorKinds)[number][0];
export type SensorPoint = (typeof sensorPoints)[SensorKind][number];

/** The point that a sensor is read from; null where SunSpec has none for its kind. */
export const pointOfSensor = ({ tipo, punto }: Pick<SensorConfig, 'tipo' | 'punto'>): SensorPoint | null =>
  punto === '' ? (sensorPoints[tipo][0] ?? null) : punto;

const everyPoint = Object.values<readonly SensorPoint[]>(sensorPoints).flat();
/** Of a station with SunSpec: where the value is read; empty: the usual point of the sensor's kind. */
export const Punto = v.optional(v.picklist(['', ...everyPoint]), '');
const kinds = sensorKinds.map(([kind]) => kind);
const limit = v.optional(v.nullable(range(-10_000, 10_000)), null);

/** Values, limits and offset are in the unit of the kind (`sensorKinds`). */
export const SensorConfig = v.strictObject({
  ...polled,
  ...ownRegisters,
  tipo: v.picklist(kinds),
  punto: Punto,
  ingresso: v.optional(v.picklist(['4-20mA', '0-10V', 'mV', 'Pt100', 'Pt1000', 'RS485']), 'RS485'),
  /** The range of the signal, and the range of values that it stands for. */
  in_min: v.optional(range(-10_000, 10_000), 4),
  in_max: v.optional(range(-10_000, 10_000), 20),
  eu_min: v.optional(range(-10_000, 10_000), 0),
  eu_max: v.optional(range(-10_000, 10_000), 1600),
  sensibilita: v.optional(range(1, 200, 'µV/(W/m²)'), 10),
  gain: v.optional(range(0.5, 2), 1),
  offset: v.optional(range(-1000, 1000), 0),
  tilt: v.optional(range(0, 90, '°'), 30),
  azimut: v.optional(range(0, 359, '°'), 180),
  /** Of a pyranometer, by ISO 9060: reports say by it how uncertain they are. Empty: not known, and the worst is assumed. */
  classe: v.optional(v.picklist(['', 'A', 'B', 'C']), ''),
  tarato_il: date,
  /** How long a calibration is valid. */
  validita: v.optional(wholeRange(6, 60, 'mesi'), 24),
  /** The performance ratio is computed with this sensor of its kind and plane. */
  primario: flag(false),
  /** A value outside of these limits is not valid; null: the limits of the kind apply. */
  limite_basso: limit,
  limite_alto: limit,
  /** How long a value may stay the same by day before an alarm is raised; null: the time that the rule of the alarm gives. */
  blocco: v.optional(v.nullable(wholeRange(10, 1440, 'min')), null),
});
export type SensorConfig = v.InferOutput<typeof SensorConfig>;
