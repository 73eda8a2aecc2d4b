import '../../../ui/lists.css';
import './analysis.css';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { changeSearch, currentSearch, onSearchChange } from '../../../browser/search';
import { useConnection } from '../../../data/connection';
import { deviceFacts, fallbackZone } from '../../../data/facts';
import { plantNowMs } from '../../../data/plant-clock';
import { refresh } from '../../../data/poll';
import { type Archived, archived, type Series } from '../../../data/series';
import { useResource } from '../../../data/use-resource';
import { answeredAtS } from '../../../data/waiting';
import { formatDuration } from '../../../i18n/format';
import { t, useLanguage } from '../../../i18n/translate';
import { Views } from '../../../reporting/Views';
import { PanelFailure } from '../../../ui/PanelFailure';
import { isOfClock } from './align';
import { ChartPanel } from './ChartPanel';
import { Examples } from './Examples';
import { KeptViews } from './KeptViews';
import { LineList } from './LineList';
import { change, type Query, readQuery, searchOf, usualLines } from './query';
import { RangeChoice } from './RangeChoice';
import { type Range, rangeName, readRange, spanOfRange, todayIn } from './range';
import { SignalPicker } from './SignalPicker';
import { chosenOf, type Signal } from './signals';
import { useAnswers } from './use-answers';

const usual = 'settimana';
const minuteMs = 60_000;

/** Any signals of the archive over any time. What is shown is in the address. */
export function Analysis() {
  useLanguage();
  const search = useSyncExternalStore(onSearchChange, currentSearch);
  const device = useResource(deviceFacts);
  const archive = useResource(archived);
  const query = useMemo(() => readQuery(search), [search]);
  const zone = device.value?.zone ?? fallbackZone;
  // Whole minutes, so that the chart is drawn again at most once a minute.
  const nowS = (minuteMs / 1000) * Math.floor(plantNowMs() / minuteMs);
  const today = todayIn(nowS, zone);
  const range = useMemo(() => readRange(query.range, today) ?? readRange(usual, today), [query.range, today]);
  const isMistyped = device.value !== undefined && readRange(query.range, today) === null;
  useEffect(() => {
    // The address never names another time than the one on the screen.
    if (isMistyped) changeSearch(searchOf({ ...query, range: usual }), false);
  }, [isMistyped, query]);
  const isReady = (device.value !== undefined || device.error !== null) && range !== null;
  return (
    <div className="sheet stats ana">
      <header className="head">
        <h1>
          {isReady ? t('analysis.titleOf', { range: rangeName(range) }) : t('statistics.view.analysis')}
        </h1>
      </header>
      <section className="row flt" aria-label={t('report.period.label')}>
        <Views current="analysis" />
        {isReady && <RangeChoice query={query} range={range} />}
      </section>
      {archive.value && isReady ? (
        <Panels {...{ query, range, zone, nowS }} archive={archive.value} />
      ) : (
        archive.error && (
          <section>
            <PanelFailure
              what={t('analysis.failed')}
              cause={archive.error.reason}
              lastS={answeredAtS(archive)}
              zone={zone}
              onRetry={() => refresh(archived)}
            />
          </section>
        )
      )}
    </div>
  );
}

interface Props {
  readonly query: Query;
  readonly range: Range;
  readonly archive: Archived;
  readonly zone: string;
  readonly nowS: number;
}

function Panels({ query, range, archive, zone, nowS }: Props) {
  const signals = useMemo(() => chosenOf(archive, query.lines), [archive, query.lines]);
  const known = signals.map(({ code }) => code);
  const gone = query.lines.filter(code => !known.includes(code));
  const onLines = (next: (codes: readonly string[]) => readonly string[]) =>
    change(query, { lines: next(query.lines) });
  const answers = useAnswers({ query, range, zone, nowS }, signals);
  const { series, other, otherName } = answers;
  // A time that is over does not change; one that runs is out of date while the connection is lost.
  const isStill = useConnection().state === 'lost' && nowS < spanOfRange(range, zone).toS;
  return (
    <>
      <section className="noprint">
        <SignalPicker
          archive={archive}
          chosen={signals}
          // The first line that is chosen takes the place of the usual ones.
          onAdd={code => onLines(codes => [...(codes === usualLines ? [] : codes), code])}
        />
        {gone.length > 0 && <p role="status">{t('analysis.gone', { codes: gone.join(', ') })}</p>}
      </section>
      {signals.length > 0 && (
        <>
          <section className={isStill ? 'stale' : ''}>
            <div className="ph">
              <h2>{t('analysis.lines')}</h2>
              <small>{series && rowWords(series, signals)}</small>
            </div>
            <LineList {...{ signals, series, other, otherName, onLines }} />
          </section>
          <ChartPanel {...{ query, signals, range, archive, zone, nowS }} {...answers} />
        </>
      )}
      <Examples archive={archive} />
      <KeptViews search={searchOf(query).toString()} canKeep={signals.length > 0} />
    </>
  );
}

/** How far apart the values are, and how many of them are uncertain. */
function rowWords(series: Series, signals: readonly Signal[]): string {
  const { step, uncertain } = series;
  const every = isOfClock(series)
    ? t('analysis.every', { time: formatDuration(60 * Number(step)) })
    : t(step === 'mese' ? 'analysis.monthly' : 'analysis.daily');
  const doubtful = [...uncertain].reduce((count, [, rows]) => count + rows.size, 0);
  return signals.length > 0 && doubtful > 0
    ? `${every} ${t('analysis.doubtful', { count: doubtful })}`
    : every;
}
