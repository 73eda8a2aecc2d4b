import { type ReactNode, useMemo } from 'react';
import { useConnection } from '../../data/connection';
import { plantNowMs } from '../../data/plant-clock';
import type { Snapshot } from '../../data/resource';
import { useNowMs } from '../../data/ticker';
import { useResource } from '../../data/use-resource';
import { answeredAtS, useWaitedS } from '../../data/waiting';
import { useNoteMarks } from '../../device-screens/note-marks';
import { formatNumber, formatTime } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { wallClock } from '../../i18n/wall-clock';
import { PanelFailure } from '../../ui/PanelFailure';
import { waitingWords } from '../../ui/panel-words';
import { EmptyPlot } from '../../ui/plot/EmptyPlot';
import { Plot } from '../../ui/plot/Plot';
import { gapsOf, lossesOf, peakOf } from './curve';
import { type CurveFacts, clockMarksOf, curvePlot } from './curve-plot';
import { gapOf, isLarge } from './figures';
import { dayEndWords, forecast, ofDay } from './forecast';
import { type DayAnswer, useDay } from './use-day';
import type { View } from './view';

/** The panel shows a failure if the answer is refused, or if it is older than two polls although the connection works. */
const oldAfterMs = 120_000;
/** Nominal power for the axis while that of the plant is not known, kW. */
const anyNominalKw = 100;
const minuteMs = 60_000;

/** The curve of today, and its waiting and failure states. */
export function Curve({ view }: { readonly view: View }) {
  const day = useDay(view.zone);
  const nowMs = useNowMs();
  const { state } = useConnection();
  const isAgeing = day.receivedMs === null || nowMs - day.receivedMs > oldAfterMs;
  const isFailed = day.error !== null && state !== 'lost' && (!day.error.isOutage || isAgeing);
  const failure = isFailed && (
    <PanelFailure
      what={t('drawings.curve.failed')}
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
      <EmptyPlot summary={t('drawings.curve.empty')} />
    </>
  );
}

/** The time since the first request, in the place of the curve. */
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

function Drawn({ day, view, heading }: DrawnProps) {
  const { facts, zone, isOld, past } = view;
  const nominal = facts?.acKw ?? facts?.peakKwp ?? anyNominalKw;
  const ahead = ofDay(useResource(isOld ? null : forecast).value, day.fromS);
  // Rounded to whole minutes, so that the chart is drawn at most once a minute.
  const nowS = past?.atS ?? (Math.floor(plantNowMs() / minuteMs) * minuteMs) / 1000;
  const curve = useMemo(
    () => ({ nominal, zone, nowS, isOld, forecast: ahead }),
    [nominal, zone, nowS, isOld, ahead],
  );
  const notes = useNoteMarks('impianto', undefined, day);
  const model = useMemo(() => {
    const plot = curvePlot(day, curve);
    const inPlot = notes.map(mark => ({ ...mark, at: Math.min(plot.to, Math.max(plot.from, mark.at)) }));
    return { ...plot, marks: [...(plot.marks ?? []), ...inPlot] };
  }, [day, curve, notes]);
  // A day's energy that is a lower bound has no known end.
  const isWhole = view.live && !gapOf(view.live);
  const dayEnd = ahead && isWhole ? dayEndWords(ahead, isLarge(facts)) : '';
  return (
    <Plot
      model={model}
      heading={
        <>
          {heading}
          {dayEnd !== '' && <p className="u">{dayEnd}</p>}
        </>
      }
      summary={summaryOf(day, curve)}
      fileName={`meridiana-potenza-${wallClock(nowS, zone).slice(0, 10)}`}
    />
  );
}

/** The curve in words: its peak, losses against the expected power, missing data, changes of the clock. */
function summaryOf(day: DayAnswer, { nominal, zone, nowS, isOld }: CurveFacts): string {
  const { slots } = day;
  const peak = peakOf(slots);
  const time = (epochS: number) => formatTime(epochS, zone, 'minute');
  const sentences = [t('drawings.curve.summary')];
  if (peak) {
    const power = formatNumber(peak.measured, 1);
    sentences.push(t('drawings.curve.peak', { power, time: time(peak.from) }));
  }
  for (const { fromS, toS, percent } of lossesOf(slots, nominal)) {
    const values = { from: time(fromS), to: time(toS), percent: formatNumber(percent, 0) };
    sentences.push(t('drawings.curve.shortfall', values));
  }
  const gaps = gapsOf(slots, nowS, isOld).length;
  if (gaps > 0) sentences.push(t('drawings.curve.gaps', { count: gaps }));
  return [...sentences, ...clockMarksOf(day, zone).map(({ label }) => label)].join(' ');
}
