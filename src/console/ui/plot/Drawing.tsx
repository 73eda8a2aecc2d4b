import { useId, useMemo } from 'react';
import { formatNumber } from '../../i18n/format';
import { areaPath, decimalsOf, sharedLines } from '../chart-scale';
import { type Rows, runsOf } from '../day-line';
import { Frame } from './Frame';
import type { Extremes, PlotModel, PlotSpan, Scales, Series, ValueAxes, View } from './model';
import { marksPath, rowsIn, runPath, shortfallPath } from './paths';
import type { Size } from './use-size';
import { placeOf, shareOf } from './view';

interface Props {
  readonly model: PlotModel;
  readonly isShown: (series: Series) => boolean;
  readonly view: View;
  readonly size: Size;
}

/** The parts of a chart that do not change when the cursor moves. */
export function Drawing({ model, isShown, view, size }: Props) {
  const { slots, axis, series } = model;
  const shown = series.filter(isShown);
  const { left, right } = useMemo(() => valueAxes(model, isShown), [model, isShown]);
  const rows = rowsIn(slots, view);
  const scalesOf = (lines: readonly number[]) => scalesFor(lines, view, size);
  const ticks = axis.ticks(view.from, view.to, Math.floor(size.width / axis.tickPx));
  return (
    <Frame
      size={size}
      x={ticks.map(({ at, label }) => ({ at: 100 * shareOf(view, at), label }))}
      y={valueTicks(left)}
      y2={right ? valueTicks(right) : []}
      hasColumns={!series.some(({ shape }) => shape === 'bars')}
    >
      <Spans model={model} scales={scalesOf(left)} height={size.height} />
      {model.drawBelow?.(scalesOf(left))}
      {shown.map(each => (
        <Course
          key={each.key}
          model={model}
          series={each}
          rows={rows}
          scales={scalesOf(each.axis === 'right' ? (right ?? left) : left)}
          base={size.height}
        />
      ))}
      {(left[0] ?? 0) < 0 && <path className="ax" d={`M0 ${scalesOf(left).y(0)}H${size.width}`} />}
      <Shortfalls model={model} shown={shown} scales={scalesOf(left)} />
      <Instants model={model} scales={scalesOf(left)} height={size.height} />
      {shown.map(
        each => each.isNamed && <Name key={each.key} slots={slots} series={each} scales={scalesOf(left)} />,
      )}
      {model.drawAbove?.(scalesOf(left))}
    </Frame>
  );
}

function valueTicks(lines: readonly number[]) {
  const decimals = decimalsOf(lines);
  return lines.map((value, line) => ({
    at: (100 * line) / (lines.length - 1),
    label: formatNumber(value, decimals),
  }));
}

function scalesFor(lines: readonly number[], view: View, { width, height }: Size): Scales {
  const [bottom, top] = [lines[0] ?? 0, lines.at(-1) ?? 1];
  const x = (at: number) => width * shareOf(view, at);
  // A negligible part beyond 0 has no space in the scale: it is drawn at the edge.
  const y = (value: number) =>
    Math.min(height, Math.max(0, height - (height * (value - bottom)) / (top - bottom)));
  return { x, atPx: px => placeOf(view, px / width), y, project: (at, value) => [x(at), y(value)] };
}

interface CourseProps {
  readonly model: PlotModel;
  readonly series: Series;
  readonly rows: Rows;
  readonly scales: Scales;
  readonly base: number;
}

/** The line, area, bars or ticks of a series. */
function Course({ model: { slots, from, to }, series, rows, scales, base }: CourseProps) {
  const { shape, look, values, isConstant, isApart = () => false } = series;
  if (shape === 'none') return null;
  if (shape === 'bars' || shape === 'ticks') {
    return (
      <>
        <path
          className={`${shape} ${look}`}
          d={marksPath(slots, series, rows, scales, row => !isApart(row))}
        />
        {series.isApart && (
          <path className={`${shape} apart`} d={marksPath(slots, series, rows, scales, isApart)} />
        )}
      </>
    );
  }
  const { x, y } = scales;
  const lines = isConstant
    ? [`M${x(from)} ${y(values[0] ?? 0)}H${x(to)}`]
    : runsOf(values, rows).map(run => runPath(slots, values, run, scales));
  const floor = Math.min(base, y(0));
  return (
    <>
      {shape === 'area' && (
        <path className={`fill ${look}`} d={lines.map(line => areaPath(line, floor)).join('')} />
      )}
      <path className={`line ${look}`} d={lines.join('')} />
    </>
  );
}

/** Distance of a name from its line, px. */
const nameGap = 12;

interface NameProps {
  readonly slots: PlotModel['slots'];
  readonly series: Series;
  readonly scales: Scales;
}

/** The label of a line of the left axis, under its end: left of where it last falls through half of its height. */
function Name({ slots, series: { label, values }, scales: { x, y } }: NameProps) {
  const half = Math.max(...values.map(value => value ?? 0)) / 2;
  const slot = slots[values.reduce<number>((last, value, row) => ((value ?? 0) >= half ? row : last), 0)];
  return (
    slot && (
      <text x={x(slot.to) - nameGap} y={y(half)} textAnchor="end">
        {label}
      </text>
    )
  );
}

interface PartProps {
  readonly model: PlotModel;
  readonly scales: Scales;
}

/** Hatched ranges where data is missing or doubtful. */
function Spans({ model: { spans = [] }, scales: { x }, height }: PartProps & { readonly height: number }) {
  return (['gap', 'doubtful'] as const).map(look => {
    const ofLook = spans.filter(span => span.look === look);
    const parts = ofLook.map(({ from, to }) => `M${x(from)} 0H${x(to)}V${height}H${x(from)}z`);
    return <Hatched key={look} look={look} parts={parts} />;
  });
}

function Shortfalls({ model, shown, scales }: PartProps & { readonly shown: readonly Series[] }) {
  const { slots, shortfalls = [] } = model;
  const valuesOf = (key: string) => shown.find(each => each.key === key)?.values;
  const parts = shortfalls.map(each => {
    const [above, below] = [valuesOf(each.above), valuesOf(each.below)];
    return above && below ? shortfallPath(slots, each, [above, below], scales) : '';
  });
  return <Hatched look="lost" parts={parts} />;
}

interface HatchedProps {
  readonly look: PlotSpan['look'] | 'lost';
  /** SVG paths. */
  readonly parts: readonly string[];
}

/** Hatches, whose direction and colour depend on their meaning, so that they can be distinguished in black and white. */
export function Hatched({ look, parts }: HatchedProps) {
  const id = useId();
  const isLost = look === 'lost';
  const pitch = isLost ? 4 : 5;
  const path = parts.join('');
  if (path === '') return null;
  return (
    <>
      <pattern
        id={id}
        width={pitch}
        height={pitch}
        patternUnits="userSpaceOnUse"
        patternTransform={`rotate(${isLost ? -45 : 45})`}
      >
        <path className={`hatch ${look}`} d={`M.5 0V${pitch}`} />
      </pattern>
      <path fill={`url(#${id})`} d={path} />
    </>
  );
}

/** The present time, and the marks at the axis. */
function Instants({ model, scales: { x }, height }: PartProps & { readonly height: number }) {
  const { now, marks = [] } = model;
  const flags = marks.map(({ at }) => `M${x(at)} 0V${height}M${x(at) - 4} 0h8l-4 7z`);
  return (
    <>
      {marks.length > 0 && <path className="mark" d={flags.join('')} />}
      {now !== undefined && <path className="now" d={`M${x(now)} 0V${height}`} />}
    </>
  );
}

/** Both value axes: high enough for the visible values, and at least as high as the model requires. */
export function valueAxes(
  { series, least = {}, placeLines }: PlotModel,
  isShown: (series: Series) => boolean,
): ValueAxes {
  const isRight = ({ axis }: Series) => axis === 'right';
  const rights = series.filter(isRight);
  const extremes = (all: readonly Series[], top: number) =>
    extremesOf(all.some(isShown) ? all.filter(isShown) : all, top);
  const lefts = series.filter(each => !isRight(each));
  if (placeLines)
    return placeLines(
      ownExtremes(lefts, isShown),
      rights.some(isShown) ? ownExtremes(rights, isShown) : null,
    );
  const [left, right] = sharedLines(extremes(lefts, least.left ?? 0), extremes(rights, least.right ?? 0));
  return { left, right: rights.some(isShown) ? right : null };
}

const ownExtremes = (all: readonly Series[], isShown: (series: Series) => boolean) =>
  extremesOf(all.filter(isShown), Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY);

/** The lowest and the highest value; 0 is included unless the caller begins elsewhere. */
function extremesOf(all: readonly Series[], top: number, bottom = 0): Extremes {
  let [low, high] = [bottom, top];
  for (const { values } of all) {
    // By index, which is several times faster for ten thousand values.
    for (let row = 0; row < values.length; row += 1) {
      const value = values[row] ?? null;
      if (value === null) continue;
      if (value < low) low = value;
      if (value > high) high = value;
    }
  }
  return [low, high];
}
