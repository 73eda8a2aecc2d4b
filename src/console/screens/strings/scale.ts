import { formatNumber } from '../../i18n/format';
import { roundScale } from '../../ui/chart-scale';
import type { MapCell, MapGroup } from '../../ui/heatmap/layout';
import type { KindLook } from '../../ui/heatmap/paths';
import { looks } from './heatmap-marks';
import type { StringFacts } from './string-list';

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
  /** Entries of the bands; strings without a value are not included. */
  readonly entries: readonly Entry[];
}

/** From the lowest band to the highest: current in the colour of energy, losses in the browns of the map. */
const colours = {
  current: ['h0', 'f0', 'f1', 'f2'],
  energy: ['h0', 'h2', 'h3', 'h4'],
} as const;

/** The looks of a quantity, the same object for every answer. */
const bandLooks = (names: readonly string[]) => ({
  ...Object.fromEntries(names.map((className, band) => [String(band), { className }])),
  unknown: looks.unknown,
});
const scaledLooks = { current: bandLooks(colours.current), energy: bandLooks(colours.energy) };

/** The strings in four equal bands from 0 to a round number. Null means no value. */
export function scaledMap(
  lines: readonly MapGroup<StringFacts>[],
  quantity: keyof typeof colours,
  read: (string: StringFacts) => number | null,
): ScaledMap {
  const classNames = colours[quantity];
  const strings = lines.flatMap(({ boxes }) => boxes.flatMap(({ cells }) => cells));
  const { top } = roundScale(strings.reduce((most, string) => Math.max(most, read(string) ?? 0), 0));
  const width = top / classNames.length;
  const counts = classNames.map(() => 0);
  const cellOf = (string: StringFacts): ScaledCell => {
    const value = string.isSilent ? null : read(string);
    if (value === null) return { id: string.id, kind: 'unknown', string };
    const band = Math.min(classNames.length - 1, Math.max(0, Math.floor(value / width)));
    counts[band] = (counts[band] ?? 0) + 1;
    return { id: string.id, kind: String(band), string };
  };
  const groups = lines.map(({ name, boxes }) => ({
    name,
    boxes: boxes.map(box => ({ name: box.name, cells: box.cells.map(cellOf) })),
  }));
  const decimals = Number.isInteger(width) ? 0 : width < 0.1 ? 3 : 2;
  const limit = (band: number) => formatNumber(band * width, decimals);
  const entries = classNames.map((className, band) => ({
    key: className,
    look: { className },
    word: `${limit(band)}–${limit(band + 1)}`,
    count: counts[band] ?? 0,
  }));
  return { groups, looks: scaledLooks[quantity], entries };
}
