import '../drawing.css';
import './heatmap.css';
import { type KeyboardEvent, type PointerEvent, useMemo, useState } from 'react';
import { steadyText } from '../steady-text';
import { CellsDrawing } from './CellsDrawing';
import {
  cellAt,
  cornerOf,
  layoutMap,
  type MapCell,
  type MapGroup,
  type MapLayout,
  type Spot,
  spotAfterKey,
  spotAt,
} from './layout';
import type { Looks } from './paths';

interface Props<C extends MapCell> {
  readonly groups: readonly MapGroup<C>[];
  readonly looks: Looks;
  /** The accessible name: what the map shows and which keys it has. */
  readonly label: string;
  /** The lines of text for a cell; the first is its name. */
  readonly readout: (cell: C) => readonly string[];
  /** Labels below some of the columns. */
  readonly heads?: readonly ColumnHead[];
  readonly isNarrow: boolean;
  /** Width in units of the drawing, where it is narrower than the panel. */
  readonly width?: number | undefined;
  readonly isStill: boolean;
  readonly onOpen: (id: string) => void;
}

export interface ColumnHead {
  readonly column: number;
  readonly label: string;
}

/** Height of the column labels, in units of the drawing. */
const headHeight = 13;
const headWidth = 40;
const noHeads: readonly never[] = [];

interface Cursor {
  readonly spot: Spot;
  /** Whether it was moved by keyboard: its text is then also announced. */
  readonly isSpoken: boolean;
}

/** A map of many small cells, with a cursor that the pointer and the arrow keys move. */
export function HeatMap<C extends MapCell>(props: Props<C>) {
  const { groups, looks, label, readout, heads = noHeads, isNarrow, width, isStill, onOpen } = props;
  const [cursor, setCursor] = useState<Cursor | null>(null);
  const layout = useMemo(() => layoutMap(groups, isNarrow, width), [groups, isNarrow, width]);
  const height = layout.height + (heads.length > 0 ? headHeight : 0);
  const cell = cursor && cellAt(layout, cursor.spot);
  const lines = cell ? readout(cell) : [];
  const point = (event: PointerEvent<HTMLElement>) => {
    const spot = spotUnder(layout, event);
    setCursor(spot && { spot, isSpoken: false });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && cell) return onOpen(cell.id);
    const spot = spotAfterKey(layout, cursor?.spot ?? null, event.key);
    if (!spot) return;
    event.preventDefault();
    setCursor({ spot, isSpoken: true });
  };
  return (
    <div
      className={isStill ? 'hmap stale' : 'hmap'}
      translate="no"
      role="application"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move a cursor in it
      tabIndex={0}
      aria-label={label}
      onPointerMove={point}
      onPointerDown={point}
      onPointerLeave={event => event.pointerType === 'mouse' && setCursor(null)}
      onBlur={() => setCursor(null)}
      onDoubleClick={() => cell && onOpen(cell.id)}
      onKeyDown={onKeyDown}
    >
      <svg ref={steadyText} className="sv" viewBox={`0 0 ${layout.width} ${height}`} aria-hidden="true">
        <CellsDrawing layout={layout} looks={looks} />
        <Heads layout={layout} heads={heads} />
        {cursor && cell && <CursorFrame layout={layout} spot={cursor.spot} />}
      </svg>
      {cursor && cell && (
        <div className="tip" style={tipPlace(layout, cursor.spot, height)} aria-hidden="true">
          <b>{lines[0]}</b>
          {lines.slice(1).map(line => (
            <div key={line}>{line}</div>
          ))}
        </div>
      )}
      <span className="sr" role="status">
        {cursor?.isSpoken && lines.join('. ')}
      </span>
    </div>
  );
}

/** The column labels, repeated below each block of lines. */
function Heads({ layout, heads }: { readonly layout: MapLayout; readonly heads: readonly ColumnHead[] }) {
  const { lines, perBlock, width, height } = layout;
  const blocks = Array.from({ length: Math.ceil(lines.length / perBlock) }, (_, block) => block * perBlock);
  return blocks.flatMap(line =>
    heads.map(({ column, label }) => {
      const [x] = cornerOf(layout, { line, column });
      const anchor = x > width - headWidth ? 'end' : 'start';
      return (
        <text key={`${line} ${column}`} className="t" x={x} y={height + 10} textAnchor={anchor}>
          {label}
        </text>
      );
    }),
  );
}

function CursorFrame({ layout, spot }: { readonly layout: MapLayout; readonly spot: Spot }) {
  const [x, y] = cornerOf(layout, spot);
  const { cellWidth, cellHeight } = layout;
  return <rect className="cur" x={x - 1} y={y - 1} width={cellWidth + 1} height={cellHeight + 1} />;
}

/** The cell under the pointer, computed from the layout. */
function spotUnder(
  layout: MapLayout,
  { currentTarget, clientX, clientY }: PointerEvent<HTMLElement>,
): Spot | null {
  const box = currentTarget.querySelector('svg')?.getBoundingClientRect();
  if (!box || box.width === 0) return null;
  const scale = layout.width / box.width;
  return spotAt(layout, (clientX - box.left) * scale, (clientY - box.top) * scale);
}

/** Position of the tooltip: below the cell, on the side with more space. */
function tipPlace(layout: MapLayout, spot: Spot, height: number) {
  const [x, y] = cornerOf(layout, spot);
  const top = `${(100 * (y + layout.cellHeight + 4)) / height}%`;
  const percent = (100 * x) / layout.width;
  const cellPercent = (100 * layout.cellWidth) / layout.width;
  return percent < 50 ? { top, left: `${percent}%` } : { top, right: `${100 - percent - cellPercent}%` };
}
