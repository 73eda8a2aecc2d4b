import type { ConfigKind, Configuration, RecordOf } from '../../../contract/config/kinds';
import type { RefusalReason } from '../../../contract/refusals';
import { scaled } from '../processing/analog';
import type { DeviceGroup, Values } from '../source';
import { type Limits, limitsOfGroup, mayBeOff, type PlantRatings, type Range, sensorRange } from './limits';

/** Why a value of a device cannot be; null where it can. */
export type Judge = (point: string, value: number) => RefusalReason | null;

/** What stations report for a probe that is not connected, °C. */
const openProbe = -40;

/** The kind of the records whose devices a group shows. */
export const kindOfGroup = {
  inverter: 'inverters',
  mppt: 'inverters',
  stringhe: 'box-stringhe',
  tracker: 'trackers',
  contatori: 'contatori',
  sensori: 'sensori',
  spi: 'protezioni-interfaccia',
  cci: 'cci',
  di: 'digital-signals',
} as const satisfies Record<DeviceGroup, ConfigKind>;

export function recordsOf(configuration: Configuration, group: DeviceGroup): readonly RecordOf<ConfigKind>[] {
  return configuration[kindOfGroup[group]];
}

/** What the limits of `limitsOfGroup` say of the devices of a record. Computed once for a record. */
export function judgeOf(group: DeviceGroup, record: RecordOf<ConfigKind>, plant: PlantRatings): Judge {
  if (group === 'sensori') return judgeOfSensor(record as RecordOf<'sensori'>);
  // The kind of a record is that of its group (`kindOfGroup`), which the compiler cannot derive from the key.
  const limits = limitsOfGroup[group] as Limits<ConfigKind>;
  const ranges = new Map(
    Object.entries(limits).map(([point, limit]): [string, Range] => [point, limit.of(record, plant)]),
  );
  return (point, value) => {
    if (!Number.isFinite(value)) return 'assente';
    const range = ranges.get(point);
    if (!range || (value >= range[0] && value <= range[1]) || mayBeOff[point]?.(value)) return null;
    return 'limite';
  };
}

function judgeOfSensor(record: RecordOf<'sensori'>): Judge {
  const [least, most] = sensorRange(record);
  const isTemperature = record.tipo === 'tmod' || record.tipo === 'tamb';
  return (point, signal) => {
    if (!Number.isFinite(signal)) return 'assente';
    if (point !== 'v') return null;
    if (isTemperature && record.ingresso === 'RS485' && signal === openProbe) return 'assente';
    const value = scaled(record, signal) * record.gain + record.offset;
    return value >= least && value <= most ? null : 'limite';
  };
}

/** The values that a device can have; what it cannot is null. Without the memory of the gate: for what acts on powers before it. */
export function possibleValues(values: Values, judge: Judge): Values {
  let possible: Record<string, number | null> | null = null;
  for (const point in values) {
    const value = values[point] ?? null;
    if (value === null || judge(point, value) === null) continue;
    possible ??= { ...values };
    possible[point] = null;
  }
  return possible ?? values;
}
