import { deviationKind, lossLimits } from '../../data/deviation';
import { formatDifference, missing } from '../../i18n/format';
import type { ColumnHead } from '../../ui/heatmap/HeatMap';
import type { MapGroup } from '../../ui/heatmap/layout';
import type { Filter } from './filter';
import type { Owner, StringFacts, StringKind } from './string-list';

function kindFrom({ kind, deviation }: StringFacts, threshold: number): StringKind {
  const isGraver = kind === 'open' || kind === 'reverse';
  return deviation === null || isGraver ? kind : deviationKind(deviation, threshold);
}

/** The strings classified with the user's threshold. Returns the same objects if it is that of the datalogger. */
export function highlighted(owners: readonly Owner[], threshold: number): readonly Owner[] {
  if (threshold === lossLimits.warning) return owners;
  const marked = (string: StringFacts) => ({ ...string, kind: kindFrom(string, threshold) });
  return owners.map(owner => ({
    ...owner,
    boxes: owner.boxes.map(box => ({ ...box, cells: box.cells.map(marked) })),
  }));
}

const mostInLine = 64;

/** The lines of the map: one for each inverter, one for each box, or all strings sorted by deviation in equally long lines. */
export function grouped(
  owners: readonly Owner[],
  strings: readonly StringFacts[],
  grouping: Filter['grouping'],
): readonly MapGroup<StringFacts>[] {
  if (grouping === 'owner') return owners;
  if (grouping === 'box') return owners.flatMap(({ boxes }) => boxes.map(lineOf));
  const place = ({ deviation }: StringFacts) => deviation ?? Number.MAX_VALUE;
  const ranked = [...strings].sort((a, b) => place(a) - place(b));
  const perLine = Math.min(mostInLine, Math.ceil(ranked.length / owners.length));
  return Array.from({ length: Math.ceil(ranked.length / perLine) }, (_, line) => {
    const cells = ranked.slice(line * perLine, (line + 1) * perLine);
    const deviation = cells[0]?.deviation ?? null;
    return lineOf({ name: deviation === null ? missing : `${formatDifference(deviation, 1)}\u00a0%`, cells });
  });
}

/** The last part of a name with the separator before it: ".2" of "QS 03.2". */
const ending = /[^\s,;/.-]*$/;

/**
 * The heads of the columns where the lines have the same boxes one below the other: "QS n.2" for "QS 01.2" and "QS 02.2". Boxes that have
 * nothing in common have none.
 */
export function boxHeads(groups: readonly MapGroup<StringFacts>[]): readonly ColumnHead[] {
  const perBox = Math.max(0, ...groups.flatMap(({ boxes }) => boxes.map(({ cells }) => cells.length)));
  const most = groups.reduce((longest, { boxes }) => Math.max(longest, boxes.length), 0);
  if (groups.length < 2 || most < 2 || most * perBox > mostInLine) return [];
  return Array.from({ length: most }, (_, place) => {
    const names = groups.flatMap(({ boxes }) => boxes[place]?.name ?? []);
    const [first = ''] = names;
    const end = first.slice(Math.max(0, first.search(ending) - 1));
    const [begin = ''] = /^\D*/.exec(first) ?? [];
    const isCommon = names.every(name => name.startsWith(begin) && name.endsWith(end));
    return { column: place * perBox, label: isCommon ? `${begin}n${end}` : '' };
  }).filter(({ label }) => label !== '');
}

const lineOf = (box: MapGroup<StringFacts>['boxes'][number]) => ({ name: box.name, boxes: [box] });
