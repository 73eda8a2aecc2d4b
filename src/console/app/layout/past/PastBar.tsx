import { useEffect, useRef, useState } from 'react';
import { type Arrival, useAlarmCounts } from '../../../data/alarm-counts';
import { formatTime } from '../../../i18n/format';
import { t } from '../../../i18n/translate';
import { Icon } from '../../../ui/Icon';
import type { Shown } from './shown';

interface Props {
  readonly shown: Shown;
  readonly zone: string;
  readonly onRetry: () => void;
  readonly onLeave: () => void;
}

/** Under the header: which moment is on the screen, that nothing can be ordered, what arrives meanwhile, and the way back to now. */
export function PastBar({ shown, zone, onRetry, onLeave }: Props) {
  const { gnomonS, moment, error, isHeld } = shown;
  const isReading = error === null && (moment === null || !isOf(moment, gnomonS));
  const wanted = formatTime(gnomonS, zone, 'minute');
  const critical = useCriticalNews();
  return (
    <div className="bar past" translate="no">
      <Icon name="clock" />
      <b role="status">
        {t('past.label', { time: moment ? formatTime(moment.atS, zone, 'minute') : wanted })}
      </b>
      <span>
        {critical && <b>{t('past.critical', { name: critical.name })} </b>}
        {error && `${t('past.failed', { time: wanted })} ${t(`panel.failure.${error.kind}`)}`}
        {isReading && t('past.reading', { time: wanted })}
        {!error && !isReading && moment && t('past.mean', { count: moment.minutes })}{' '}
        {t(isHeld ? 'past.held' : 'past.why')} {!isHeld && t('past.around')}
      </span>
      <span className="end row">
        {error && (
          <button type="button" onClick={onRetry}>
            {t('common.retry')}
          </button>
        )}
        <button type="button" onClick={onLeave}>
          {t('past.back')}
        </button>
      </span>
    </div>
  );
}

const isOf = ({ atS, minutes }: NonNullable<Shown['moment']>, t: number) =>
  t >= atS && t < atS + 60 * minutes;

/** A critical alarm that has begun since the past was opened. It is of now, so the bar names it. */
function useCriticalNews(): Arrival | undefined {
  const { counts } = useAlarmCounts();
  const latest = counts?.latest;
  const newest = useRef<number | null>(null);
  const [news, setNews] = useState<Arrival>();
  useEffect(() => {
    if (!latest) return;
    const found = latest.find(({ id, priority }) => priority === 1 && id > (newest.current ?? id));
    newest.current = Math.max(newest.current ?? 0, ...latest.map(({ id }) => id));
    if (found) setNews(found);
  }, [latest]);
  return news;
}
