import { formatCalendar } from '../../i18n/calendar';
import { formatTime } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { offsetAt, repeatedOffset, wallClock } from '../../i18n/wall-clock';
import { csvStamp, offsetsOf } from '../csv';
import type { TimeSlot } from '../day-line';
import type { PlotAxis, Tick } from './model';

const minuteS = 60;
const hourS = 3600;
const dayS = 86_400;
/** From one tick to the next; from a month on by the calendar. */
const steps = [
  ...[1, 5, 15, 30],
  ...[1, 2, 5, 10, 15, 30].map(minutes => minutes * minuteS),
  ...[1, 2, 3, 6, 12].map(hours => hours * hourS),
  ...[1, 2, 7, 14].map(days => days * dayS),
];
const monthSteps = [1, 2, 3, 6, 12, 24, 60, 120];
const daysOfMonth = 30.5;
/** By so much a tick is earlier or later where the clocks change before it. */
const changes = [0, hourS, -hourS, hourS / 2, -hourS / 2];
const tickPx = 56;
/** What is longer than this names days too: longer than any day, 25 hours. */
const daysFromS = 26 * hourS;

/** The ticks between two instants, at most so many, by the clocks of the zone: also on days of 23 and 25 hours. */
export function timeTicks(fromS: number, toS: number, most: number, zone: string): readonly Tick[] {
  if (!(toS > fromS)) return [];
  const leastS = (toS - fromS) / Math.max(1, most);
  const step = steps.find(each => each >= leastS);
  return step === undefined ? monthTicks(fromS, toS, leastS, zone) : clockTicks(fromS, toS, step, zone);
}

function clockTicks(fromS: number, toS: number, step: number, zone: string): readonly Tick[] {
  const isTick = (atS: number) => (atS + offsetAt(atS, zone)) % step === 0;
  const corrected = (atS: number) => atS + (changes.find(each => isTick(atS + each)) ?? 0);
  const ticks: Tick[] = [];
  const lateS = (fromS + offsetAt(fromS, zone)) % step;
  let atS = corrected(lateS === 0 ? fromS : fromS - lateS + step);
  while (atS <= toS) {
    if (atS >= fromS) ticks.push({ at: atS, label: labelOf(atS, step, toS - fromS, zone) });
    atS = corrected(atS + step);
  }
  return ticks;
}

function labelOf(atS: number, step: number, spanS: number, zone: string): string {
  if (step < minuteS) return formatTime(atS, zone, 'clock');
  const [day = '', clock = ''] = wallClock(atS, zone).split(' ');
  const isMidnight = clock === '00:00:00';
  return spanS > daysFromS && isMidnight ? formatCalendar(day, 'shortDay') : clock.slice(0, 5);
}

function monthTicks(fromS: number, toS: number, leastS: number, zone: string): readonly Tick[] {
  const step = monthSteps.find(months => months * daysOfMonth * dayS >= leastS) ?? 240;
  const [year = 0, month = 1] = wallClock(fromS, zone).split('-').map(Number);
  const ticks: Tick[] = [];
  for (let months = step * Math.floor((12 * year + month - 1) / step); ; months += step) {
    const midnightS = Date.UTC(2000, months - 24_000, 1) / 1000;
    const atS = midnightS - offsetAt(midnightS - offsetAt(midnightS, zone), zone);
    if (atS > toS) return ticks;
    const day = wallClock(atS, zone).slice(0, 10);
    const label = day.slice(5, 7) === '01' ? day.slice(0, 4) : formatCalendar(day, 'shortMonth');
    if (atS >= fromS) ticks.push({ at: atS, label });
  }
}

/** The axis of slots that are instants or stretches of time, by the clocks of the plant. */
export function timeAxis(slots: readonly TimeSlot[], zone: string): PlotAxis {
  const [firstS = 0, lastS = 0] = [slots[0]?.from, slots.at(-1)?.to];
  const beginOf = (row: number) => slots[row]?.from ?? 0;
  return {
    head: t('plot.time'),
    fileHead: () =>
      `${t('plot.time')} [UTC${offsetsOf(
        slots.map(({ from }) => from),
        zone,
      )}]`,
    tickPx,
    ticks: (from, to, most) => timeTicks(from, to, most, zone),
    nameOf(row) {
      const atS = beginOf(row);
      const clock = formatTime(atS, zone, atS % minuteS === 0 ? 'minute' : 'clock');
      const day = lastS - firstS > daysFromS ? `${formatTime(atS, zone, 'date')} ` : '';
      return day + clock + repeatedOffset(atS, zone);
    },
    cellOf: row => csvStamp(beginOf(row), zone),
  };
}
