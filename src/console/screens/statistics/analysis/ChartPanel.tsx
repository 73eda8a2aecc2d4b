import { useMemo } from 'react';
import { invalidSpans } from '../../../data/invalid-spans';
import { deviceNameOf } from '../../../data/series';
import { useResource } from '../../../data/use-resource';
import { t } from '../../../i18n/translate';
import { Lazy } from '../../../ui/Lazy';
import { Segments } from '../../../ui/Segments';
import { type ChartProps, Drawn, summaryOf } from './Drawn';
import { linePlot } from './line-plot';
import { change, kinds } from './query';

// The other kinds come when one is chosen.
const loadOther = () => import('./OtherChart').then(module => module.OtherChart);

/** The chart in its kind: lines over time, one signal over another, or the days over each other. */
export function ChartPanel(props: ChartProps) {
  const { query } = props;
  return (
    <section className="chart">
      <div className="row flt noprint">
        <Segments
          label={t('analysis.kind')}
          values={kinds}
          value={query.kind}
          word={kind => t(`analysis.chartKind.${kind}`)}
          onChoose={kind => change(query, { kind })}
        />
      </div>
      {query.kind === 'linee' ? <LineChart {...props} /> : <Lazy load={loadOther} props={props} />}
    </section>
  );
}

function LineChart(props: ChartProps) {
  const { signals, archive, zone, nowS, series, other, otherName } = props;
  const invalid = useResource(invalidSpans).value;
  const model = useMemo(
    () =>
      series
        ? linePlot(signals, { series, other, otherName, zone, nowS, invalid: invalid ?? [] }, column =>
            deviceNameOf(archive, column),
          )
        : null,
    [signals, archive, zone, nowS, series, other, otherName, invalid],
  );
  const summary = series ? signals.map(signal => summaryOf(signal, series)).join(' ') : '';
  return <Drawn {...props} {...{ model, summary }} words="" />;
}
