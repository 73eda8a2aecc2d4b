import type { ValuesOf } from '../../../plant/processing/rows';
import type { InverterReading, MeterReading } from './electrical-readings';
import type { SensorReading } from './field-readings';

/** The points of the plant of which a slot holds the mean. */
const meanPoints = [
  'pac',
  'pattesa',
  'pattesa_cc',
  'qac',
  'pimm',
  'pprel',
  'pauto',
  'poa',
  'tmod',
  'tamb',
] as const;

/** Readings of one step, or their means over a slot. */
export interface Readings {
  readonly plant: { -readonly [P in keyof ValuesOf<'impianto'>]: number | null };
  readonly plantState: number;
  readonly plantQuality: number;
  readonly inverters: InverterReading[];
  readonly meters: MeterReading[];
  readonly sensors: SensorReading[];
}

/** The mean of `count` steps, extended by one more value. A missing value does not count. */
function blend(mean: number | null, value: number | null, count: number): number | null {
  if (mean === null || value === null) return mean ?? value;
  return mean + (value - mean) / (count + 1);
}

/** Writes into `now` the means over `now` and the `count` steps before it. States and counters stay those of the newest step. */
export function mergeReadings(before: Readings, now: Readings, count: number): void {
  for (const point of meanPoints) now.plant[point] = blend(before.plant[point], now.plant[point], count);
  now.plant.poa_dubbia = Math.max(before.plant.poa_dubbia ?? 0, now.plant.poa_dubbia ?? 0);
  for (const [index, inverter] of now.inverters.entries())
    mergeInverter(before.inverters[index], inverter, count);
  now.meters.forEach((meter, index) => {
    const older = before.meters[index];
    meter.power = blend(older?.power ?? null, meter.power, count) ?? 0;
    meter.reactive = blend(older?.reactive ?? null, meter.reactive, count) ?? 0;
  });
  now.sensors.forEach((sensor, index) => {
    const older = before.sensors[index];
    sensor.clearSky = blend(older?.clearSky ?? null, sensor.clearSky, count);
    // A direction has no mean, and a counter keeps its last value.
    if (sensor.plan.kind === 'wd' || sensor.plan.kind === 'rain') return;
    sensor.value = blend(older?.value ?? null, sensor.value, count);
    sensor.isSilent = sensor.value === null;
  });
}

function mergeInverter(before: InverterReading | undefined, now: InverterReading, count: number): void {
  if (!before) return;
  const mean = (older: number, newer: number) => older + (newer - older) / (count + 1);
  now.pac = mean(before.pac, now.pac);
  now.qac = mean(before.qac, now.qac);
  now.pdc = mean(before.pdc, now.pdc);
  now.udc = mean(before.udc, now.udc);
  now.cabinet = mean(before.cabinet, now.cabinet);
  now.heatsink = mean(before.heatsink, now.heatsink);
  now.insulation = mean(before.insulation, now.insulation);
  now.limitPercent = mean(before.limitPercent, now.limitPercent);
  now.events |= before.events;
}
