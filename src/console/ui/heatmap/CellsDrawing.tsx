import './heatmap.css';
import { memo } from 'react';
import { cornerOf, type MapLayout } from './layout';
import { type KindLook, type Looks, type MapPaths, markPath } from './paths';

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
  readonly paths: MapPaths;
  readonly looks: Looks;
}

/** The cells, with one path for each kind. */
export const CellsDrawing = memo(function CellsDrawing({ layout, paths, looks }: Props) {
  return (
    <>
      <pattern id={hatch} width="5" height="5" patternUnits="userSpaceOnUse">
        <path d="M-1 1l2-2M0 5l5-5M4 6l2-2" stroke="var(--ink-3)" strokeWidth=".7" />
      </pattern>
      {[...paths.byKind].map(([kind, path]) => (
        <path key={kind} className={looks[kind]?.className} fill={fillOf(looks[kind])} d={path} />
      ))}
      <path className="hm" d={paths.marks} />
      {labelsOf(layout).map(({ label, x, y }) => (
        <text key={`${x} ${y}`} className="t" x={x} y={y} textAnchor="end">
          {label}
        </text>
      ))}
    </>
  );
});

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
