import { formatNumber } from '../../i18n/format';
import { roundScale } from '../../ui/chart-scale';
import type { MapCell, MapGroup } from '../../ui/heatmap/layout';
import type { KindLook } from '../../ui/heatmap/paths';
import { looks } from './heatmap-marks';
import { type StringFacts, type StringKind, stringKinds } from './string-list';
import { kindWord } from './words';

/** A string in the band of its value. */
export interface ScaledCell extends MapCell {
  readonly string: StringFacts;
}

/** A line of the legend. */
export interface Entry {
  readonly key: string;
  readonly look: KindLook;
  readonly word: string;
  readonly count: number;
}

export interface ScaledMap {
  readonly groups: readonly MapGroup<ScaledCell>[];
  readonly looks: Readonly<Record<string, KindLook>>;
  /** Entries of the bands, then of the kinds that have no place on the scale. */
  readonly entries: readonly Entry[];
}

/** From the lowest band to the highest: current in the colour of energy, losses in the browns of the map. */
const colours = {
  current: ['h0', 'f0', 'f1', 'f2'],
  energy: ['h0', 'h2', 'h3', 'h4'],
} as const;
type Scaled = keyof typeof colours;

/** What has no place on a scale of currents, because its value does not compare with the others: it looks as on the map of deviations. */
const apart: readonly StringKind[] = ['reverse', 'open', 'silent', 'stopped', 'dark'];

/** The looks of a quantity, the same object for every answer. */
const bandLooks = (names: readonly string[]) => ({
  ...looks,
  ...Object.fromEntries(names.map((className, band) => [String(band), { className }])),
});
const scaledLooks = { current: bandLooks(colours.current), energy: bandLooks(colours.energy) };

/** The strings in four bands of their values. Null means no value. */
export function scaledMap(
  lines: readonly MapGroup<StringFacts>[],
  quantity: Scaled,
  read: (string: StringFacts) => number | null,
): ScaledMap {
  const counts = new Map<string, number>();
  const strings = lines.flatMap(({ boxes }) => boxes.flatMap(({ cells }) => cells));
  const scaled = (string: StringFacts) => (isApart(string, quantity) ? null : read(string));
  const values = strings.flatMap(string => scaled(string) ?? []);
  const limits = limitsOf(values, quantity);
  const cellOf = (string: StringFacts): ScaledCell => {
    const value = scaled(string);
    const kind = value !== null ? bandOf(value, limits) : isApart(string, quantity) ? string.kind : 'unknown';
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
    return { id: string.id, kind, string };
  };
  const groups = lines.map(({ name, boxes }) => ({
    name,
    boxes: boxes.map(box => ({ name: box.name, cells: box.cells.map(cellOf) })),
  }));
  const bands = colours[quantity].map((className, band) => ({
    key: className,
    look: { className },
    word: `${wordOf(limits, band)}–${wordOf(limits, band + 1)}`,
    count: counts.get(String(band)) ?? 0,
  }));
  // While nothing is known yet, there is nothing to explain.
  const others = stringKinds.flatMap(kind => {
    const count = counts.get(kind);
    return count && values.length > 0 ? { key: kind, look: looks[kind], word: kindWord(kind), count } : [];
  });
  return { groups, looks: scaledLooks[quantity], entries: [...bands, ...others] };
}

const isApart = ({ kind, isSilent }: StringFacts, quantity: Scaled) =>
  isSilent || (quantity === 'current' && apart.includes(kind));

/**
 * The limits of the bands. Those of currents have a quarter of the strings each, because currents are close together and far from 0; those
 * of losses are even, from 0 to a round number.
 */
function limitsOf(values: readonly number[], quantity: Scaled): readonly number[] {
  const quarters = [0, 1, 2, 3, 4];
  if (quantity === 'energy' || values.length === 0) {
    const { top } = roundScale(Math.max(0, ...values));
    return quarters.map(quarter => (quarter * top) / 4);
  }
  const sorted = [...values].sort((a, b) => a - b);
  return quarters.map(quarter => inHundredths(sorted[Math.round((quarter * (sorted.length - 1)) / 4)] ?? 0));
}

/** As the limits are written, so that a string lies where the legend says. */
const inHundredths = (value: number) => Math.round(100 * value) / 100;

function bandOf(value: number, limits: readonly number[]): string {
  const [, ...upper] = limits.slice(0, -1);
  return String(upper.filter(limit => inHundredths(value) >= limit).length);
}

function wordOf(limits: readonly number[], at: number): string {
  const finest = (limits[1] ?? 0) - (limits[0] ?? 0);
  const decimals = limits.every(Number.isInteger) ? 0 : finest > 0 && finest < 0.1 && limits[0] === 0 ? 3 : 2;
  return formatNumber(limits[at], decimals);
}
