import { startOfLocalDay } from '../../../contract/zone';
import { combine, emptyFrame, type Frame } from './frame';
import { fieldIndex, fieldsOf, type KeptGroup } from './kept';
import type { Measures } from './measures';
import { changes, type Span } from './spans';

/*
 * What the readers of the archive are shown of a time that is marked as invalid. The device has no values there. The plant's row keeps
 * what it has without that device: energy and power of an inverter are taken off; what cannot be known without the device (ratios, losses,
 * the exchange with the grid) is missing.
 */

const ratios = ['pr', 'calore', 'atteso'];
const chain = ['cc', 'sporco', 'diverse', 'taglio', 'conversione'];
const counted = ['emese', 'eanno', 'etot', 'copertura'];

/** What the plant's row no longer has where a device of the group is invalid. */
const unknown: { readonly [G in KeptGroup]?: readonly string[] } = {
  inverter: [...ratios, ...chain, ...counted, 'propria', 'disp'],
  contatori: ['qac', 'pimm', 'pprel', 'pauto', 'propria'],
  sensori: [
    ...ratios,
    ...chain,
    ...['pattesa', 'pattesa_cc', 'eattesa', 'poa', 'tmod', 'tamb', 'irr', 'copertura'],
  ],
};

/** Slots of a tier without what lies in the spans. */
export function mended(
  store: Measures,
  tier: 'minute' | 'quarter',
  group: KeptGroup,
  frames: Frame[],
): Frame[] {
  const spans = store.spans.all();
  if (spans.length === 0) return frames;
  return frames.map(frame => {
    const own = spans.filter(span => changes(span, group, frame.t));
    return own.length === 0 ? frame : withoutSpans(store, tier, group, frame, own);
  });
}

function withoutSpans(
  store: Measures,
  tier: 'minute' | 'quarter',
  group: KeptGroup,
  frame: Frame,
  spans: readonly Span[],
): Frame {
  if (spans.some(span => span.group === 'impianto')) return emptyFrame(group, frame.t, frame.ids);
  const values = frame.values.slice();
  const width = fieldsOf(group).length;
  for (const span of spans) {
    if (group === 'impianto') withoutDevice(store, tier, { ...frame, values }, span);
    else blank(values, frame.ids.indexOf(span.device) * width, width);
  }
  return { ...frame, values };
}

function blank(values: Float64Array, at: number, width: number): void {
  if (at < 0) return;
  values.fill(Number.NaN, at, at + width);
  values[at] = 0;
}

/** Takes one device off the plant's row. */
function withoutDevice(store: Measures, tier: 'minute' | 'quarter', plant: Frame, span: Span): void {
  const { group, device } = span;
  for (const name of unknown[group] ?? []) {
    fieldsOf('impianto').forEach(({ point }, at) => {
      if (point === name) plant.values[at] = Number.NaN;
    });
  }
  if (group !== 'inverter') return;
  const [frame] = store.frames(tier, group, plant.t, plant.t + 1);
  const row = frame?.ids.indexOf(device) ?? -1;
  const base = row * fieldsOf(group).length;
  for (const [name, part] of [
    ['eday', 0],
    ['pac', 0],
    ['pac', 1],
  ] as const) {
    const at = fieldIndex('impianto', name) + part;
    // Where the minutes of the device are no longer kept, the plant's are not known either.
    const own = row < 0 ? Number.NaN : (frame?.values[base + fieldIndex(group, name)] ?? Number.NaN);
    const isNothing = row >= 0 && Number.isNaN(own);
    plant.values[at] = (plant.values[at] ?? Number.NaN) - (isNothing ? 0 : own);
  }
}

/** The local days of [from, to) that spans change, each combined of its quarters; a day whose quarters are gone stays as it was. */
export function mendedDays(
  store: Measures,
  zone: string,
  group: KeptGroup,
  days: readonly Frame[],
  endOf: (t: number) => number,
): readonly Frame[] {
  const spans = store.spans.all();
  if (spans.length === 0) return days;
  return days.map(day => {
    const end = endOf(day.t);
    const isChanged = spans.some(
      span => span.from < end && span.to > day.t && changes(span, group, Math.max(span.from, day.t)),
    );
    if (!isChanged) return day;
    return store.mendedDays.get(group, day.t) ?? mendedDay(store, zone, group, day, end);
  });
}

/** One day without its invalid quarters. */
export function mendedDay(store: Measures, zone: string, group: KeptGroup, day: Frame, end: number): Frame {
  const quarters = store.frames('quarter', group, day.t, end);
  if (quarters.length === 0) return day;
  return combine(group, startOfLocalDay(zone, day.t), mended(store, 'quarter', group, quarters));
}
