import '../../ui/drawing.css';
import type { Priority } from '../../data/alarm-priority';
import { type AlarmTrend, alarmTrend } from '../../data/alarms';
import { plantNowMs } from '../../data/plant-clock';
import { refresh } from '../../data/poll';
import { useResource } from '../../data/use-resource';
import { answeredAtS } from '../../data/waiting';
import { formatNumber, formatTime } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { AlarmSign } from '../../ui/AlarmSign';
import { alarmName } from '../../ui/alarm-words';
import { PanelFailure } from '../../ui/PanelFailure';
import { steadyText } from '../../ui/steady-text';
import { busiest, type Hour, hoursUntil } from './hours';

interface Props {
  readonly zone: string;
  readonly isStill: boolean;
}

/** The alarms that began in the last 24 hours, and the most frequent ones. */
export function Trend({ zone, isStill }: Props) {
  const snapshot = useResource(alarmTrend);
  const { value, error } = snapshot;
  const className = isStill && value ? ' stale' : '';
  return (
    <>
      {error && !error.isOutage && (
        <div>
          <PanelFailure
            what={t('alarms.trend.failed')}
            cause={error.reason}
            lastS={answeredAtS(snapshot)}
            zone={zone}
            onRetry={() => refresh(alarmTrend)}
          />
        </div>
      )}
      <section className={`c7 only-l${className}`}>
        {value ? <Day {...value} zone={zone} /> : <DayHead />}
      </section>
      <section className={`c5${className}`}>
        <div className="ph">
          <h2>{t('alarms.frequent.title')}</h2>
        </div>
        {value && <Frequent {...value} />}
      </section>
    </>
  );
}

function DayHead({ note = '' }: { readonly note?: string }) {
  return (
    <div className="ph">
      <h2>{t('alarms.day.title')}</h2>
      <small>{note}</small>
    </div>
  );
}

/** Distance between two hours, and edge of a sign, in units of the drawing. */
const pitch = 25;
const size = 15;
/** At most this many signs are drawn in one column; above them stands the number of alarms. */
const mostSigns = 3;
const axis = 64;

function Day({ begins, zone }: AlarmTrend & { readonly zone: string }) {
  const hours = hoursUntil(begins, plantNowMs() / 1000);
  const most = busiest(hours);
  const values = {
    count: hours.reduce((sum, { priorities }) => sum + priorities.length, 0),
    most: most?.priorities.length ?? 0,
    time: formatTime(most?.beginS, zone, 'minute'),
  };
  const isQuiet = values.count === 0;
  return (
    <>
      <DayHead note={isQuiet ? '' : t('alarms.day.note', values)} />
      <svg
        ref={steadyText}
        className="sv"
        viewBox="0 0 600 84"
        role="img"
        aria-label={isQuiet ? t('alarms.day.none') : t('alarms.day.summary', values)}
      >
        {hours.map((hour, index) => (
          <HourColumn key={hour.beginS} hour={hour} x={index * pitch + pitch / 2} />
        ))}
        {hours.map(({ beginS }, index) =>
          index % 3 === 0 ? (
            <text
              key={beginS}
              className="t"
              x={index === 0 ? 0 : index * pitch + pitch / 2}
              y={80}
              textAnchor={index === 0 ? 'start' : 'middle'}
            >
              {formatTime(beginS, zone, 'minute')}
            </text>
          ) : null,
        )}
        <path className="ax" d={`M0 ${axis}H600`} />
      </svg>
    </>
  );
}

function HourColumn({ hour: { priorities }, x }: { readonly hour: Hour; readonly x: number }) {
  const isFull = priorities.length > mostSigns;
  const shown = priorities.slice(0, isFull ? mostSigns - 1 : mostSigns);
  return (
    <>
      {shown.map((priority, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: signs of one hour differ in nothing but their place
        <Dot key={row} priority={priority} x={x} y={axis - 4 - size - row * (size + 4)} />
      ))}
      {isFull && (
        <text className="strong" x={x} y={axis - 6 - shown.length * (size + 4)} textAnchor="middle">
          {formatNumber(priorities.length, 0)}
        </text>
      )}
    </>
  );
}

interface DotProps {
  readonly priority: Priority;
  readonly x: number;
  readonly y: number;
}

/** The sign of an alarm; an event is a small ring. */
function Dot({ priority, x, y }: DotProps) {
  if (priority === 5) return <circle className="w" cx={x} cy={y + size / 2} r={3} />;
  return (
    <svg
      className={`al p${priority}`}
      x={x - size / 2}
      y={y}
      width={size}
      height={size}
      style={{ width: size, height: size }}
      aria-hidden="true"
    >
      <use href={`#p${priority}`} />
    </svg>
  );
}

/** Length of the list of the most frequent alarms; the history has all of them. */
const mostFrequent = 5;

function Frequent({ frequent }: AlarmTrend) {
  if (frequent.length === 0) return <p className="u">{t('alarms.frequent.none')}</p>;
  return (
    <table className="often">
      <tbody>
        {frequent.slice(0, mostFrequent).map(alarm => (
          <tr key={`${alarm.code} ${alarm.group} ${alarm.device}`}>
            <td>{alarm.priority !== 5 && <AlarmSign priority={alarm.priority} />}</td>
            <th scope="row">{alarmName(alarm)}</th>
            <td className="n">{formatNumber(alarm.times, 0)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
