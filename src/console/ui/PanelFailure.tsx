import { formatTime } from '../i18n/format';
import { t } from '../i18n/translate';
import { Icon } from './Icon';

interface Props {
  /** What could not be read. */
  readonly what: string;
  readonly cause: 'network' | 'timeout' | 'invalid' | 'session' | 'problem' | 'missing' | undefined;
  /** Time of the last valid data, in epoch seconds; null when there has been none. */
  readonly lastS: number | null;
  readonly zone: string;
  readonly onRetry: () => void;
}

/** Replaces a panel without an answer: what failed, the time of the last valid data, and a retry button. */
export function PanelFailure({ what, cause = 'network', lastS, zone, onRetry }: Props) {
  return (
    <div className="note" role="status">
      <Icon name="warn" />
      <div>
        <b>{what}</b> {t(`panel.failure.${cause}`)}{' '}
        {lastS !== null && t('panel.lastData', { time: formatTime(lastS, zone, 'clock') })}
      </div>
      <button type="button" className="o end" onClick={onRetry}>
        {t('common.retry')}
      </button>
    </div>
  );
}
