/** What a cell stands for. Its kind decides how it is drawn. */
export interface MapCell {
  readonly id: string;
  readonly kind: string;
}

/** Cells that stand beside one another. */
export interface MapBox<C extends MapCell> {
  readonly name: string;
  readonly cells: readonly C[];
}

export interface MapGroup<C extends MapCell> {
  readonly name: string;
  readonly boxes: readonly MapBox<C>[];
}

/** A row of cells: boxes side by side. */
export interface MapLine<C extends MapCell> {
  readonly label: string;
  readonly boxes: readonly MapBox<C>[];
}

/** Where every cell is, so that drawing and pointing are arithmetic. All measures in units of the drawing. */
export interface MapLayout<C extends MapCell = MapCell> {
  readonly width: number;
  readonly height: number;
  readonly lines: readonly MapLine<C>[];
  /** Lines below one another; the next ones begin a block at the right. */
  readonly perBlock: number;
  readonly blockWidth: number;
  /** From the left edge of its block to that of the first cell, from the top to the first line. */
  readonly labelWidth: number;
  readonly top: number;
  readonly cellWidth: number;
  readonly cellHeight: number;
  /** Cells that every box has room for, and from one box to the next. */
  readonly perBox: number;
  readonly boxWidth: number;
}

/** A cell by its line and its place in it, boxes and their cells counted through. */
export interface Spot {
  readonly line: number;
  readonly column: number;
}

const wide = { width: 1018, labelWidth: 52, boxGap: 7, blockGap: 26, top: 4, cellsAtMost: 64, cellWidth: 60 };
const narrow = { ...wide, width: 336, labelWidth: 58, cellsAtMost: 1, cellWidth: 68 };
/** Up to so many lines in a block, cells of this height. */
const heights = [
  [12, 21],
  [24, 15],
  [40, 11],
  [Number.POSITIVE_INFINITY, 9],
] as const;
/** More lines than this make a second block beside the first. */
const linesAtMost = 40;

/** One line a group, as many boxes in it as stay readable; on a narrow screen one box a line. */
export function layoutMap<C extends MapCell>(
  groups: readonly MapGroup<C>[],
  isNarrow: boolean,
  width = (isNarrow ? narrow : wide).width,
): MapLayout<C> {
  const { labelWidth, boxGap, blockGap, top, cellsAtMost, cellWidth } = isNarrow ? narrow : wide;
  const perBox = groups.reduce(
    (most, { boxes }) => boxes.reduce((more, { cells }) => Math.max(more, cells.length), most),
    1,
  );
  const boxesAtMost = Math.max(1, Math.floor(cellsAtMost / perBox));
  const lines = groups.flatMap(group => linesOf(group, boxesAtMost, isNarrow));
  const boxes = lines.reduce((most, line) => Math.max(most, line.boxes.length), 1);
  const blocks = isNarrow || lines.length <= linesAtMost ? 1 : 2;
  const blockWidth = (width + blockGap) / blocks;
  const room = (blockWidth - blockGap - labelWidth - boxes * boxGap) / (boxes * perBox);
  const perBlock = Math.max(1, Math.ceil(lines.length / blocks));
  const [, height = 9] = heights.find(([count]) => perBlock <= count) ?? [];
  const cell = Math.min(cellWidth, room);
  return {
    width,
    height: top + perBlock * height + 2,
    lines,
    perBlock,
    blockWidth,
    labelWidth,
    top,
    cellWidth: cell,
    cellHeight: height,
    perBox,
    boxWidth: perBox * cell + boxGap,
  };
}

function linesOf<C extends MapCell>(
  group: MapGroup<C>,
  boxesAtMost: number,
  isNarrow: boolean,
): MapLine<C>[] {
  const lines: MapLine<C>[] = [];
  for (let first = 0; first < group.boxes.length; first += boxesAtMost) {
    const boxes = group.boxes.slice(first, first + boxesAtMost);
    const isNamedByBox = isNarrow || first > 0;
    lines.push({ label: isNamedByBox ? (boxes[0]?.name ?? '') : group.name, boxes });
  }
  return lines;
}

/** The top left corner of a cell. */
export function cornerOf(layout: MapLayout, { line, column }: Spot): readonly [x: number, y: number] {
  const block = Math.floor(line / layout.perBlock);
  const box = Math.floor(column / layout.perBox);
  const x = block * layout.blockWidth + layout.labelWidth + box * layout.boxWidth;
  return [
    x + (column % layout.perBox) * layout.cellWidth,
    layout.top + (line % layout.perBlock) * layout.cellHeight,
  ];
}

export function cellAt<C extends MapCell>({ lines, perBox }: MapLayout<C>, { line, column }: Spot): C | null {
  return lines[line]?.boxes[Math.floor(column / perBox)]?.cells[column % perBox] ?? null;
}

/** The cell under a point of the drawing; null where there is none. */
export function spotAt(layout: MapLayout, x: number, y: number): Spot | null {
  const block = Math.floor(x / layout.blockWidth);
  const across = x - block * layout.blockWidth - layout.labelWidth;
  const box = Math.floor(across / layout.boxWidth);
  const place = Math.floor((across - box * layout.boxWidth) / layout.cellWidth);
  const row = Math.floor((y - layout.top) / layout.cellHeight);
  if (across < 0 || row < 0 || row >= layout.perBlock || place >= layout.perBox) return null;
  const spot = { line: block * layout.perBlock + row, column: box * layout.perBox + place };
  return cellAt(layout, spot) ? spot : null;
}

/** The places of a line that hold a cell. */
function columnsOf(layout: MapLayout, line: number): readonly number[] {
  const boxes = layout.lines[line]?.boxes ?? [];
  return boxes.flatMap(({ cells }, box) => cells.map((_, place) => box * layout.perBox + place));
}

const lineSteps: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };

/** Where a key leads from a cell (from nowhere: to the first); null for a key that leads nowhere. */
export function spotAfterKey(layout: MapLayout, from: Spot | null, key: string): Spot | null {
  if (!['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End'].includes(key)) return null;
  if (!from || !cellAt(layout, from))
    return cellAt(layout, { line: 0, column: 0 }) ? { line: 0, column: 0 } : null;
  const down = lineSteps[key];
  const line = Math.min(layout.lines.length - 1, Math.max(0, from.line + (down ?? 0)));
  const columns = columnsOf(layout, line);
  const at = columns.filter(column => column <= from.column).length - 1;
  const index = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: columns.length - 1 }[key] ?? at;
  const column = columns[Math.min(columns.length - 1, Math.max(0, index))];
  return column === undefined ? from : { line, column };
}
