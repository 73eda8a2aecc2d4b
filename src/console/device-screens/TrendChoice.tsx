import { mostSignals } from '../../contract/analysis-limits';
import { currentSession } from '../data/session';
import { mondayOf, sundayOf } from '../data/weeks';
import { t } from '../i18n/translate';
import { Segments } from '../ui/Segments';
import type { TrendTime } from './today';

interface Props {
  readonly codes: readonly string[];
  readonly today: string;
  readonly time: TrendTime;
  readonly hasWeek: boolean;
  readonly onChoose: (time: TrendTime) => void;
}

const kinds = ['day', 'week'] as const;

/** Which day or week the chart of a device shows, and the way to the same lines in the analysis. */
export function TrendChoice({ codes, today, time, hasWeek, onChoose }: Props) {
  const { day, isWeek } = time;
  const range = isWeek ? `${mondayOf(day)}..${sundayOf(day)}` : day;
  const lines = codes.slice(0, mostSignals).join();
  return (
    <div className="row flt noprint">
      {hasWeek && (
        <Segments
          label={t('trend.time')}
          values={kinds}
          value={isWeek ? 'week' : 'day'}
          word={kind => t(kind === 'week' ? 'trend.week' : 'trend.day')}
          onChoose={kind => onChoose({ day, isWeek: kind === 'week' })}
        />
      )}
      <input
        type="date"
        aria-label={t('trend.shown')}
        value={day}
        max={today}
        onChange={event => {
          // While it is typed, the day may be none, or in the future.
          const typed = event.currentTarget.value;
          if (typed > '2000' && typed <= today) onChoose({ day: typed, isWeek });
        }}
      />
      {currentSession()?.role !== 'cci' && (
        <a href={`/stats&reports?vista=analisi&periodo=${range}&linee=${lines}`}>{t('trend.analysis')}</a>
      )}
    </div>
  );
}
