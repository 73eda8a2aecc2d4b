import type { ConfigKind, RecordOf } from '../../../contract/config/kinds';
import type { DeviceGroup } from '../source';

/** How fast a quantity may change: by this at once, and by this more in each minute since its last good value. */
export interface Pace {
  readonly atOnce: number;
  readonly perMinute: number;
}

/** °C: what is mounted on metal of kilograms. A cloud cools modules by 1 °C in some seconds, rain by 15 in a minute. */
const metal: Pace = { atOnce: 20, perMinute: 20 };
const air: Pace = { atOnce: 10, perMinute: 5 };

/**
 * Quantities with inertia. What light and grid do in a second has no pace: a cloud takes 80 % of a power at once. After a wrong value the
 * bound grows by itself, so that a sensor that was replaced is believed after minutes.
 */
const paces: Readonly<Partial<Record<DeviceGroup, Readonly<Record<string, Pace>>>>> = {
  inverter: { tcab: metal, tsnk: metal },
  stringhe: { tbox: metal },
  tracker: { soc: { atOnce: 20, perMinute: 10 } },
};

const paceOfSensor: Readonly<Partial<Record<RecordOf<'sensori'>['tipo'], Pace>>> = {
  tmod: metal,
  tamb: air,
  rh: { atOnce: 30, perMinute: 20 },
  pres: { atOnce: 10, perMinute: 2 },
};

const none: Readonly<Record<string, Pace>> = {};

/** The points of a device that have a pace. */
export function pacesOf(group: DeviceGroup, record: RecordOf<ConfigKind>): Readonly<Record<string, Pace>> {
  if (group !== 'sensori' || !('tipo' in record)) return paces[group] ?? none;
  const pace = paceOfSensor[record.tipo];
  return pace ? { v: pace } : none;
}

export const isTooFast = ({ atOnce, perMinute }: Pace, change: number, seconds: number): boolean =>
  Math.abs(change) > atOnce + (perMinute * Math.max(0, seconds)) / 60;
