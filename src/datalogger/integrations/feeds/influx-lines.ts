import { pointOf } from '../../../contract/points';
import { cellAt } from '../../api/support/measures-past';
import type { Frame } from '../../storage/measures/frame';
import { archive, fieldIndex, fieldsOf, type KeptGroup } from '../../storage/measures/kept';

/** Which plant the lines are of. */
export interface Origin {
  readonly plant: string;
  readonly serial: string;
  /** Installed modules; null where the plant is not described. */
  readonly peakKwp: number | null;
}

export interface LineOptions {
  /** Lines that were sent before: a device without values is written as `coperti=0`, a row that is certain now as `incerti=0`. */
  readonly isCorrection?: boolean;
  /** Whether a device, or a part of what it sums, is marked as invalid in the slot at `t`: what adds up there and is missing is written as 0. */
  readonly marked?: (group: KeptGroup, id: number, t: number) => boolean;
  /** Whether the energies of a device may be wrong in the slot at `t`. */
  readonly uncertain?: (group: KeptGroup, id: number, t: number) => boolean;
}

/**
 * The lines of a slot in the line protocol of InfluxDB, times in seconds: measurement = group, tags `plant`, `serial` and `device`, fields =
 * the points that the archive keeps, as the API gives them, and `coperti`, the seconds of the slot in which the device was measured;
 * `incerti=1` where its energies may be wrong or lack a device that is marked as invalid. Of the plant also `kwp`, and the two sums whose
 * ratio its percentages are: over a longer time they are the ratio of the sums, never a mean of ratios.
 */
export function linesOf(
  origin: Origin,
  group: KeptGroup,
  frame: Frame,
  { isCorrection = false, marked, uncertain }: LineOptions = {},
): string[] {
  const width = fieldsOf(group).length;
  return frame.ids.flatMap((id, device) => {
    const covered = frame.values[device * width] ?? 0;
    const fields = covered === 0 ? [] : fieldsAt(group, frame, device);
    if (fields.length === 0 && !isCorrection) return [];
    const kwp =
      fields.length > 0 && group === 'impianto' && origin.peakKwp !== null ? [`kwp=${origin.peakKwp}`] : [];
    const taken = isCorrection && marked?.(group, id, frame.t) ? takenBack(group, fields) : [];
    const mark = uncertain?.(group, id, frame.t) ? ['incerti=1'] : isCorrection ? ['incerti=0'] : [];
    return lineOf(origin, group, id, [...fields, ...taken, ...kwp, ...mark, `coperti=${covered}`], frame.t);
  });
}

/** What adds up and is not there, as 0: a database keeps every field of a line that the next one does not have. */
function takenBack(group: KeptGroup, fields: readonly string[]): string[] {
  const there = new Set(fields.map(field => field.slice(0, field.indexOf('='))));
  const adding = archive[group].points.flatMap(point => {
    const kind = pointOf(group, point)?.[2];
    if (kind === 'energy') return [point];
    return kind === 'ratio' && group === 'impianto' ? [`${point}_num`, `${point}_den`] : [];
  });
  return adding.filter(name => !there.has(name)).map(name => `${name}=0`);
}

/** One line of a plant's device. */
export function lineOf(
  { plant, serial }: Origin,
  measurement: string,
  device: number,
  fields: readonly string[],
  t: number,
): string {
  const tags = `plant=${tagOf(plant)},serial=${tagOf(serial)},device=${device}`;
  return `${measurement},${tags} ${fields.join(',')} ${t}`;
}

function fieldsAt(group: KeptGroup, frame: Frame, device: number): string[] {
  return archive[group].points.flatMap(point => {
    const value = cellAt({ group, point }, frame, device, true);
    const sums = group === 'impianto' ? sumsAt(point, frame, device) : [];
    return value === null ? sums : [`${point}=${value}`, ...sums];
  });
}

function sumsAt(point: string, frame: Frame, device: number): string[] {
  if (pointOf('impianto', point)?.[2] !== 'ratio') return [];
  const at = device * fieldsOf('impianto').length + fieldIndex('impianto', point);
  const [above = Number.NaN, below = Number.NaN] = frame.values.subarray(at, at + 2);
  return Number.isNaN(above) || Number.isNaN(below) ? [] : [`${point}_num=${above}`, `${point}_den=${below}`];
}

/** A backslash would escape what follows it, and cannot be escaped itself. */
const tagOf = (text: string) => text.replaceAll('\\', '/').replaceAll(/[ ,=]/g, sign => `\\${sign}`);

export const measurementOf = (line: string) => line.slice(0, line.indexOf(','));

/** A line without one field of a measurement; null where it has no other. Values are numbers, so that no space is in the fields. */
export function withoutField(line: string, measurement: string, field: string): string | null {
  if (measurementOf(line) !== measurement) return line;
  const end = line.lastIndexOf(' ');
  const begin = line.lastIndexOf(' ', end - 1) + 1;
  const fields = line.slice(begin, end).split(',');
  const others = fields.filter(each => !each.startsWith(`${field}=`));
  if (others.length === fields.length) return line;
  return others.length === 0 ? null : `${line.slice(0, begin)}${others.join(',')}${line.slice(end)}`;
}
