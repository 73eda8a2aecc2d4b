import '../../ui/lists.css';
import { type ReactNode, useState } from 'react';
import { acknowledge } from '../../data/alarm-actions';
import { waitingTotal } from '../../data/alarm-counts';
import { type Alarm, isSetAside } from '../../data/alarm-rows';
import { useConnection } from '../../data/connection';
import { currentIncidents, useCurrentIncidents } from '../../data/current-alarms';
import { deviceFacts, fallbackZone } from '../../data/facts';
import { usePast, useShownAlarms } from '../../data/past';
import { refresh } from '../../data/poll';
import { useSession } from '../../data/session';
import { useResource } from '../../data/use-resource';
import { answeredAtS, useWaitedS } from '../../data/waiting';
import { t } from '../../i18n/translate';
import { useSaid } from '../../i18n/use-said';
import { acknowledgedWords, failedWords } from '../../ui/action-words';
import { Lazy } from '../../ui/Lazy';
import { PanelFailure } from '../../ui/PanelFailure';
import { waitingWords } from '../../ui/panel-words';
import { useMedia } from '../../ui/use-media';
import { WithAlarmTexts } from '../../ui/WithAlarmTexts';
import { AlarmItem } from './AlarmItem';

/** Number of alarms beside the curve, and in the separate column of wide screens. */
const mostShown = 5;
const mostOnWide = 12;
/** The same limits as in layout.css: there the panel has a column of its own, higher than the alarms. */
const wide = '(min-width: 1500px), (min-width: 768px) and (max-width: 1180px)';

const loadEvents = () => import('./TodayEvents').then(module => module.TodayEvents);
// A simulated plant has no first steps.
const loadSteps = () => import('../../configuration/FirstSteps').then(module => module.FirstSteps);
const stepParts = ['first-steps'] as const;
const openSteps = { isWhole: false };

/** The most urgent alarms, and the number of all alarms. */
export function AlarmPanel() {
  const counts = useShownAlarms();
  const past = usePast();
  const isWide = useMedia(wide);
  const snapshot = useCurrentIncidents();
  const isStill = useConnection().state === 'lost';
  const device = useResource(deviceFacts).value;
  const zone = device?.zone ?? fallbackZone;
  const isNewPlant = useSession()?.role === 'admin' && device?.isSimulated === false;
  const { acknowledge, isBusy, message, isVisible } = useAcknowledge(zone);
  const { error } = snapshot;
  const value = past ? past.alarms : snapshot.value;
  const alarms = value?.alarms.filter(alarm => alarm.priority !== 5 && !isSetAside(alarm)) ?? [];
  const waiting = counts ? waitingTotal(counts) : 0;
  const total = counts?.priorities.reduce((sum, { current }) => sum + current, 0) ?? 0;
  const item = (alarm: Alarm) => (
    <AlarmItem
      key={alarm.id}
      {...{ alarm, zone, acknowledge }}
      isBlocked={isStill || isBusy || past !== null}
    />
  );
  return (
    <>
      <div className="ph">
        <h2>{t('drawings.alarms.title')}</h2>
        {waiting > 0 && <small>{t('drawings.alarms.waiting', { count: waiting })}</small>}
        <a href="/allarmi">{t('drawings.alarms.all', { count: total })}</a>
      </div>
      <p role="status" className={isVisible ? '' : 'sr'}>
        {message}
      </p>
      {error && !error.isOutage && (
        <PanelFailure
          what={t('drawings.alarms.failed')}
          cause={error.reason}
          lastS={answeredAtS(snapshot)}
          zone={zone}
          onRetry={() => refresh(currentIncidents)}
        />
      )}
      {value ? <Items alarms={alarms} item={item} /> : isStill ? <p>{t('panel.unknown')}</p> : <Waiting />}
      {isNewPlant && !past && <Lazy load={loadSteps} parts={stepParts} props={openSteps} />}
      {isWide && <Lazy load={loadEvents} props={{ zone }} />}
    </>
  );
}

interface ItemsProps {
  readonly alarms: readonly Alarm[];
  readonly item: (alarm: Alarm) => ReactNode;
}

function Items({ alarms, item }: ItemsProps) {
  if (alarms.length === 0) {
    return (
      <>
        <p>
          <b>{t('drawings.alarms.none')}</b>
        </p>
        <p className="u">{t('drawings.alarms.noneHint')}</p>
      </>
    );
  }
  const more = alarms.slice(mostShown, mostOnWide);
  return (
    <WithAlarmTexts>
      {() => (
        <>
          <ul className="alist brief">{alarms.slice(0, mostShown).map(item)}</ul>
          {more.length > 0 && <ul className="alist xl-only">{more.map(item)}</ul>}
        </>
      )}
    </WithAlarmTexts>
  );
}

function Waiting() {
  return <p className="u">{waitingWords(useWaitedS(useCurrentIncidents()))}</p>;
}

/** Acknowledges one incident with one click; the result is visible only if it failed. */
function useAcknowledge(zone: string) {
  const user = useSession()?.user ?? '';
  const [isBusy, setBusy] = useState(false);
  const [message, say] = useSaid();
  const [isVisible, setVisible] = useState(false);
  return {
    isBusy,
    message,
    isVisible,
    acknowledge: async (alarm: Alarm) => {
      setBusy(true);
      const result = await acknowledge([alarm], '');
      setBusy(false);
      const isMine =
        result.kind === 'done' && result.alarms.every(({ acknowledged: action }) => action?.by === user);
      say(() =>
        result.kind === 'done' ? acknowledgedWords(result.alarms, user, zone) : failedWords(result),
      );
      setVisible(!isMine);
    },
  };
}
