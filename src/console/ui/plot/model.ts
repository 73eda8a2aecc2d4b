import { middleOf, type TimeSlot, type Values } from '../day-line';

/** What a series stands for; colour, width and dashes follow from it (design, section 9). */
export type Look = 'measured' | 'expected' | 'context' | 'compared' | 'limit' | 'apart';

/** One quantity along the slots of the model. */
export interface Series {
  /** Stays the same from one update to the next. */
  readonly key: string;
  readonly label: string;
  readonly unit: string;
  readonly decimals: number;
  readonly look: Look;
  readonly shape: 'line' | 'area' | 'bars' | 'ticks';
  /** One for each slot. */
  readonly values: Values;
  /** Without it the left one. */
  readonly axis?: 'right';
  /** Of bars and ticks, the share of the slot that they take. */
  readonly share?: number;
  /** Words of one entry of the legend that several series share. */
  readonly group?: string;
  /** One of many that are alike: the readout leaves it out. */
  readonly isQuiet?: boolean;
  /** Rows that stand out from the others of the series. */
  readonly isApart?: (row: number) => boolean;
}

/** A place on an axis, and its words. */
export interface Tick {
  readonly at: number;
  readonly label: string;
}

/** A stretch of the axis that is hatched: without data, or with data that is doubted. */
export interface PlotSpan {
  readonly from: number;
  readonly to: number;
  readonly look: 'gap' | 'doubtful';
}

/** A stretch in which the room between two series is hatched, by their keys. */
export interface Shortfall {
  readonly from: number;
  readonly to: number;
  readonly above: string;
  readonly below: string;
}

/** What the axis of the slots says. */
export interface PlotAxis {
  /** Of the first column of table and file. */
  readonly head: string;
  /** The room that the words of a tick take, px. */
  readonly tickPx: number;
  /** So many ticks between two places as find room. */
  readonly ticks: (from: number, to: number, most: number) => readonly Tick[];
  /** What readout and table call a slot. */
  readonly nameOf: (row: number) => string;
  /** When each slot begins, epoch seconds: the file tells that instead of the name, by the clocks of the zone. */
  readonly times?: { readonly zone: string; readonly beginOf: (row: number) => number };
}

/** What a chart shows, as data. */
export interface PlotModel {
  /** In order, without overlaps: what each sample stands for. Of an instant both ends are the same. */
  readonly slots: readonly TimeSlot[];
  /** What is drawn first lies below. */
  readonly series: readonly Series[];
  readonly axis: PlotAxis;
  /** The whole of the axis. */
  readonly from: number;
  readonly to: number;
  /** How far the value axes reach at least. */
  readonly least?: { readonly left?: number; readonly right?: number };
  /** Where now is; beyond the axis it is not shown. */
  readonly now?: number;
  readonly spans?: readonly PlotSpan[];
  readonly shortfalls?: readonly Shortfall[];
  /** Instants with a word, such as a corrected clock: a sign at the top, the word in the readout. */
  readonly marks?: readonly Tick[];
}

/** In words, what something is compared with comes last, though it is drawn first. */
export function inWords(series: readonly Series[]): readonly Series[] {
  const isOther = ({ look }: Series) => look === 'compared';
  return [...series.filter(each => !isOther(each)), ...series.filter(isOther)];
}

/** A part of the axis. */
export interface View {
  readonly from: number;
  readonly to: number;
}

/** The first row whose slot ends after a place; the number of slots where there is none. */
export function rowAfter(slots: readonly TimeSlot[], at: number): number {
  let [low, high] = [0, slots.length];
  while (low < high) {
    const row = (low + high) >> 1;
    if ((slots[row]?.to ?? at) > at) high = row;
    else low = row + 1;
  }
  return low;
}

/** The row whose middle is next to a place; -1 without any. */
export function rowAt(slots: readonly TimeSlot[], at: number): number {
  const row = Math.min(rowAfter(slots, at), slots.length - 1);
  const distance = (index: number) =>
    Math.abs(middleOf(slots[index] ?? { from: Infinity, to: Infinity }) - at);
  return row > 0 && distance(row - 1) < distance(row) ? row - 1 : row;
}
