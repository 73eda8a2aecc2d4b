import { useEffect, useMemo, useRef } from 'react';
import { type AlarmDetail, alarmDetail } from '../../data/alarm-detail';
import { type Alarm, durationS, isSetAside, waitingIn } from '../../data/alarm-rows';
import { plantNowMs } from '../../data/plant-clock';
import { refresh } from '../../data/poll';
import { useSession } from '../../data/session';
import { useLowTraffic } from '../../data/traffic';
import { useResource } from '../../data/use-resource';
import { formatDuration, formatQuantity, formatTime } from '../../i18n/format';
import { t, useLanguage } from '../../i18n/translate';
import { acknowledgeLabel } from '../../ui/action-words';
import { alarmQuantity } from '../../ui/alarm-words';
import { Lazy } from '../../ui/Lazy';
import { Chain } from './Chain';
import { columnLabel } from './columns';
import { deviceAddress } from './device-address';
import { type ChangeFilter, defaultFilter, searchOf } from './filter';
import { peersOf } from './peers-of';
import { Steps } from './Steps';
import { momentWords } from './state-words';
import { thresholdWords } from './threshold';
import { noteOf, type Ticks, useTicks } from './ticks';
import type { AlarmActions } from './use-alarms';

interface Props {
  readonly alarm: Alarm;
  readonly zone: string;
  readonly isStill: boolean;
  readonly actions: AlarmActions;
  /** The row above has no column for the value and its threshold. */
  readonly hasValue: boolean;
  readonly change: ChangeFilter;
  /** Beside the list: what can be done stands at its top. */
  readonly isBeside?: boolean;
}

const loadPeers = () => import('./Peers').then(module => module.Peers);
const loadNotes = () => import('../../device-screens/LogNotes').then(module => module.LogNotes);

/** An alarm with its story: what causes what, the device against its peers, what to do, and what happened before. */
export function Detail({ alarm, zone, isStill, actions, hasValue, change, isBeside = false }: Props) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.closest('tr, li')?.scrollIntoView({ block: 'nearest' }), []);
  const { value: detail, error } = useDetail(alarm);
  const ticks = useTicks(alarm.id);
  const isPlain = useLowTraffic();
  const acts = <Actions {...{ alarm, isStill, actions, ticks }} />;
  const peers = peersOf(alarm);
  const pictures = (
    <>
      <Chain alarm={alarm} change={change} />
      {peers && !isPlain && <Lazy load={loadPeers} props={{ alarm, by: peers, zone }} />}
    </>
  );
  const limit = thresholdWords(alarm);
  return (
    <>
      {isBeside && acts}
      {isBeside && pictures}
      <div className="det4" ref={place}>
        {detail?.advice.map(([which, text]) =>
          which === 'action' ? (
            <Steps key={which} {...{ alarm, text, isStill, ticks }} />
          ) : (
            <div key={which}>
              <h3>{t(`alarms.advice.${which}`)}</h3>
              <p>{text}</p>
            </div>
          ),
        )}
        {detail?.advice.length === 0 && <p>{t('alarms.detail.noText', { code: alarm.code })}</p>}
        {hasValue && alarm.value !== null && (
          <div>
            <h3>{columnLabel('value')}</h3>
            <p>{alarmQuantity(alarm.value, alarm.unit)}</p>
            {limit !== '' && <p>{`${columnLabel('threshold')} ${limit}`}</p>}
          </div>
        )}
        {alarm.lostKwh !== null && (
          <div>
            <h3>{t('alarms.column.lost')}</h3>
            <p>
              {formatQuantity(alarm.lostKwh, 1, 'kWh')}
              {alarm.lostMoney !== null && `, ${formatQuantity(alarm.lostMoney, 2, '€')}`}
            </p>
          </div>
        )}
        <div>
          <h3>{t('alarms.detail.story')}</h3>
          {detail && <Story {...detail} zone={zone} />}
          {!detail && error && <p>{t('alarms.detail.failed')}</p>}
          {alarm.shelf && <p>{alarm.shelf.reason}</p>}
        </div>
        {detail && detail.earlier.length > 0 && <Earlier {...detail} zone={zone} />}
        <div>
          <Lazy load={loadNotes} parts={['drawer']} props={{ about: { alarm: alarm.id }, zone }} />
        </div>
      </div>
      {!isBeside && pictures}
      {!isBeside && acts}
    </>
  );
}

/** The texts, the steps of the alarm and its earlier occurrences, read again whenever the alarm changes. */
function useDetail({ id, version }: Alarm) {
  const language = useLanguage();
  const resource = useMemo(() => alarmDetail(id, language), [id, language]);
  const snapshot = useResource(resource);
  const readVersion = useRef(version);
  useEffect(() => {
    if (readVersion.current !== version) refresh(resource);
    readVersion.current = version;
  }, [version, resource]);
  return snapshot;
}

type StoryProps = AlarmDetail & Pick<Props, 'zone'>;

function Story({ alarm, story, zone }: StoryProps) {
  const nowS = plantNowMs() / 1000;
  return (
    <ul>
      {story.map(({ atS, to, by, note, value }, index) => {
        const words = [
          `${t(`alarms.step.${to}`)}${by === null ? '' : ` ${t('alarms.step.by', { user: by })}`}`,
          alarmQuantity(value, alarm.unit),
          note,
        ];
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a story only grows at its end
          <li key={index}>
            {momentWords(atS, nowS, zone)} {words.filter(word => word !== '').join(', ')}
          </li>
        );
      })}
    </ul>
  );
}

function Earlier({ earlier, zone }: StoryProps) {
  const nowS = plantNowMs() / 1000;
  return (
    <div>
      <h3>{t('alarms.detail.earlier')}</h3>
      <ul>
        {earlier.map(({ id, beginS, endS }) => (
          <li key={id}>
            <a href={`/allarmi?${searchOf({ ...defaultFilter, view: 'storico', openId: id })}`}>
              {`${formatTime(beginS, zone, 'date')} ${formatTime(beginS, zone, 'minute')}`}
            </a>
            {', '}
            {endS === null ? t('alarms.detail.still') : formatDuration(durationS({ beginS, endS }, nowS))}
          </li>
        ))}
      </ul>
    </div>
  );
}

type ActionProps = Pick<Props, 'alarm' | 'isStill' | 'actions'> & { readonly ticks: Ticks };

function Actions({ alarm, isStill, actions, ticks }: ActionProps) {
  const isBlocked = isStill || actions.isBusy;
  const { group, device, name, state, priority, causeId } = alarm;
  const address = deviceAddress(alarm, useSession()?.role);
  const canShelve = actions.shelvingMinutes > 0 && priority !== 5 && state !== 'over';
  return (
    <div className="row">
      {waitingIn(alarm) > 0 && (
        <>
          <button
            type="button"
            disabled={isBlocked}
            onClick={() => void actions.acknowledge([alarm], noteOf(ticks))}
          >
            {acknowledgeLabel(waitingIn(alarm))}
          </button>
          <button
            type="button"
            className="o"
            disabled={isBlocked}
            onClick={() => actions.ask({ kind: 'acknowledge', alarms: [alarm], note: noteOf(ticks) })}
          >
            {t('alarms.action.withNote')}
          </button>
        </>
      )}
      {canShelve && !isSetAside(alarm) && (
        <button
          type="button"
          className="o"
          disabled={isBlocked}
          onClick={() => actions.ask({ kind: 'shelve', alarms: [alarm] })}
        >
          {t('alarms.action.shelve')}
        </button>
      )}
      {canShelve && state === 'shelved' && (
        <button type="button" className="o" disabled={isBlocked} onClick={() => void actions.unshelve(alarm)}>
          {t('alarms.action.unshelve')}
        </button>
      )}
      <a href={`/allarmi?vista=lavori&allarme=${alarm.id}`}>{t('alarms.work.of')}</a>
      {address && <a href={address}>{t('alarms.detail.open', { name })}</a>}
      {causeId !== null && (
        <a href={`/allarmi?${searchOf({ ...defaultFilter, openId: causeId })}`}>
          {t('alarms.detail.hiddenBy')}
        </a>
      )}
      {device !== null && (
        <a href={`/allarmi?${searchOf({ ...defaultFilter, view: 'storico', group, device })}`}>
          {t('alarms.detail.ofDevice', { name })}
        </a>
      )}
    </div>
  );
}
