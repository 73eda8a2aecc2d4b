import { cornerOf, type MapLayout } from './layout';

/** Marks that distinguish kinds without colour. */
export type Mark = 'dot' | 'bar' | 'bars' | 'cross' | 'arrow';

/** How the cells of a kind are drawn. */
export interface KindLook {
  /** Its colour: a class of the heatmap's colour scale. */
  readonly className: string;
  readonly mark?: Mark;
  /** An abnormal kind: its cells are drawn one by one even where there are too many cells to draw all. */
  readonly isException?: true;
}
export type Looks = Readonly<Record<string, KindLook>>;

/** With more cells than this, each box is drawn as one plain block, with only the exceptions on top. */
const cellsAtMost = 1500;
/** Cells lower than this have no space for a mark. */
const markedFrom = 9;

const round = (value: number) => Math.round(value * 10) / 10;

function rectangle(x: number, y: number, width: number, height: number): string {
  return `M${round(x)} ${round(y)}h${round(width)}v${round(height)}h${-round(width)}z`;
}

/** The path of a mark inside a cell of the given size. */
export function markPath(
  mark: Mark | undefined,
  x: number,
  y: number,
  width: number,
  height: number,
): string {
  const [cx, cy] = [round(x + width / 2), round(y + height / 2)];
  const half = round(Math.min(width, height) / 4);
  const bar = (at: number) => `M${cx - half} ${round(at)}h${2 * half}`;
  switch (mark) {
    case 'dot':
      return `M${cx} ${cy - half / 2}v${half}`;
    case 'bar':
      return bar(cy);
    case 'bars':
      return bar(cy - half / 1.6) + bar(cy + half / 1.6);
    case 'cross':
      return `M${cx - half} ${cy - half}l${2 * half} ${2 * half}m0 ${-2 * half}l${-2 * half} ${2 * half}`;
    case 'arrow':
      return `M${cx + half} ${cy}h${-2 * half}l${half} ${-half}m${-half} ${half}l${half} ${half}`;
    default:
      return '';
  }
}

/** Whether the map has too many cells to draw each of them. */
export function isPlainMap({ lines }: MapLayout): boolean {
  let count = 0;
  for (const { boxes } of lines) for (const { cells } of boxes) count += cells.length;
  return count > cellsAtMost;
}

/** The blocks of whole boxes by kind, above them the single cells by kind, and the marks of all exceptions. */
export interface LinePaths {
  readonly blocks: ReadonlyMap<string, string>;
  readonly singles: ReadonlyMap<string, string>;
  readonly marks: string;
}

/** The paths of one line. Their length grows with the number of cells; on a plain map, with the number of exceptions. */
export function linePaths(layout: MapLayout, line: number, looks: Looks, isPlain: boolean): LinePaths {
  const { lines, perBox, cellWidth, cellHeight } = layout;
  const [blocks, singles] = [new Map<string, string>(), new Map<string, string>()];
  let marks = '';
  const draw = (paths: Map<string, string>, kind: string, path: string) =>
    paths.set(kind, (paths.get(kind) ?? '') + path);
  const [width, height] = [cellWidth - 1, cellHeight - 1];
  const isMarked = width >= markedFrom - 1 && height >= markedFrom;
  lines[line]?.boxes.forEach(({ cells }, box) => {
    const [left, y] = cornerOf(layout, { line, column: box * perBox });
    const common = isPlain ? commonKind(cells, looks) : null;
    if (common !== null) draw(blocks, common, rectangle(left, y, cells.length * cellWidth - 1, height + 1));
    cells.forEach(({ kind }, place) => {
      if (kind === common) return;
      const x = left + place * cellWidth;
      draw(singles, kind, rectangle(x, y, width, height));
      if (isMarked) marks += markPath(looks[kind]?.mark, x, y, width, height);
    });
  });
  return { blocks, singles, marks };
}

/** The kind in which the block of a box is drawn: its first one that is no exception. Null where all are exceptions. */
function commonKind(cells: readonly { readonly kind: string }[], looks: Looks): string | null {
  return cells.find(({ kind }) => !looks[kind]?.isException)?.kind ?? null;
}
