import '../../ui/drawing.css';
import { dayOf } from '../../data/days';
import { kindOf } from '../../data/periods';
import type { Hours, Report } from '../../data/report';
import { formatCalendar } from '../../i18n/calendar';
import { formatQuantity } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { FileButton, SheetTable } from '../../reporting/SheetTable';
import type { Sheet } from '../../reporting/sheet';
import type { Tick } from '../../ui/plot/model';
import { type Carpet, carpetOf, dayName, levels, peakOf } from './carpet';

/** In a month every fifth day is labelled. */
const namedDays = 5;
const namedHours = 3;
const dayS = 86_400;

/** The mean power of every hour of every day. */
export function CarpetPanel({ report }: { readonly report: Report }) {
  const { hours } = report;
  const carpet = carpetOf(report);
  if (!hours || !carpet) return null;
  const sheet = hoursSheet(hours, report.zone);
  return (
    <section>
      <div className="ph">
        <h2>{t('statistics.hours')}</h2>
        <Key carpet={carpet} />
        <FileButton sheet={sheet} report={report} />
      </div>
      <Drawn carpet={carpet} hours={hours} report={report} />
      <details className="noprint">
        <summary>{t('statistics.hoursTable')}</summary>
        <SheetTable sheet={sheet} />
      </details>
    </section>
  );
}

function Key({ carpet }: { readonly carpet: Carpet }) {
  return (
    <div className="key">
      <span>
        <svg className="levels" viewBox="0 0 72 10" aria-hidden="true">
          {levels.map((opacity, level) => (
            <path key={opacity} fill="var(--flow)" opacity={opacity} d={`M${12 * level} 0h11v10h-11z`} />
          ))}
        </svg>
        0–{formatQuantity(carpet.topKw, 0, 'kW')}
      </span>
      {carpet.missing !== '' && (
        <span>
          <svg viewBox="0 0 24 10" aria-hidden="true">
            <path className="hole" d="M.5.5h23v9H.5z" />
          </svg>
          {t('report.missing')}
        </span>
      )}
    </div>
  );
}

interface DrawnProps {
  readonly carpet: Carpet;
  readonly hours: Hours;
  readonly report: Report;
}

function Drawn({ carpet, hours, report }: DrawnProps) {
  const { day, hour, power } = peakOf(hours);
  const when = t('statistics.hourOf', { day: dayName(hours.days[day] ?? 0, report.zone), hour });
  const named = Array.from({ length: carpet.hours }, (_, row) => carpet.firstHour + row).filter(
    each => each % namedHours === 0,
  );
  return (
    <div className="carp">
      <div className="yl" aria-hidden="true">
        {named.map(each => (
          <span key={each} style={{ top: `${(100 * (each - carpet.firstHour)) / carpet.hours}%` }}>
            {hourName(each)}
          </span>
        ))}
      </div>
      <svg
        viewBox={`0 0 ${carpet.days} ${carpet.hours}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t('statistics.hoursSummary', { best: formatQuantity(power, 1, 'kW'), when })}
      >
        <path fill="var(--inset)" d={`M0 0h${carpet.days}v${carpet.hours}H0z`} />
        {carpet.paths.map((d, level) => (
          <path key={levels[level]} fill="var(--flow)" opacity={levels[level]} d={d} />
        ))}
        <path className="hole" d={carpet.missing} />
      </svg>
      <div className="xl" aria-hidden="true">
        {marksOf(report, carpet).map(({ at, label }) => (
          <span key={at} style={{ left: `${at}%` }}>
            {label}
          </span>
        ))}
      </div>
    </div>
  );
}

/** Labels: the days of a month, the months of a year. */
function marksOf({ rows, period, fromS, zone }: Report, { days }: Carpet): readonly Tick[] {
  const percent = (day: number) => (100 * (day + 0.5)) / days;
  if (kindOf(period) === 'month') {
    const numbers = Array.from({ length: Math.ceil(days / namedDays) }, (_, index) => namedDays * index);
    return numbers.map(day => ({ at: percent(day), label: String(day + 1) }));
  }
  return rows.starts.map(startS => ({
    at: percent(Math.round((startS - fromS) / dayS)),
    label: formatCalendar(dayOf(startS * 1000, zone), 'shortMonth'),
  }));
}

/** As on the axes of all charts. */
const hourName = (hour: number) => `${String(hour).padStart(2, '0')}:00`;

/** One row for each day, one column for each hour. */
function hoursSheet(hours: Hours, zone: string): Sheet {
  return {
    name: 'ore',
    title: t('statistics.hours'),
    columns: [
      {
        label: t('report.time.month'),
        unit: '',
        decimals: 0,
        isTime: true,
        values: hours.days,
        show: startS => dayName(startS, zone),
      },
      ...Array.from({ length: 24 }, (_, hour) => ({
        label: hourName(hour),
        unit: 'kW',
        decimals: 1,
        values: hours.days.map((_day, day) => hours.at(day, hour)),
      })),
    ],
  };
}
