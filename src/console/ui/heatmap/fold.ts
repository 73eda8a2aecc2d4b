import type { MapBox, MapCell, MapGroup } from './layout';

/** Maximum number of lines of a map that is shown whole. */
const wholeUpTo = { narrow: 12, wide: 24 };

/** A map that is folded: what needs attention, and how many cells are in the lines that are left out. */
export interface FoldedMap<C extends MapCell> {
  readonly groups: readonly MapGroup<C>[];
  readonly regular: number;
}

/** The lines of a map of many in which not every cell is regular; null for a map that is shown whole. A narrow map has a line for each box. */
export function foldMap<C extends MapCell>(
  groups: readonly MapGroup<C>[],
  isRegular: (cell: C) => boolean,
  isNarrow: boolean,
): FoldedMap<C> | null {
  const boxes = groups.flatMap(group => group.boxes);
  const [lines, most] = isNarrow ? [boxes.length, wholeUpTo.narrow] : [groups.length, wholeUpTo.wide];
  if (lines <= most) return null;
  const isApart = ({ cells }: MapBox<C>) => !cells.every(isRegular);
  const shown = groups.flatMap(group => {
    const own = group.boxes.filter(isApart);
    if (own.length === 0) return [];
    return { ...group, boxes: isNarrow ? own.map(named(group)) : group.boxes };
  });
  const regular = cellsOf(groups) - cellsOf(shown);
  return regular > 0 ? { groups: shown, regular } : null;
}

/** A box without a name of its own, whose first line is left out, has that of its group. */
const named =
  <C extends MapCell>({ name }: MapGroup<C>) =>
  (box: MapBox<C>, index: number): MapBox<C> =>
    index === 0 && box.name === '' ? { ...box, name } : box;

function cellsOf(groups: readonly MapGroup<MapCell>[]): number {
  return groups.reduce((sum, { boxes }) => boxes.reduce((more, { cells }) => more + cells.length, sum), 0);
}
