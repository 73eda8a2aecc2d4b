import './chart.css';
import { type KeyboardEvent, useMemo, useState } from 'react';
import type { Report } from '../../../data/report';
import { t } from '../../../i18n/translate';
import { chartOf, readoutAt } from './chart-data';
import { Legend } from './Legend';
import { type Plotted, usePlot } from './use-plot';

interface Props {
  readonly title: string;
  readonly report: Report;
  readonly comparedLabel: string;
  /** What a listener hears instead of the drawing. */
  readonly summary: string;
}

/** A readout further right than this share of the chart stands left of the crosshair. */
const turnAt = 0.7;

/** The chart with its crosshair: the pointer or the arrow keys move it; dragging, buttons or + and − zoom. */
export function ChartBox({ title, report, comparedLabel, summary }: Props) {
  const data = useMemo(() => chartOf(report, comparedLabel), [report, comparedLabel]);
  const plotted = usePlot(data);
  const [isByKey, setByKey] = useState(false);
  const { place, cursor, isZoomed, zoomBy, showAll } = plotted;
  const onKeyDown = (event: KeyboardEvent) => {
    const deed = deedOf(event.key, plotted, data.xs.length - 1);
    if (!deed) return;
    event.preventDefault();
    setByKey(true);
    deed();
  };
  const lines = cursor ? readoutAt(data, cursor.index) : [];
  return (
    <>
      <div className="ph">
        <h2>{title}</h2>
        <Legend data={data} />
        <div className="seg noprint">
          <button type="button" className="keep" onClick={() => zoomBy(0.5)}>
            {t('statistics.zoomIn')}
          </button>
          <button type="button" className="keep" disabled={!isZoomed} onClick={showAll}>
            {t('statistics.zoomOut')}
          </button>
        </div>
      </div>
      <div
        className="chart"
        role="application"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move a crosshair in it
        tabIndex={0}
        aria-label={`${summary} ${t('statistics.keys')}`}
        onKeyDown={onKeyDown}
        onPointerMove={() => setByKey(false)}
      >
        <div ref={place} />
        {cursor && (
          <div
            className="tip"
            style={tipPlace(cursor.leftPx, place.current?.clientWidth ?? 0)}
            aria-hidden="true"
          >
            <b>{lines[0]}</b>
            {lines.slice(1).map(line => (
              <div key={line}>{line}</div>
            ))}
          </div>
        )}
        <span className="sr" role="status">
          {isByKey && lines.join('. ')}
        </span>
      </div>
    </>
  );
}

function deedOf(key: string, { cursor, ...plotted }: Plotted, last: number): (() => void) | undefined {
  const index = cursor?.index ?? -1;
  switch (key) {
    case 'ArrowRight':
      return () => plotted.moveTo(index + 1);
    case 'ArrowLeft':
      return () => plotted.moveTo(index - 1);
    case 'Home':
      return () => plotted.moveTo(0);
    case 'End':
      return () => plotted.moveTo(last);
    case '+':
      return () => plotted.zoomBy(0.5);
    case '-':
      return () => plotted.zoomBy(2);
    case 'Escape':
      return plotted.showAll;
    default:
      return undefined;
  }
}

function tipPlace(leftPx: number, widthPx: number) {
  const gapPx = 14;
  return leftPx > turnAt * widthPx ? { right: widthPx - leftPx + gapPx } : { left: leftPx + gapPx };
}
