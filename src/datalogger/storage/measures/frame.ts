import { sensorKinds } from '../../../contract/codes';
import { type Field, fieldsOf, type KeptGroup } from './kept';

/**
 * All devices of a group in one slot. `values` holds one record a device (`fieldsOf(group)`), in stored units
 * (value * scale); NaN is a missing value.
 */
export interface Frame {
  /** Start of the slot, epoch seconds. */
  readonly t: number;
  readonly ids: readonly number[];
  readonly values: Float64Array;
}

/** A frame in which everything is missing and nothing was covered. */
export function emptyFrame(group: KeptGroup, t: number, ids: readonly number[]): Frame {
  const width = fieldsOf(group).length;
  const values = new Float64Array(ids.length * width).fill(Number.NaN);
  for (let base = 0; base < values.length; base += width) values[base] = 0;
  return { t, ids, values };
}

function hasSameIds(a: readonly number[], b: readonly number[]): boolean {
  return a === b || (a.length === b.length && a.every((id, index) => id === b[index]));
}

function unionOfIds(frames: readonly Frame[]): readonly number[] {
  const [first, ...others] = frames;
  if (!first) return [];
  if (others.every(frame => hasSameIds(frame.ids, first.ids))) return first.ids;
  return [...new Set(frames.flatMap(frame => frame.ids))].sort((a, b) => a - b);
}

/** Adds one value to the field of the result; means are kept as sums until `finishMeans`. */
function merge(into: Float64Array, at: number, { rule }: Field, value: number, weight: number): void {
  const held = into[at] ?? Number.NaN;
  const isFirst = Number.isNaN(held);
  if (rule === 'mean') into[at] = (isFirst ? 0 : held) + value * weight;
  else if (rule === 'sum') into[at] = isFirst ? value : held + value;
  else if (rule === 'max') into[at] = isFirst ? value : Math.max(held, value);
  else into[at] = value;
}

/**
 * One slot out of several in order of time: the only roll-up there is, from samples to minutes to quarters to days to
 * months. Energies are whole numbers and add up exactly; a mean is weighted by the coverage of its slots; a wind direction has the
 * mean of vectors.
 */
export function combine(group: KeptGroup, t: number, frames: readonly Frame[]): Frame {
  const fields = fieldsOf(group);
  const width = fields.length;
  const ids = unionOfIds(frames);
  const result = emptyFrame(group, t, ids).values;
  const weights = new Float64Array(result.length);
  for (const frame of frames) {
    const isAligned = hasSameIds(frame.ids, ids);
    frame.ids.forEach((id, device) => {
      const from = device * width;
      const to = (isAligned ? device : ids.indexOf(id)) * width;
      const coverage = frame.values[from] ?? 0;
      for (let offset = 0; offset < width; offset++) {
        const value = frame.values[from + offset] ?? Number.NaN;
        const field = fields[offset];
        if (Number.isNaN(value) || !field) continue;
        merge(result, to + offset, field, value, coverage);
        weights[to + offset] = (weights[to + offset] ?? 0) + coverage;
      }
    });
  }
  finishMeans(fields, result, weights);
  if (group === 'sensori') meanDirections(frames, { ids, values: result });
  return { t, ids, values: result };
}

function finishMeans(fields: readonly Field[], values: Float64Array, weights: Float64Array): void {
  fields.forEach(({ rule }, offset) => {
    if (rule !== 'mean') return;
    for (let at = offset; at < values.length; at += fields.length) {
      values[at] = (values[at] ?? Number.NaN) / (weights[at] ?? 0);
    }
  });
}

/** Combines frames in order of time into slots; `slotStart` says which slot an instant belongs to. */
export function combineInto(
  group: KeptGroup,
  frames: readonly Frame[],
  slotStart: (t: number) => number,
): Frame[] {
  const result: Frame[] = [];
  let slot: Frame[] = [];
  let start = Number.NaN;
  for (const frame of frames) {
    const next = slotStart(frame.t);
    if (next !== start && slot.length > 0) {
      result.push(combine(group, start, slot));
      slot = [];
    }
    start = next;
    slot.push(frame);
  }
  if (slot.length > 0) result.push(combine(group, start, slot));
  return result;
}

/** The parts of a frame that this needs. */
interface Sensors {
  readonly ids: readonly number[];
  readonly values: Float64Array;
}

const windDirection = sensorKinds.findIndex(([kind]) => kind === 'wd');

/** Where the record of a sensor has its value and its kind. */
function placesOf(fields: readonly Field[]) {
  const value = fields.findIndex(({ point }) => point === 'v');
  const kind = fields.findIndex(({ point }) => point === 'tipo');
  return { value, kind, valueScale: fields[value]?.scale ?? 1, kindScale: fields[kind]?.scale ?? 1 };
}

/**
 * Writes the mean of every wind direction of `result`, combined of `frames`: between 350° and 10° lies north, not south. The mean
 * of unit vectors weighted by coverage; null where they cancel each other. A direction has no maximum but its mean.
 */
function meanDirections(frames: readonly Sensors[], result: Sensors): void {
  const fields = fieldsOf('sensori');
  const width = fields.length;
  const { value, kind, valueScale, kindScale } = placesOf(fields);
  result.ids.forEach((id, device) => {
    if (result.values[device * width + kind] !== windDirection * kindScale) return;
    let [east, north] = [0, 0];
    for (const { ids, values } of frames) {
      const base = ids.indexOf(id) * width;
      const radians = ((values[base + value] ?? Number.NaN) / valueScale) * (Math.PI / 180);
      if (base < 0 || Number.isNaN(radians)) continue;
      east += (values[base] ?? 0) * Math.sin(radians);
      north += (values[base] ?? 0) * Math.cos(radians);
    }
    const degrees = (Math.atan2(east, north) * (180 / Math.PI) + 360) % 360;
    const mean = Math.hypot(east, north) < 1e-6 ? Number.NaN : degrees * valueScale;
    result.values.fill(mean, device * width + value, device * width + value + 2);
  });
}
