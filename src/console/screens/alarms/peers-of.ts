import type { Alarm } from '../../data/alarm-rows';

export type Measure = readonly [point: string, unit: string, decimals: number];

/** What devices of a group are compared by. */
const compared: Readonly<Record<string, Measure>> = {
  inverter: ['pac', 'kW', 1],
  stringhe: ['i', 'A', 2],
  tracker: ['err', '°', 1],
};

/** What the device of an alarm is compared with its peers by; undefined where it has none. */
export const peersOf = ({ group, device }: Pick<Alarm, 'group' | 'device'>): Measure | undefined =>
  device !== null && Object.hasOwn(compared, group) ? compared[group] : undefined;
