import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { currentSearch, onSearchChange } from '../../browser/search';
import { type AlarmCounts, useAlarmCounts } from '../../data/alarm-counts';
import { waitingIn } from '../../data/alarm-rows';
import type { AlarmPage } from '../../data/alarms';
import { useConnection } from '../../data/connection';
import { useCurrentIncidents } from '../../data/current-alarms';
import { plantNowMs, plantTimeS } from '../../data/plant-clock';
import { useNowMs } from '../../data/ticker';
import { useLowTraffic } from '../../data/traffic';
import { answeredAtS, useWaitedS } from '../../data/waiting';
import { t, useLanguage } from '../../i18n/translate';
import { Lazy } from '../../ui/Lazy';
import { PanelFailure } from '../../ui/PanelFailure';
import { type HeadWords, stillWords, waitingWords } from '../../ui/panel-words';
import { isWhole, useFilter } from './filter';
import { headWords } from './head-words';
import { List } from './List';
import { waitingInAll } from './state-words';
import {
  type AlarmActions,
  type AlarmList,
  type Selection,
  useAlarmActions,
  useAlarmList,
  useSelection,
} from './use-alarms';
import '../../ui/lists.css';
import './alarms.css';
import './story.css';

// Code and words of the work orders come when they are opened.
const loadWork = () => import('./work/WorkOrders').then(module => module.WorkOrders);
const workParts = ['config', 'reports', 'work'] as const;

const isOfWork = () => new URLSearchParams(currentSearch()).get('vista') === 'lavori';

/** The alarms, or in their place the work orders. */
export function Screen() {
  const isWork = useSyncExternalStore(onSearchChange, isOfWork);
  return isWork ? <Lazy load={loadWork} parts={workParts} props={{}} /> : <Alarms />;
}

/** Current alarms, their actions, their acknowledgements and their history. */
function Alarms() {
  useLanguage();
  const { filter, change } = useFilter();
  const list = useAlarmList(filter);
  const actions = useAlarmActions(list.zone, list.page?.shelvingMinutes ?? null);
  const selection = useSelection(list.alarms);
  const { snapshot, zone, isRefused, isStill } = list;
  if (snapshot.error?.isNotProvided && !snapshot.value) return <NotOffered />;
  return (
    <div className="sheet alarms">
      <header className="head">
        {isWhole(filter) && (list.isCurrent || !list.page) ? (
          <Headline list={list} all={list.page} />
        ) : (
          <HeadlineOfAll list={list} />
        )}
        <HeadActions {...{ list, selection, actions }} />
      </header>
      <Message actions={actions} />
      {isRefused && (
        <div>
          <PanelFailure
            what={t('panel.refused')}
            cause={snapshot.error?.reason}
            lastS={answeredAtS(snapshot)}
            zone={zone}
            onRetry={list.retry}
          />
        </div>
      )}
      <List {...{ filter, change, list, selection, actions }}>
        <TrendPanels zone={zone} isStill={isStill} />
      </List>
    </div>
  );
}

/** A datalogger of another maker may not provide alarms. */
function NotOffered() {
  return (
    <div className="sheet alarms">
      <header className="head">
        <h1>{t('alarms.title.notOffered')}</h1>
        <p>{t('alarms.text.notOffered')}</p>
      </header>
    </div>
  );
}

/** The headline of all current alarms, when the filter hides some of them. */
function HeadlineOfAll({ list }: { readonly list: AlarmList }) {
  return <Headline list={list} all={useCurrentIncidents().value} />;
}

interface HeadlineProps {
  readonly list: AlarmList;
  /** All current alarms. */
  readonly all: AlarmPage | undefined;
}

function Headline({ list: { snapshot, zone, isStill }, all }: HeadlineProps) {
  useNowMs();
  const { state, lastAnswerMs } = useConnection();
  const { counts } = useAlarmCounts();
  const waiting = waitingWords(useWaitedS(snapshot));
  // Where the connection is lost, the bar above names the same time.
  const stillS = state === 'lost' && lastAnswerMs !== null ? plantTimeS(lastAnswerMs) : answeredAtS(snapshot);
  const { title, text } = shownHeadWords(all, counts, { zone, isStill, stillS, waiting });
  return (
    <>
      <h1>{title}</h1>
      <p>{text}</p>
    </>
  );
}

interface Moment {
  readonly zone: string;
  readonly isStill: boolean;
  /** Time of the last answer, epoch seconds of the plant's clock. */
  readonly stillS: number | null;
  readonly waiting: string;
}

function shownHeadWords(
  all: AlarmPage | undefined,
  counts: AlarmCounts | undefined,
  { zone, isStill, stillS, waiting }: Moment,
): HeadWords {
  if (!all) return { title: t(isStill ? 'panel.unknown' : 'alarms.title.reading'), text: waiting };
  const words = headWords(all, counts, plantNowMs() / 1000);
  return isStill ? stillWords(words.title, stillS ?? all.t, zone) : words;
}

/** The result of the last action, also announced to screen readers. */
function Message({ actions: { message } }: { readonly actions: AlarmActions }) {
  const line = useRef<HTMLDivElement>(null);
  const opener = useRef<Element | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the opener of each result
  useEffect(() => {
    opener.current = null;
  }, [message]);
  // After each answer, as the opener of the dialog goes with the row of its alarm, at once or with a later answer.
  useEffect(() => {
    if (message === '') return;
    // The dialog gives the focus back first.
    const timer = setTimeout(() => {
      const { activeElement } = document;
      const isOpenerGone = opener.current ? !opener.current.isConnected : true;
      // The page, or what the opener stood in.
      const isNoControl = activeElement instanceof HTMLElement && activeElement.tabIndex < 0;
      if (isOpenerGone && isNoControl) line.current?.focus({ preventScroll: true });
      opener.current ??= document.activeElement;
    }, 50);
    return () => clearTimeout(timer);
  });
  return (
    <div role="status" ref={line} tabIndex={-1} className={message === '' ? 'sr' : 'done'}>
      {message}
    </div>
  );
}

interface Props {
  readonly zone: string;
  readonly isStill: boolean;
}

const loadTrend = () => import('./Trend').then(module => module.Trend);

/** The alarms of the last day and the last month; in low-traffic mode only on request. */
function TrendPanels({ zone, isStill }: Props) {
  const [isAsked, setAsked] = useState(false);
  const isOnDemand = useLowTraffic() && !isAsked;
  if (!isOnDemand) return <Lazy load={loadTrend} props={{ zone, isStill }} />;
  return (
    <section className="row">
      <button type="button" className="o" onClick={() => setAsked(true)}>
        {t('alarms.trend.show')}
      </button>
    </section>
  );
}

interface HeadActionsProps {
  readonly list: AlarmList;
  readonly selection: Selection;
  readonly actions: AlarmActions;
}

function HeadActions(props: HeadActionsProps) {
  return (
    <div className="row acts">
      <a href="/allarmi?vista=lavori">{t('alarms.work.title')}</a>
      <OfChosen {...props} />
    </div>
  );
}

/** Actions for the selected alarms, or for all alarms on this page; never for alarms that are not shown. */
function OfChosen({ list: { alarms, isStill, isCurrent }, selection, actions }: HeadActionsProps) {
  const waiting = alarms.filter(alarm => waitingIn(alarm) > 0);
  const isBlocked = isStill || !isCurrent || actions.isBusy;
  const chosen = selection.alarms.length > 0 ? selection.alarms : waiting;
  if (chosen.length === 0) return null;
  const count = waitingInAll(chosen);
  const key =
    selection.alarms.length > 0 ? 'alarms.action.acknowledgeSelected' : 'alarms.action.acknowledgeVisible';
  return (
    <>
      {actions.shelvingMinutes > 0 && selection.alarms.length > 0 && (
        <button
          type="button"
          className="o only-l"
          disabled={isBlocked}
          onClick={() => actions.ask({ kind: 'shelve', alarms: selection.alarms })}
        >
          {t('alarms.action.shelve')}
        </button>
      )}
      <button
        type="button"
        className={selection.alarms.length > 0 ? '' : 'o'}
        disabled={isBlocked}
        onClick={() => actions.ask({ kind: 'acknowledge', alarms: chosen })}
      >
        {t(key, { count })}
      </button>
    </>
  );
}
