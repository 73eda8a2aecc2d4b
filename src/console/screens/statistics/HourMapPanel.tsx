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
import { dayName, type HourMap, hourMapOf, levels, peakOf } from './hour-map';

/** In a month every fifth day is labelled. */
const namedDays = 5;
const longestMonth = 31;
const namedHours = 3;
const dayS = 86_400;

/** The mean power of every hour of every day. */
export function HourMapPanel({ report }: { readonly report: Report }) {
  const { hours } = report;
  const hourMap = hourMapOf(report);
  if (!hours || !hourMap) return null;
  const sheet = hoursSheet(hours, report.zone);
  return (
    <section>
      <div className="ph">
        <h2>{t('statistics.hours')}</h2>
        <Key hourMap={hourMap} />
        <FileButton sheet={sheet} report={report} />
      </div>
      <Drawn hourMap={hourMap} hours={hours} report={report} />
      <details className="noprint">
        <summary>{t('statistics.hoursTable')}</summary>
        <SheetTable sheet={sheet} />
      </details>
    </section>
  );
}

function Key({ hourMap }: { readonly hourMap: HourMap }) {
  return (
    <div className="key">
      <span>
        <svg className="levels" viewBox="0 0 72 10" aria-hidden="true">
          {levels.map((opacity, level) => (
            <path key={opacity} fill="var(--flow)" opacity={opacity} d={`M${12 * level} 0h11v10h-11z`} />
          ))}
        </svg>
        0–{formatQuantity(hourMap.topKw, 0, 'kW')}
      </span>
      {hourMap.missing !== '' && (
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
  readonly hourMap: HourMap;
  readonly hours: Hours;
  readonly report: Report;
}

function Drawn({ hourMap, hours, report }: DrawnProps) {
  const { day, hour, power } = peakOf(hours);
  const when = t('statistics.hourOf', { day: dayName(hours.days[day] ?? 0, report.zone), hour });
  const named = Array.from({ length: hourMap.hours }, (_, row) => hourMap.firstHour + row).filter(
    each => each % namedHours === 0,
  );
  return (
    <div className="carp">
      <div className="yl" aria-hidden="true">
        {named.map(each => (
          <span key={each} style={{ top: `${(100 * (each - hourMap.firstHour)) / hourMap.hours}%` }}>
            {hourName(each)}
          </span>
        ))}
      </div>
      <svg
        viewBox={`0 0 ${hourMap.days} ${hourMap.hours}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t('statistics.hoursSummary', { best: formatQuantity(power, 1, 'kW'), when })}
      >
        <path fill="var(--inset)" d={`M0 0h${hourMap.days}v${hourMap.hours}H0z`} />
        {hourMap.paths.map((d, level) => (
          <path key={levels[level]} fill="var(--flow)" opacity={levels[level]} d={d} />
        ))}
        <path className="hole" d={hourMap.missing} />
      </svg>
      <div className="xl" aria-hidden="true">
        {marksOf(report, hourMap).map(({ at, label }) => (
          <span key={at} style={{ left: `${at}%` }}>
            {label}
          </span>
        ))}
      </div>
    </div>
  );
}

/** Labels: single days, or the months of a year. */
function marksOf({ rows, period, fromS, zone }: Report, { days }: HourMap): readonly Tick[] {
  const percent = (day: number) => (100 * (day + 0.5)) / days;
  if (kindOf(period) !== 'year') {
    const step = namedDays * Math.ceil(days / longestMonth);
    return rows.starts.flatMap((startS, day) =>
      day % step === 0
        ? [{ at: percent(day), label: String(Number(dayOf(startS * 1000, zone).slice(8))) }]
        : [],
    );
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
