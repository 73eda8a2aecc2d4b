import type { Resource } from '../../data/resource';
import { liveTable } from '../../data/table';
import { type Device, everyMs, numberOf, readDevices } from '../../device-screens/device-list';

const points = ['ingresso', 'u', 'i', 'p', 'dev', 's1', 's2', 's3', 's4'] as const;
const mostInputs = 24;

/** The request for the MPPT inputs of one inverter; null if it reports none. */
export function inputsOf(inverter: number, count: number | null): Resource<readonly Device[]> | null {
  if (!count || count > mostInputs || !Number.isInteger(inverter)) return null;
  const codes = Array.from({ length: count }, (_, index) => `mppt.${inverter * 100 + index + 1}`);
  return liveTable(codes.join(','), everyMs, table => readDevices(table, 'mppt', points).devices);
}

/** Currents of the strings of an input, A. */
export function stringCurrents(input: Device): readonly number[] {
  return (['s1', 's2', 's3', 's4'] as const).flatMap(point => numberOf(input, point) ?? []);
}
