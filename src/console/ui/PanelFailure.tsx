import { formatTime } from '../i18n/format';
import { t } from '../i18n/translate';
import { Icon } from './Icon';

interface Props {
  /** What could not be read. */
  readonly what: string;
  readonly cause: 'network' | 'timeout' | 'invalid' | 'session' | 'problem' | 'missing' | undefined;
  /** When the last valid data came, in epoch seconds; null when there never was any. */
  readonly lastS: number | null;
  readonly zone: string;
  readonly onRetry: () => void;
}

/** A panel that has no answer: what failed, from when the last valid data is, and another try. */
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
