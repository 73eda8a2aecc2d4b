/** The object that a cell stands for. Its kind decides how the cell is drawn. */
export interface MapCell {
  readonly id: string;
  readonly kind: string;
}

/** A group of adjacent cells. */
export interface MapBox<C extends MapCell> {
  readonly name: string;
  readonly cells: readonly C[];
}

export interface MapGroup<C extends MapCell> {
  readonly name: string;
  readonly boxes: readonly MapBox<C>[];
}

/** A row of the map: boxes side by side. */
export interface MapLine<C extends MapCell> {
  readonly label: string;
  readonly boxes: readonly MapBox<C>[];
}

/** The positions of all cells, from which drawing and pointer compute everything. All lengths in units of the drawing. */
export interface MapLayout<C extends MapCell = MapCell> {
  readonly width: number;
  readonly height: number;
  readonly lines: readonly MapLine<C>[];
  /** Number of lines in a block. Further lines are in another block to the right. */
  readonly perBlock: number;
  readonly blockWidth: number;
  /** Distance from the left edge of a block to its first cell; `top`: distance from the top to the first line. */
  readonly labelWidth: number;
  readonly top: number;
  readonly cellWidth: number;
  readonly cellHeight: number;
  /** Space in a box, in cells; `boxWidth`: distance from one box to the next. */
  readonly perBox: number;
  readonly boxWidth: number;
}

/** A cell by its line and its column. Columns count the cells of all boxes of the line. */
export interface Spot {
  readonly line: number;
  readonly column: number;
}

const wide = {
  width: 1018,
  labelWidth: 52,
  boxGap: 7,
  blockGap: 26,
  top: 4,
  cellsAtMost: 64,
  cellWidth: 120,
};
const narrow = { ...wide, width: 336, labelWidth: 58, cellsAtMost: 1, cellWidth: 68 };
/** Cell height by the number of lines in a block: up to the first number of lines, the second number is the height. */
const heights = [
  [12, 21],
  [24, 15],
  [40, 11],
  [Number.POSITIVE_INFINITY, 9],
] as const;
/** With more lines than this there is a second block beside the first. */
const linesAtMost = 40;

/** One line for each group, with as many boxes as remain readable; on a narrow screen one line for each box. */
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

/** The cell at a point of the drawing; null if absent. */
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

/** The columns of a line that contain a cell. */
function columnsOf(layout: MapLayout, line: number): readonly number[] {
  const boxes = layout.lines[line]?.boxes ?? [];
  return boxes.flatMap(({ cells }, box) => cells.map((_, place) => box * layout.perBox + place));
}

const lineSteps: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };

/** The cell to which a key moves the cursor (the first one if there is no cursor); null for any other key. */
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
