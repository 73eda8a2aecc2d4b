import { useState } from 'react';
import { type Connection, dismissRecovery, useConnection } from '../../data/connection';
import { useFrozen, usePublishedFreshness } from '../../data/freshness';
import { usePast } from '../../data/past';
import { plantTimeS } from '../../data/plant-clock';
import { refreshAll } from '../../data/poll';
import { useNowMs } from '../../data/ticker';
import { formatDuration, formatTime } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { Icon } from '../../ui/Icon';
import { freshnessState } from './freshness-state';

interface Props {
  /** The plant's time zone. */
  readonly zone: string;
}

/**
 * Shown while a moment of the past is on the screen, and while no values arrive or they do not change: since when, why, how old the values on the screen are, and when the next request is
 * sent.
 */
export function ConnectionBar({ zone }: Props) {
  const connection = useConnection();
  const isFrozen = useFrozen();
  const past = usePast();
  return (
    <>
      {past?.bar}
      {connection.state === 'lost' ? (
        <LostBar connection={connection} zone={zone} />
      ) : (
        isFrozen && <FrozenBar zone={zone} />
      )}
    </>
  );
}

/** After a lost connection: how long it lasted, until the user closes the note. Its parent is a live region. */
export function RecoveryNote() {
  const { recoveredAfterMs } = useConnection();
  if (recoveredAfterMs === null) return null;
  const time = formatDuration(recoveredAfterMs / 1000);
  return (
    <div className="note strip">
      <Icon name="check" />
      <span>
        <b>{t('connection.back')}</b> {t('connection.backLost', { time })}
      </span>
      <button type="button" className="q end" aria-label={t('shell.close')} onClick={dismissRecovery}>
        <Icon name="close" />
      </button>
    </div>
  );
}

function LostBar({ connection, zone }: { readonly connection: Connection; readonly zone: string }) {
  const nowMs = useNowMs();
  const { lastAnswerMs, nextTryMs, cause } = connection;
  const values = freshnessState(usePublishedFreshness(), connection);
  // Set once, when the bar appears: the announced text must not change when the time is rounded to another second.
  const [lostAtS] = useState(lastAnswerMs === null ? null : plantTimeS(lastAnswerMs));
  const isWaiting = nextTryMs !== null && nextTryMs > nowMs;
  return (
    <div className="bar" translate="no">
      <Icon name="unlink" />
      {/* Only the constant text is announced, assertively. The countdown is not, because it would be read out every second. */}
      <b role="alert">
        {lostAtS === null
          ? t('connection.lostBefore')
          : t('connection.lostAt', { time: formatTime(lostAtS, zone, 'clock') })}
      </b>
      <span>
        {cause && cause !== 'session' && `${t(`connection.cause.${cause}`)} `}
        {values.kind === 'lost' && `${valuesWords(values.ageS)} `}
        {isWaiting
          ? t('connection.nextTry', { time: formatDuration((nextTryMs - nowMs) / 1000) })
          : t('connection.trying')}
      </span>
      <Retry />
    </div>
  );
}

/** The datalogger answers, but its values do not change. */
function FrozenBar({ zone }: Props) {
  useNowMs();
  const values = freshnessState(usePublishedFreshness(), useConnection());
  if (values.kind !== 'still') return null;
  return (
    <div className="bar" translate="no">
      <Icon name="clock" />
      <b role="alert">{t('connection.frozenAt', { time: formatTime(values.epochS, zone, 'clock') })}</b>
      <span>
        {t('connection.frozen')} {valuesWords(values.ageS)}
      </span>
      <Retry />
    </div>
  );
}

function valuesWords(ageS: number): string {
  return t('connection.values', { time: formatDuration(ageS) });
}

function Retry() {
  return (
    <span className="end row">
      <button type="button" onClick={refreshAll}>
        {t('connection.retryNow')}
      </button>
    </span>
  );
}
