import { type KeyboardEvent, type ReactNode, useCallback, useId, useMemo, useRef, useState } from 'react';
import { formatQuantity } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { middleOf } from '../day-line';
import { Lazy } from '../Lazy';
import { Drawing } from './Drawing';
import { entryOf, Legend } from './Legend';
import { inWords, type PlotModel, rowAt, type Series, type View } from './model';
import type { ItemsProps } from './PlotItems';
import { useCursor } from './use-cursor';
import { useGestures } from './use-gestures';
import { useSize } from './use-size';
import { useView, type Zoom } from './use-view';
import { shareOf } from './view';

interface Props {
  readonly model: PlotModel;
  readonly heading: ReactNode;
  /** The text alternative of the drawing. */
  readonly summary: string;
  /** Name of the saved files, without extension. */
  readonly fileName: string;
}

const loadTable = () => loadOnDemand().then(({ PlotTable }) => PlotTable);
const tableParts = ['table'] as const;

/** A chart: legend, drawing with cursor and zoom, and on request its values as a table or a file. */
export function Plot({ model, heading, summary, fileName }: Props) {
  const [hidden, setHidden] = useState<readonly string[]>([]);
  const [isTable, setTable] = useState(false);
  const root = useRef<HTMLElement>(null);
  const zoom = useView(model);
  const isShown = useCallback((series: Series) => !hidden.includes(entryOf(series)), [hidden]);
  const toggle = (entry: string) =>
    setHidden(hidden.includes(entry) ? hidden.filter(each => each !== entry) : [...hidden, entry]);
  return (
    <figure ref={root}>
      <div className="ph">
        {heading}
        <Legend model={model} hidden={hidden} onToggle={toggle} />
        <PlotMenu {...{ model, zoom, root, fileName, isTable }} onTable={() => setTable(!isTable)} />
      </div>
      <Field model={model} summary={summary} zoom={zoom} isShown={isShown} />
      {model.marks?.map(({ at, label }) => (
        <p key={`${at} ${label}`} className="onpaper">
          {model.axis.nameOf(rowAt(model.slots, at))}: {label}
        </p>
      ))}
      {isTable && <Lazy load={loadTable} parts={tableParts} props={{ model, view: zoom.view }} />}
    </figure>
  );
}

/** How near to a mark a pointer is at it. */
const markPx = 14;

interface FieldProps {
  readonly model: PlotModel;
  readonly summary: string;
  readonly zoom: Zoom;
  readonly isShown: (series: Series) => boolean;
}

/** The drawing, and the cursor and selection over it. */
function Field({ model, summary, zoom, isShown }: FieldProps) {
  const area = useRef<HTMLDivElement>(null);
  const size = useSize(area);
  const { view, isZoomed } = zoom;
  const { row, at, isByKey, point, handlers } = useCursor(model, zoom, size?.width ?? 1);
  const { selection, handlers: gestures } = useGestures(area, zoom, point);
  // A finger does not hit the mark of a single slot.
  const reach = isByKey ? 0 : (markPx * (view.to - view.from)) / (size?.width || 1);
  const lines = row < 0 ? [] : readout(model, row, isShown, reach);
  // Memoised, so that a movement of the cursor does not render the drawing again.
  const drawing = useMemo(
    () => size && <Drawing {...{ model, isShown, view, size }} />,
    [model, isShown, view, size],
  );
  const isInView = at !== undefined && at >= view.from && at <= view.to;
  return (
    <div className="plot" translate="no">
      {drawing}
      <div
        ref={area}
        className="hit"
        role="application"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move a cursor in it
        tabIndex={0}
        aria-label={`${summary} ${t('plot.keys')}`}
        {...handlers}
        {...gestures}
      >
        {selection && <div className="sel" style={rangeStyle(view, selection)} />}
        {isInView && <Readout share={shareOf(view, at)} width={size?.width ?? 0} lines={lines} />}
        <span className="sr" role="status">
          {isByKey && lines.join('. ')}
        </span>
      </div>
      {isZoomed && (
        <button type="button" className="o keep all" onClick={zoom.showAll}>
          {t('plot.whole')}
        </button>
      )}
    </div>
  );
}

const rangeStyle = (view: View, { from, to }: View) => ({
  left: `${100 * shareOf(view, from)}%`,
  right: `${100 - 100 * shareOf(view, to)}%`,
});

interface ReadoutProps {
  readonly share: number;
  readonly width: number;
  readonly lines: readonly string[];
}

/** The line of the cursor, and the values at its position. */
function Readout({ share, width, lines: [head, ...lines] }: ReadoutProps) {
  const leftPx = Math.round(share * width);
  return (
    <div className="cursor" style={{ transform: `translateX(${leftPx}px)` }} aria-hidden="true">
      <div className={share > 0.5 ? 'tip before' : 'tip'}>
        <b>{head}</b>
        {lines.map(line => (
          <div key={line}>{line}</div>
        ))}
      </div>
    </div>
  );
}

/** Rarely used code: entries of the menu, table and files. */
const loadOnDemand = () => import('./on-demand');
const loadItems = () => loadOnDemand().then(({ PlotItems }) => PlotItems);

/** The menu for rarer actions: zoom without a wheel, values as a table, files. Its code is loaded when it is opened. */
function PlotMenu(props: Omit<ItemsProps, 'onChosen'>) {
  const [isOpen, setOpen] = useState(false);
  const area = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const panel = useId();
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpen) return;
    event.stopPropagation();
    close();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: leaving the menu, or Esc anywhere in it, closes it
    <div
      ref={area}
      className="pmenu noprint"
      onKeyDown={onKeyDown}
      onBlur={event => !area.current?.contains(event.relatedTarget) && setOpen(false)}
    >
      <button
        ref={button}
        type="button"
        className="q keep"
        aria-label={t('plot.menu')}
        aria-expanded={isOpen}
        aria-controls={panel}
        onClick={() => setOpen(!isOpen)}
      >
        •••
      </button>
      <div id={panel} hidden={!isOpen} tabIndex={-1}>
        {isOpen && <Lazy load={loadItems} props={{ ...props, onChosen: close }} />}
      </div>
    </div>
  );
}

/** The text for a row, line by line: its name, the values, its marks and those not further than `reach` from its middle. */
export function readout(
  { axis, series, slots, marks = [] }: PlotModel,
  row: number,
  isShown: (series: Series) => boolean,
  reach = 0,
): readonly string[] {
  const shown = inWords(series).filter(each => isShown(each) && !each.isQuiet);
  const middle = middleOf(slots[row] ?? { from: Number.NaN, to: Number.NaN });
  return [
    axis.nameOf(row),
    ...shown.map(
      ({ label, values, decimals, unit }) => `${label} ${formatQuantity(values[row], decimals, unit)}`,
    ),
    ...marks
      .filter(({ at }) => rowAt(slots, at) === row || Math.abs(at - middle) <= reach)
      .map(({ label }) => label),
  ];
}
