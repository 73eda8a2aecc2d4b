import '../ui/drawing.css';
import { useMemo } from 'react';
import { plantNowMs } from '../data/plant-clock';
import { refresh } from '../data/poll';
import { useResource } from '../data/use-resource';
import { answeredAtS, useWaitedS } from '../data/waiting';
import { formatNumber, formatQuantity, formatTime } from '../i18n/format';
import { t } from '../i18n/translate';
import { linePath } from '../ui/chart-scale';
import { PanelFailure } from '../ui/PanelFailure';
import { GapBand, Plot } from '../ui/Plot';
import { waitingWords } from '../ui/panel-words';
import type { TrendLine } from './descriptor';
import { slotValue, type Today, todayOf } from './today';
import { trendOf } from './trend';

interface Props {
  readonly trendLines: readonly TrendLine[];
  readonly zone: string;
}

const everyMs = 60_000;

/** The course of today, slot by slot. */
export function DeviceTrend({ trendLines, zone, title }: Props & { readonly title?: string }) {
  const resource = todayOf(trendLines.map(({ code }) => code).join(','), zone, everyMs);
  const snapshot = useResource(resource);
  const waiting = waitingWords(useWaitedS(snapshot));
  const { value, error } = snapshot;
  return (
    <section aria-label={title ?? t('details.today')}>
      <h3>{title ?? t('details.today')}</h3>
      {!value && error ? (
        <PanelFailure
          what={t('details.trendFailed')}
          cause={error.reason}
          lastS={answeredAtS(snapshot)}
          zone={zone}
          onRetry={() => refresh(resource)}
        />
      ) : (
        <>
          <Drawn today={value} trendLines={trendLines} zone={zone} />
          {!value && <p role="status">{waiting}</p>}
        </>
      )}
    </section>
  );
}

function Drawn({ today, trendLines, zone }: Props & { readonly today: Today | undefined }) {
  const trend = useMemo(
    () => (today ? trendOf(today, trendLines, zone, plantNowMs() / 1000) : null),
    [today, trendLines, zone],
  );
  if (!today || !trend) {
    return (
      <Plot summary={t('details.trendEmpty')} x={[]} y={[]} now={null}>
        {null}
      </Plot>
    );
  }
  const { lines, gaps, across } = trend;
  return (
    <>
      <Plot
        summary={summaryOf(today, trendLines, gaps.length, zone)}
        x={trend.x}
        y={trend.y}
        y2={trend.y2}
        now={Math.min(100, across(plantNowMs() / 1000))}
        bands={gaps.map(({ fromS, toS }) => (
          <GapBand key={fromS} from={across(fromS)} to={Math.min(100, across(toS))} />
        ))}
      >
        {lines.map(({ trendLine, runs }) => (
          <path key={trendLine.code} className={trendLine.look} d={runs.map(linePath).join('')} />
        ))}
      </Plot>
      <div className="key">
        {trendLines.map(({ code, label, unit, look }) => (
          <span key={code}>
            <svg viewBox="0 0 24 10" aria-hidden="true">
              <path className={look} d="M0 5h24" />
            </svg>
            {label}
            {unit !== '' && `, ${unit}`}
          </span>
        ))}
      </div>
    </>
  );
}

/** The trend in words: of each line its highest value and when, and how often data is missing. */
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
