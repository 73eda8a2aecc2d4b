import { formatTime } from '../i18n/format';
import { t } from '../i18n/translate';
import { Icon } from './Icon';
import { NotProvided } from './NotProvided';

interface Props {
  /** What could not be read. */
  readonly what: string;
  /** `missing` is followed by the path of an endpoint that the datalogger does not provide. */
  readonly cause: 'network' | 'timeout' | 'invalid' | 'session' | 'problem' | `missing ${string}` | undefined;
  /** Time of the last valid data, in epoch seconds; null when there has been none. */
  readonly lastS: number | null;
  readonly zone: string;
  readonly onRetry: () => void;
}

const isMissing = (cause: string): cause is `missing ${string}` => cause.startsWith('missing ');

/** Replaces a panel without an answer: what failed, the time of the last valid data, and a retry button. */
export function PanelFailure({ what, cause = 'network', lastS, zone, onRetry }: Props) {
  if (isMissing(cause)) return <NotProvided path={cause.slice(8)} />;
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
