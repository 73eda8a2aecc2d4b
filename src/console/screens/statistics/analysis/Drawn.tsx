import { type ReactNode, useState } from 'react';
import type { Archived } from '../../../data/series';
import { useLowTraffic } from '../../../data/traffic';
import { formatQuantity } from '../../../i18n/format';
import { t } from '../../../i18n/translate';
import { PanelFailure } from '../../../ui/PanelFailure';
import { EmptyPlot } from '../../../ui/plot/EmptyPlot';
import type { PlotModel } from '../../../ui/plot/model';
import { Plot } from '../../../ui/plot/Plot';
import { statsOf } from './LineList';
import type { Query } from './query';
import { type Range, textOfRange } from './range';
import { lineName, type Signal } from './signals';
import type { Read } from './use-answers';

export interface ChartProps extends Read {
  readonly query: Query;
  readonly signals: readonly Signal[];
  readonly range: Range;
  readonly archive: Archived;
  readonly zone: string;
  readonly nowS: number;
}

interface DrawnProps extends Pick<ChartProps, 'query' | 'range' | 'zone' | 'waiting' | 'failure'> {
  readonly model: PlotModel | null;
  /** What the chart alone does not say, or why nothing is drawn. */
  readonly words: string;
  /** The text alternative. */
  readonly summary: string;
  /** What chooses its axes. */
  readonly children?: ReactNode;
}

/** A chart, or what stands in its place: a failure, a question in low-traffic mode, or why nothing is drawn. */
export function Drawn({ query, range, zone, waiting, failure, model, words, summary, children }: DrawnProps) {
  const [isAsked, setAsked] = useState(false);
  const isOnDemand = useLowTraffic() && !isAsked;
  if (failure) {
    return (
      <PanelFailure
        what={t('analysis.failed')}
        cause={failure.reason}
        lastS={null}
        zone={zone}
        onRetry={failure.retry}
      />
    );
  }
  if (isOnDemand) {
    return (
      <p className="row">
        {t('statistics.onDemand')}
        <button type="button" className="o" onClick={() => setAsked(true)}>
          {t('statistics.show')}
        </button>
      </p>
    );
  }
  return (
    <>
      {children}
      {model ? (
        <Plot
          key={`${query.kind} ${query.range}`}
          model={model}
          heading={<h2>{t('analysis.chart')}</h2>}
          summary={summary}
          fileName={`meridiana-analisi-${textOfRange(range).replaceAll(/[:.]+/g, '-')}`}
        />
      ) : (
        <EmptyPlot summary={words || t('analysis.reading')} />
      )}
      <p role="status">{words || (model ? '' : waiting)}</p>
    </>
  );
}

/** A line in words: from its least to its greatest value. */
export function summaryOf(signal: Signal, series: NonNullable<Read['series']>): string {
  const { least, most } = statsOf(signal, series);
  const quantity = (value: number) => formatQuantity(value, signal.decimals, signal.unit);
  return least === null || most === null
    ? `${lineName(signal)}. ${t('analysis.noValues')}`
    : t('analysis.summary', { name: lineName(signal), least: quantity(least), most: quantity(most) });
}
