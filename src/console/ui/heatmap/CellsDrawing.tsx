import './heatmap.css';
import { memo } from 'react';
import { cornerOf, type MapLayout } from './layout';
import { isPlainMap, type KindLook, type Looks, linePaths, markPath } from './paths';

const hatch = 'cell-hatch';

/** Cells without data are hatched. */
function fillOf(look: KindLook | undefined): string | undefined {
  return look?.className === 'hs' ? `url(#${hatch})` : undefined;
}

/** Where lines are lower than this, only every second label is shown. */
const labelledFrom = 11;

function labelsOf(layout: MapLayout) {
  const { cellHeight, perBlock, lines } = layout;
  const every = cellHeight < labelledFrom ? 2 : 1;
  return lines.flatMap(({ label }, line) => {
    if ((line % perBlock) % every > 0) return [];
    const [x, y] = cornerOf(layout, { line, column: 0 });
    return { label, x: x - 6, y: y + cellHeight / 2 + 3.5 };
  });
}

interface Props {
  readonly layout: MapLayout;
  readonly looks: Looks;
}

/** The cells, line by line: a new answer draws only the lines again in which the kind of a cell has changed. */
export const CellsDrawing = memo(function CellsDrawing({ layout, looks }: Props) {
  const { lines, width, perBlock, perBox, cellWidth } = layout;
  const isPlain = isPlainMap(layout);
  const places = [width, lines.length, perBlock, perBox, cellWidth, isPlain].join();
  const kindsOf = ({ boxes }: MapLayout['lines'][number]) =>
    boxes.map(({ cells }) => cells.map(({ kind }) => kind).join()).join(';');
  return (
    <>
      <pattern id={hatch} width="5" height="5" patternUnits="userSpaceOnUse">
        <path d="M-1 1l2-2M0 5l5-5M4 6l2-2" stroke="var(--ink-3)" strokeWidth=".7" />
      </pattern>
      {lines.map((each, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is drawn at its position
        <LineCells key={line} {...{ layout, looks, line, isPlain }} drawn={`${places};${kindsOf(each)}`} />
      ))}
      {labelsOf(layout).map(({ label, x, y }) => (
        <text key={`${x} ${y}`} className="t" x={x} y={y} textAnchor="end">
          {label}
        </text>
      ))}
    </>
  );
});

interface LineProps extends Props {
  readonly line: number;
  readonly isPlain: boolean;
  /** Everything on which the drawing of the line depends, as a text. */
  readonly drawn: string;
}

const LineCells = memo(
  function LineCells({ layout, looks, line, isPlain }: LineProps) {
    const { blocks, singles, marks } = linePaths(layout, line, looks, isPlain);
    return (
      <>
        {[blocks, singles].map(paths =>
          [...paths].map(([kind, path]) => (
            <path key={kind} className={looks[kind]?.className} fill={fillOf(looks[kind])} d={path} />
          )),
        )}
        {marks && <path className="hm" d={marks} />}
      </>
    );
  },
  (before, now) => before.drawn === now.drawn && before.looks === now.looks,
);

/** The hatch of the sign, as a path of its own because the pattern exists only inside a map. */
const signHatch = 'M1 5L5 1M1 10L10 1M1 15L15 1M6 15L15 6M11 15L15 11';

/** A single cell of a kind, drawn as in the map, for the legend. */
export function KindSign({ look }: { readonly look: KindLook }) {
  return (
    <svg className="ks" viewBox="0 0 16 16" aria-hidden="true">
      <path
        className={look.className}
        fill={look.className === 'hs' ? 'none' : undefined}
        d="M.5.5h15v15h-15z"
      />
      {look.className === 'hs' && <path d={signHatch} stroke="var(--ink-3)" strokeWidth=".7" />}
      <path className="hm" d={markPath(look.mark, 0.5, 0.5, 15, 15)} />
    </svg>
  );
}
