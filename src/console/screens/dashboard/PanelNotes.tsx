import { plantNowMs } from '../../data/plant-clock';
import type { Snapshot } from '../../data/poll-store';
import { useNowMs } from '../../data/ticker';
import { formatDuration, formatTime } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { Icon } from '../../ui/Icon';

/** Nothing is said of a wait shorter than this. */
const quietMs = 300;
/** From here on it is a slow line, in s. */
const slowAfterS = 3;

/** How long an answer has been awaited, in words; empty while that is not worth a word. */
export function useWaiting({ waitingSinceMs }: Snapshot<unknown>): string {
  const nowMs = useNowMs();
  if (waitingSinceMs === null || nowMs - waitingSinceMs < quietMs) return '';
  const seconds = Math.max(1, Math.round((nowMs - waitingSinceMs) / 1000));
  const key = seconds < slowAfterS ? 'dashboard.waiting' : 'dashboard.waitingSlow';
  return t(key, { time: formatDuration(seconds) });
}

/** The elapsed time of a first answer, in the place of the values. */
export function Waiting({ snapshot }: { readonly snapshot: Snapshot<unknown> }) {
  return (
    <p className="u" role="status">
      {useWaiting(snapshot)}
    </p>
  );
}

interface FailureProps {
  /** What could not be read. */
  readonly what: string;
  readonly snapshot: Snapshot<unknown>;
  readonly zone: string;
  readonly onRetry: () => void;
}

/** A panel that has no answer: what failed, from when the last valid data is, and another try. */
export function PanelFailure({ what, snapshot: { receivedMs, error }, zone, onRetry }: FailureProps) {
  const nowMs = useNowMs();
  const lastS = receivedMs === null ? null : (plantNowMs() - (nowMs - receivedMs)) / 1000;
  return (
    <div className="note" role="status">
      <Icon name="warn" />
      <div>
        <b>{what}</b> {t(`dashboard.failure.${error?.kind ?? 'network'}`)}{' '}
        {lastS !== null && t('dashboard.failure.lastData', { time: formatTime(lastS, zone, 'clock') })}
      </div>
      <button type="button" className="o end" onClick={onRetry}>
        {t('common.retry')}
      </button>
    </div>
  );
}
