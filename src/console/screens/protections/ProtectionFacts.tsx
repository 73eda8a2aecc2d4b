import type { AlarmMark } from '../../data/alarm-counts';
import type { Alarm } from '../../data/alarm-rows';
import { plantNowMs } from '../../data/plant-clock';
import { DeviceSign } from '../../device-screens/DeviceSign';
import { formatDuration, formatNumber, formatTime, missing } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { Fact } from '../../ui/Fact';
import { positionWord } from './head-words';
import type { Protection } from './protection-list';
import { causeWord } from './use-trips';

interface Props {
  readonly protection: Protection | undefined;
  readonly trips: readonly Alarm[];
  /** The alarm sign of an open interface switch. */
  readonly mark?: AlarmMark | undefined;
  readonly zone: string;
  readonly isStale: boolean;
  /** Seconds since the sample was taken. */
  readonly sinceS: number;
}

const dayS = 86_400;

/** Switch, relay, inputs, trip counter and periodic check at a glance. */
export function ProtectionFacts({ protection, trips, mark, zone, isStale, sinceS }: Props) {
  return (
    <section className={isStale ? 'figs k6 stale' : 'figs k6'} aria-label={t('protection.facts')}>
      {protection ? (
        <>
          <Switches {...{ protection, mark, isStale, sinceS }} />
          <Inputs {...protection} />
          <Upkeep protection={protection} trips={trips} zone={zone} />
        </>
      ) : (
        (['ddi', 'relay', 'remoteTrip', 'local', 'trips', 'check'] as const).map(name => (
          <Fact key={name} label={t(`protection.fact.${name}`)} value={missing} note="" />
        ))
      )}
    </section>
  );
}

function Switches({
  protection,
  mark,
  isStale,
  sinceS,
}: Pick<Props, 'mark' | 'isStale' | 'sinceS'> & { protection: Protection }) {
  const { state, interfaceDevice, started, trippedBy, leftS } = protection;
  const left = leftS === null ? '' : formatDuration(leftS - sinceS);
  const codes = trippedBy === null ? started.join(', ') : trippedBy;
  return (
    <>
      <Fact
        label={t('protection.fact.ddi')}
        value={
          <>
            <DeviceSign mark={mark} isStale={isStale} /> {positionWord(interfaceDevice)}
          </>
        }
        note={
          state === 'waiting' && left
            ? t('protection.note.closesIn', { time: left })
            : t('protection.note.others', {
                dg: positionWord(protection.mainBreaker),
                ddg: positionWord(protection.generatorDevice),
              })
        }
      />
      <Fact
        label={t('protection.fact.relay')}
        value={t(`protection.state.${state}`)}
        note={
          state === 'starting' && left
            ? t('protection.note.tripsIn', { codes, time: left })
            : codes || t('protection.note.nothingStarted')
        }
      />
    </>
  );
}

function Inputs({ isRemoteTrip, isLocal, isSignalThere, isRestrictive }: Protection) {
  const flag = (value: boolean | null, yes: string, no: string) =>
    value === null ? missing : value ? yes : no;
  return (
    <>
      <Fact
        label={t('protection.fact.remoteTrip')}
        value={flag(isRemoteTrip, t('protection.input.received'), t('protection.input.notReceived'))}
        note={flag(isSignalThere, t('protection.note.signal'), t('protection.note.noSignal'))}
      />
      <Fact
        label={t('protection.fact.local')}
        value={flag(isLocal, t('protection.input.high'), t('protection.input.low'))}
        note={t(isRestrictive ? 'protection.note.restrictive' : 'protection.note.permissive')}
      />
    </>
  );
}

function Upkeep({ protection, trips, zone }: Pick<Props, 'trips' | 'zone'> & { protection: Protection }) {
  const [last] = trips;
  const { checkDays } = protection;
  const due = checkDays === null ? null : plantNowMs() / 1000 + checkDays * dayS;
  const span = formatDuration(Math.abs(checkDays ?? 0) * dayS);
  return (
    <>
      <Fact
        label={t('protection.fact.trips')}
        value={formatNumber(protection.trips, 0)}
        note={
          last
            ? t('protection.note.last', {
                date: formatTime(last.beginS, zone, 'date'),
                cause: causeWord(last.code),
              })
            : ''
        }
      />
      <Fact
        label={t('protection.fact.check')}
        value={formatTime(due, zone, 'date')}
        note={
          checkDays === null
            ? ''
            : t(checkDays < 0 ? 'protection.note.overdue' : 'protection.note.dueIn', { time: span })
        }
      />
    </>
  );
}
