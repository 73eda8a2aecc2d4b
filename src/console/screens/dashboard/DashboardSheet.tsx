import { type ReactNode, useState } from 'react';
import { dayOf } from '../../data/days';
import { plantFacts } from '../../data/facts';
import { dashboardCodes } from '../../data/live-codes';
import { usePast, useShownAlarms } from '../../data/past';
import { plantNowMs } from '../../data/plant-clock';
import { refresh } from '../../data/poll';
import type { Snapshot } from '../../data/resource';
import { useSession } from '../../data/session';
import { liveTable } from '../../data/table';
import { useLowTraffic } from '../../data/traffic';
import { type LiveData, useLiveResource } from '../../data/use-live-resource';
import { useResource } from '../../data/use-resource';
import { answeredAtS, useWaitedS } from '../../data/waiting';
import { formatTime } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { Figure } from '../../ui/Figure';
import { fetchAhead, Lazy } from '../../ui/Lazy';
import { PanelFailure } from '../../ui/PanelFailure';
import { type HeadWords, stillWords, waitingWords } from '../../ui/panel-words';
import { figuresOf, gapOf } from './figures';
import { sentenceWords, titleWords } from './head-words';
import { type Live, noPlant } from './live';
import { summaryOf } from './plant-summary';
import { readLive } from './read-live';
import type { View } from './view';
import '../../ui/drawing.css';

interface Props {
  /** The panel of the active alarms. Without it the curve takes its place. */
  readonly alarms?: ReactNode;
}

// The drawings and the alarms are loaded after the figures, in a chunk of their own, so that a slow line shows the figures first.
const loadOneLine = () => import('./OneLine').then(module => module.OneLine);
const loadInverters = () => import('./Inverters').then(module => module.Inverters);

export const fetchDrawings = () =>
  Promise.all([fetchAhead(loadOneLine), fetchAhead(loadInverters), fetchCurve()]);

export function DashboardSheet({ alarms = null }: Props) {
  const { view, snapshot, isRefused } = useLive();
  const [isAsked, setAsked] = useState(false);
  const isSparing = useLowTraffic() && !isAsked;
  // Beside the alarms the drawings are narrower.
  const [oneLineClass, curveClass] = alarms ? ['sldp wide8', 'c7 wide8'] : ['', ''];
  const room = <section className={`room ${oneLineClass}`} />;
  // Until the first answer arrives, only the figures may use the connection.
  const isAnswered = snapshot.receivedMs !== null || snapshot.error !== null;
  return (
    <div className="sheet">
      <Head view={view} snapshot={snapshot} />
      {alarms && <section className="c5 side4">{isAnswered && alarms}</section>}
      <Figures view={view} />
      {isRefused && (
        <div>
          <PanelFailure
            what={t('panel.refused')}
            cause={snapshot.error?.reason}
            lastS={answeredAtS(snapshot)}
            zone={view.zone}
            onRetry={retryLive}
          />
        </div>
      )}
      {isAnswered ? (
        <Lazy load={loadOneLine} props={{ view, className: oneLineClass, isSparing }} waiting={room} />
      ) : (
        room
      )}
      <CurvePanel {...{ view, isAnswered, isSparing }} className={curveClass} onAsk={() => setAsked(true)} />
      {view.live && <Lazy load={loadInverters} props={{ live: view.live, view }} waiting={tilesRoom} />}
    </div>
  );
}

/** Keeps about the place of one row of inverters. */
const tilesRoom = <section className="tiles" />;

function Figures({ view: { live, facts, zone, isOld } }: { readonly view: View }) {
  const plant = live?.plant ?? noPlant;
  const dayOfMonth = Number(dayOf(plantNowMs(), zone).slice(-2));
  return (
    <section className={isOld && live ? 'figs stale' : 'figs'} aria-label={t('dashboard.figure.title')}>
      {figuresOf({ plant, gap: live && gapOf(live), lacking: live?.lacking, facts, dayOfMonth }).map(
        (figure, index) => (
          <Figure key={figure.label} {...figure} isLarge={index === 0} />
        ),
      )}
    </section>
  );
}

interface HeadProps {
  readonly view: View;
  readonly snapshot: Snapshot<unknown>;
}

/** The state of the plant: a title, and sentences about the exceptions. */
function Head({ view, snapshot }: HeadProps) {
  const waiting = waitingWords(useWaitedS(snapshot));
  const { title, text } = wordsOf(view, waiting);
  // An administrator of a plant without devices begins here.
  const isNew = useSession()?.role === 'admin' && view.live && summaryOf(view.live).title === 'empty';
  return (
    <header className="head" translate="no">
      <h1>{title}</h1>
      <p>{isNew ? <a href="/config/setup-sistema?vista=bus">{text}</a> : text}</p>
    </header>
  );
}

function wordsOf({ live, isOld, past, zone }: View, waiting: string): HeadWords {
  if (!live) return { title: t(isOld ? 'panel.unknown' : 'dashboard.title.reading'), text: waiting };
  const summary = summaryOf(live);
  if (isOld) return (past?.headOf ?? stillWords)(titleWords(summary), live.t, zone);
  return { title: titleWords(summary), text: sentenceWords(summary) };
}

const everyMs = 5_000;

const liveValues = liveTable(dashboardCodes, everyMs, readLive);

/** The current values of the plant, its facts, and whether they are up to date; published for the top bar. */
function useLive(): LiveData<Live> & { readonly view: View } {
  const data = useLiveResource(liveValues);
  const facts = useResource(plantFacts).value;
  const alarms = useShownAlarms();
  const past = usePast();
  const { snapshot, zone, isStill } = data;
  const { value } = snapshot;
  const isOld = isStill || (value?.isOld ?? false);
  const ageWords = past?.label ?? t('panel.dataOf', { time: formatTime(value?.t, zone, 'minute') });
  return { ...data, view: { live: value ?? null, facts, alarms, zone, isOld, past, ageWords } };
}

function retryLive(): void {
  refresh(liveValues);
}

interface CurvePanelProps {
  readonly view: View;
  readonly className: string;
  /** Whether the request of the figures is answered. */
  readonly isAnswered: boolean;
  readonly isSparing: boolean;
  readonly onAsk: () => void;
}

const loadCurve = () => import('./Curve').then(module => module.Curve);
const fetchCurve = () => fetchAhead(loadCurve);

/** Today's power; in low-traffic mode its code and its data are loaded only on request, and those of the balance with them. */
function CurvePanel({ view, className, isAnswered, isSparing, onAsk }: CurvePanelProps) {
  const head = (
    <div className="ph">
      <h2>{t('dashboard.curve.title')}</h2>
    </div>
  );
  const waiting = (
    <>
      {head}
      <div className="plot" />
    </>
  );
  return (
    <section className={className}>
      {isSparing ? (
        <>
          {head}
          <p className="row">
            <span>{t('dashboard.curve.onDemand')}</span>
            <button type="button" className="o" onClick={onAsk}>
              {t('dashboard.curve.show')}
            </button>
          </p>
        </>
      ) : isAnswered ? (
        <Lazy load={loadCurve} props={{ view }} waiting={waiting} />
      ) : (
        waiting
      )}
    </section>
  );
}
