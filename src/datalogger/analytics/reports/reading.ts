import type { Frame } from '../../storage/measures/frame';
import { fieldIndex, fieldsOf, type KeptGroup } from '../../storage/measures/kept';

/** A number of a device (by position) in its own unit; null where it is missing. `part` 1 is a maximum or a denominator. */
export type Reading = (device: number, name: string, part?: 0 | 1) => number | null;

/** Reads values of a frame by their names. */
export function readingOf(group: KeptGroup, frame: Frame): Reading {
  const fields = fieldsOf(group);
  return (device, name, part = 0) => {
    const at = fieldIndex(group, name) + part;
    const value = (frame.values[device * fields.length + at] ?? Number.NaN) / (fields[at]?.scale ?? 1);
    return Number.isNaN(value) ? null : value;
  };
}

/** For how many seconds a device was measured. */
export const measuredSeconds = (group: KeptGroup, frame: Frame, device: number): number =>
  frame.values[device * fieldsOf(group).length] ?? 0;

/** The sum of the values that are not null; null if absent. */
export function sumOf(values: readonly (number | null)[]): number | null {
  const known = values.filter(value => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
}

/** A known number divided by a unit. */
export const inUnits = (value: number | null, unit: number) => (value === null ? null : value / unit);
