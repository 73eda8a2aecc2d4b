import { type ReactNode, useMemo } from 'react';
import { useConnection } from '../../data/connection';
import { plantNowMs } from '../../data/plant-clock';
import type { Snapshot } from '../../data/poll-store';
import { useNowMs } from '../../data/ticker';
import { answeredAtS, useWaitedS } from '../../data/waiting';
import { formatNumber, formatTime } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { wallClock } from '../../i18n/wall-clock';
import { PanelFailure } from '../../ui/PanelFailure';
import { waitingWords } from '../../ui/panel-words';
import { EmptyPlot } from '../../ui/plot/EmptyPlot';
import { Plot } from '../../ui/plot/Plot';
import { gapsOf, lossesOf, peakOf } from './curve';
import { type CurveFacts, clockMarksOf, curvePlot } from './curve-plot';
import { type DayAnswer, useDay } from './use-day';
import type { View } from './view';

/** An answer that is refused, or older than two polls while the connection holds, is a failure of this panel alone. */
const oldAfterMs = 120_000;
/** What is shown before anything is known of the plant, kW. */
const anyNominalKw = 100;
const minuteMs = 60_000;

/** The curve of today, its waiting and its failure. */
export function Curve({ view }: { readonly view: View }) {
  const day = useDay(view.zone);
  const nowMs = useNowMs();
  const { state } = useConnection();
  const isAgeing = day.receivedMs === null || nowMs - day.receivedMs > oldAfterMs;
  const isFailed = day.error !== null && state !== 'lost' && (!day.error.isOutage || isAgeing);
  const failure = isFailed && (
    <PanelFailure
      what={t('dashboard.curve.failed')}
      cause={day.error?.reason}
      lastS={answeredAtS(day)}
      zone={view.zone}
      onRetry={day.retry}
    />
  );
  const heading = <h2>{t('dashboard.curve.title')}</h2>;
  if (day.value) {
    return (
      <>
        {failure}
        <Drawn day={day.value} view={view} heading={heading} />
      </>
    );
  }
  return (
    <>
      <div className="ph">{heading}</div>
      {failure || <Waiting snapshot={day} />}
      <EmptyPlot summary={t('dashboard.curve.empty')} />
    </>
  );
}

/** The elapsed time of the first answer, in the place of the curve. */
function Waiting({ snapshot }: { readonly snapshot: Snapshot<unknown> }) {
  return (
    <p className="u" role="status">
      {waitingWords(useWaitedS(snapshot))}
    </p>
  );
}

interface DrawnProps {
  readonly day: DayAnswer;
  readonly view: View;
  readonly heading: ReactNode;
}

function Drawn({ day, view: { facts, zone, isOld }, heading }: DrawnProps) {
  const nominal = facts?.acKw ?? facts?.peakKwp ?? anyNominalKw;
  // In whole minutes: in between nothing is drawn again.
  const nowS = (Math.floor(plantNowMs() / minuteMs) * minuteMs) / 1000;
  const curve = useMemo(() => ({ nominal, zone, nowS, isOld }), [nominal, zone, nowS, isOld]);
  const model = useMemo(() => curvePlot(day, curve), [day, curve]);
  return (
    <Plot
      model={model}
      heading={heading}
      summary={summaryOf(day, curve)}
      fileName={`meridiana-potenza-${wallClock(nowS, zone).slice(0, 10)}`}
    />
  );
}

/** The curve in words: its peak, where it stays below the expected, how often data is missing, where the clock was set. */
function summaryOf(day: DayAnswer, { nominal, zone, nowS, isOld }: CurveFacts): string {
  const { slots } = day;
  const peak = peakOf(slots);
  const time = (epochS: number) => formatTime(epochS, zone, 'minute');
  const sentences = [t('dashboard.curve.summary')];
  if (peak) {
    const power = formatNumber(peak.measured, 1);
    sentences.push(t('dashboard.curve.peak', { power, time: time(peak.from) }));
  }
  for (const { fromS, toS, percent } of lossesOf(slots, nominal)) {
    const values = { from: time(fromS), to: time(toS), percent: formatNumber(percent, 0) };
    sentences.push(t('dashboard.curve.shortfall', values));
  }
  const gaps = gapsOf(slots, nowS, isOld).length;
  if (gaps > 0) sentences.push(t('dashboard.curve.gaps', { count: gaps }));
  return [...sentences, ...clockMarksOf(day, zone).map(({ label }) => label)].join(' ');
}
