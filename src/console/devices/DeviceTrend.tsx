import { type ReactNode, useMemo } from 'react';
import { dayOf } from '../data/days';
import { plantNowMs } from '../data/plant-clock';
import { refresh } from '../data/poll';
import { useResource } from '../data/use-resource';
import { answeredAtS, useWaitedS } from '../data/waiting';
import { formatNumber, formatQuantity, formatTime } from '../i18n/format';
import { t } from '../i18n/translate';
import { PanelFailure } from '../ui/PanelFailure';
import { waitingWords } from '../ui/panel-words';
import { EmptyPlot } from '../ui/plot/EmptyPlot';
import { Plot } from '../ui/plot/Plot';
import type { TrendLine } from './descriptor';
import { slotValue, type Today, todayOf } from './today';
import { trendPlot } from './trend';

interface Props {
  readonly trendLines: readonly TrendLine[];
  readonly zone: string;
}

const everyMs = 60_000;

/** Today's values of the device as a chart. */
export function DeviceTrend({
  trendLines,
  zone,
  title = t('details.today'),
}: Props & { readonly title?: string }) {
  const resource = todayOf(trendLines.map(({ code }) => code).join(','), zone, everyMs);
  const snapshot = useResource(resource);
  const waiting = waitingWords(useWaitedS(snapshot));
  const { value, error } = snapshot;
  const heading = <h3>{title}</h3>;
  if (value) {
    return (
      <section aria-label={title}>
        <Drawn today={value} trendLines={trendLines} zone={zone} heading={heading} />
      </section>
    );
  }
  return (
    <section aria-label={title}>
      {heading}
      {error ? (
        <PanelFailure
          what={t('details.trendFailed')}
          cause={error.reason}
          lastS={answeredAtS(snapshot)}
          zone={zone}
          onRetry={() => refresh(resource)}
        />
      ) : (
        <>
          <EmptyPlot summary={t('details.trendEmpty')} />
          <p role="status">{waiting}</p>
        </>
      )}
    </section>
  );
}

interface DrawnProps extends Props {
  readonly today: Today;
  readonly heading: ReactNode;
}

function Drawn({ today, trendLines, zone, heading }: DrawnProps) {
  // Rounded to whole minutes, so that the chart is redrawn at most once a minute.
  const nowS = 60 * Math.floor(plantNowMs() / 60_000);
  const model = useMemo(() => trendPlot(today, trendLines, zone, nowS), [today, trendLines, zone, nowS]);
  const gaps = model.spans?.length ?? 0;
  const fileName = ['meridiana', trendLines[0]?.code.replaceAll('.', '-'), dayOf(1000 * nowS, zone)];
  return (
    <Plot
      model={model}
      heading={heading}
      summary={summaryOf(today, trendLines, gaps, zone)}
      fileName={fileName.join('-')}
    />
  );
}

/** The text alternative of the chart: for each line its highest value with its time, and the number of gaps. */
function summaryOf(today: Today, trendLines: readonly TrendLine[], gaps: number, zone: string): string {
  const sentences = trendLines.map(({ code, label, unit, decimals }) => {
    const valueIn = slotValue(today, code);
    const best = today.slots.reduce<{ readonly value: number; readonly from: number } | null>((top, slot) => {
      const value = valueIn(slot);
      return value !== null && value > (top?.value ?? Number.NEGATIVE_INFINITY)
        ? { value, from: slot.from }
        : top;
    }, null);
    if (!best) return t('details.trendNothing', { label });
    const value =
      unit === '' ? formatNumber(best.value, decimals) : formatQuantity(best.value, decimals, unit);
    return t('details.trendPeak', { label, value, time: formatTime(best.from, zone, 'minute') });
  });
  if (gaps > 0) sentences.push(t('details.trendGaps', { count: gaps }));
  return sentences.join(' ');
}
