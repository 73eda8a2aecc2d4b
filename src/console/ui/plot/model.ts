import type { ReactNode } from 'react';
import { middleOf, type Projection, type TimeSlot, type Values } from '../day-line';

/** One of several lines of equal rank, and the same line at another time. */
type Stroke = `l${number}`;

/** The meaning of a series, from which colour, width and dashes follow (design, section 9). */
export type Look =
  | 'measured'
  | 'expected'
  | 'context'
  | 'compared'
  | 'limit'
  | 'apart'
  | Stroke
  | `${Stroke} then`;

/** One quantity, with a value for each slot of the model. */
export interface Series {
  /** Identifies the series; the same at every update. */
  readonly key: string;
  readonly label: string;
  readonly unit: string;
  readonly decimals: number;
  readonly look: Look;
  /** Ticks of instants are points. `none`: only in readout, table and file. */
  readonly shape: 'line' | 'area' | 'bars' | 'ticks' | 'none';
  /** One value for each slot. */
  readonly values: Values;
  /** Without it the series uses the left axis. */
  readonly axis?: 'right';
  /** For bars and ticks: the fraction of the slot's width that they fill. */
  readonly share?: number;
  /** Label of the entry of the legend that several series share. */
  readonly group?: string;
  /** The same value in every slot: the line is drawn over the whole axis. */
  readonly isConstant?: boolean;
  /** One of many similar series: the readout omits it. */
  readonly isQuiet?: boolean;
  /** Its label is written under its end, for a line that the legend has no room for. */
  readonly isNamed?: boolean;
  /** Whether a row is highlighted in the series. */
  readonly isApart?: (row: number) => boolean;
}

/** A position on an axis, and its label. */
export interface Tick {
  readonly at: number;
  readonly label: string;
}

/** A note at a position, or on everything from there `to` an end. */
export interface Mark extends Tick {
  readonly to?: number;
}

/** A hatched range of the axis: without data, or with doubtful data. */
export interface PlotSpan {
  readonly from: number;
  readonly to: number;
  readonly look: 'gap' | 'doubtful';
}

/** A range in which the area between two series, given by their keys, is hatched. */
export interface Shortfall {
  readonly from: number;
  readonly to: number;
  readonly above: string;
  readonly below: string;
}

/** The horizontal axis. */
export interface PlotAxis {
  /** Head of the first column of table and file. */
  readonly head: string;
  /** Width of the label of a tick, px. */
  readonly tickPx: number;
  /** The ticks between two positions, at most `most`. */
  readonly ticks: (from: number, to: number, most: number) => readonly Tick[];
  /** The name of a slot in readout and table. */
  readonly nameOf: (row: number) => string;
  /** Start of each slot, epoch seconds: the file has this time, in local time of the zone, instead of the name. */
  readonly times?: { readonly zone: string; readonly beginOf: (row: number) => number };
}

/** The lowest and the highest value. */
export type Extremes = readonly [low: number, high: number];

/** The values of the grid lines, from bottom to top. */
export interface ValueAxes {
  readonly left: readonly number[];
  /** Null where no series uses the right axis. */
  readonly right: readonly number[] | null;
}

/** Convert axis values to px. */
export interface Scales {
  readonly x: (at: number) => number;
  /** The inverse of `x`. */
  readonly atPx: (px: number) => number;
  readonly y: (value: number) => number;
  readonly project: Projection;
}

/** The data of a chart. */
export interface PlotModel {
  /** The ranges of the samples, in order and without overlaps. A sample of an instant has equal ends. */
  readonly slots: readonly TimeSlot[];
  /** Drawn in this order: a later series is above an earlier one. */
  readonly series: readonly Series[];
  readonly axis: PlotAxis;
  /** The whole axis, from start to end. */
  readonly from: number;
  readonly to: number;
  /** The highest value that the value axes reach at least. */
  readonly least?: { readonly left?: number; readonly right?: number };
  /** Places the grid lines of both axes instead of the usual ones, which include 0; `right` is null where nothing uses that axis. */
  readonly placeLines?: (left: Extremes, right: Extremes | null) => ValueAxes;
  /** The present time; not shown outside the axis. */
  readonly now?: number;
  readonly spans?: readonly PlotSpan[];
  readonly shortfalls?: readonly Shortfall[];
  /** Drawn below the lines, in px. */
  readonly drawBelow?: (scales: Scales) => ReactNode;
  /** Drawn above everything else, in px. */
  readonly drawAbove?: (scales: Scales) => ReactNode;
  /** Instants and times with a text, such as a corrected clock or a note: a sign at the top; the text in the readout, and on paper below the chart. */
  readonly marks?: readonly Mark[];
}

/** The order for texts: series for comparison are last, although they are drawn first. */
export function inWords(series: readonly Series[]): readonly Series[] {
  const isOther = ({ look }: Series) => look === 'compared';
  return [...series.filter(each => !isOther(each)), ...series.filter(isOther)];
}

/** The visible part of the axis. */
export interface View {
  readonly from: number;
  readonly to: number;
}

/** The first row whose slot ends after a position; the number of slots if absent. */
export function rowAfter(slots: readonly TimeSlot[], at: number): number {
  let [low, high] = [0, slots.length];
  while (low < high) {
    const row = (low + high) >> 1;
    if ((slots[row]?.to ?? at) > at) high = row;
    else low = row + 1;
  }
  return low;
}

/** The row whose middle is nearest to a position; -1 without slots. */
export function rowAt(slots: readonly TimeSlot[], at: number): number {
  const row = Math.min(rowAfter(slots, at), slots.length - 1);
  const distance = (index: number) =>
    Math.abs(middleOf(slots[index] ?? { from: Infinity, to: Infinity }) - at);
  return row > 0 && distance(row - 1) < distance(row) ? row - 1 : row;
}
