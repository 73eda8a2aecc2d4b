import { useState } from 'react';
import { type Connection, dismissRecovery, useConnection } from '../../data/connection';
import { usePublishedFreshness } from '../../data/freshness';
import { plantNowMs } from '../../data/plant-clock';
import { refreshAll } from '../../data/poll';
import { useNowMs } from '../../data/ticker';
import { formatDuration, formatTime } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { Icon } from '../../ui/Icon';
import { freshnessState } from './freshness-state';

interface Props {
  /** The plant's zone. */
  readonly zone: string;
}

/** While the datalogger does not answer: since when, why, what is on the screen, and when it is asked again. */
export function ConnectionBar({ zone }: Props) {
  const connection = useConnection();
  return connection.state === 'lost' ? <LostBar connection={connection} zone={zone} /> : null;
}

/** After a loss: how long it lasted, until it is dismissed. Stands in a live region. */
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
  const clocks = { nowMs, plantNowMs: plantNowMs() };
  const values = freshnessState(usePublishedFreshness(), connection, clocks);
  // Fixed when the bar appears: the text that is announced must not change by a rounded second.
  const [lostAtMs] = useState(
    lastAnswerMs === null ? null : clocks.plantNowMs - (clocks.nowMs - lastAnswerMs),
  );
  const isWaiting = nextTryMs !== null && nextTryMs > nowMs;
  return (
    <div className="bar">
      <Icon name="unlink" />
      {/* Only what does not change is announced, and at once: a countdown would be read out every second. */}
      <b role="alert">
        {lostAtMs === null
          ? t('connection.lostBefore')
          : t('connection.lostAt', { time: formatTime(lostAtMs / 1000, zone, 'clock') })}
      </b>
      <span>
        {cause && cause !== 'session' && `${t(`connection.${cause}`)} `}
        {values.kind === 'lost' && `${t('connection.values', { time: formatDuration(values.ageS) })} `}
        {isWaiting
          ? t('connection.nextTry', { time: formatDuration((nextTryMs - nowMs) / 1000) })
          : t('connection.trying')}
      </span>
      <span className="end row">
        <button type="button" onClick={refreshAll}>
          {t('connection.retryNow')}
        </button>
      </span>
    </div>
  );
}
