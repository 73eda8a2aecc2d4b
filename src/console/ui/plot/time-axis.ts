import { zoneOffset } from '../../../contract/zone';
import { formatCalendar } from '../../i18n/calendar';
import { formatTime } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { repeatedOffset, wallClock } from '../../i18n/wall-clock';
import type { TimeSlot } from '../day-line';
import type { PlotAxis, Tick } from './model';

const minuteS = 60;
const hourS = 3600;
const dayS = 86_400;
/** Possible distances between two ticks, s. */
const steps = [
  ...[1, 5, 15, 30],
  ...[1, 2, 5, 10, 15, 30].map(minutes => minutes * minuteS),
  ...[1, 2, 3, 6, 12].map(hours => hours * hourS),
  ...[1, 2, 7, 14].map(days => days * dayS),
];
/** Possible corrections of a tick, s, where the clocks change before it. */
const changes = [0, hourS, -hourS, hourS / 2, -hourS / 2];
const tickPx = 56;
/** A longer axis also shows dates. It is longer than the longest day, 25 hours. */
const daysFromS = 26 * hourS;

/** The ticks between two instants, at most `most`, at round local times of the zone, also on days of 23 and 25 hours. */
export function timeTicks(fromS: number, toS: number, most: number, zone: string): readonly Tick[] {
  if (!(toS > fromS)) return [];
  const leastS = (toS - fromS) / Math.max(1, most);
  const step = steps.find(each => each >= leastS) ?? 28 * dayS;
  const lateS = (atS: number) => (atS + zoneOffset(zone, atS)) % step;
  const corrected = (atS: number) => atS + (changes.find(each => lateS(atS + each) === 0) ?? 0);
  const ticks: Tick[] = [];
  for (let atS = corrected(fromS - lateS(fromS)); atS <= toS; atS = corrected(atS + step)) {
    if (atS >= fromS) ticks.push({ at: atS, label: labelOf(atS, step, [fromS, toS], zone) });
  }
  return ticks;
}

/** The midnight that ends a day is its hour 24. */
function labelOf(atS: number, step: number, [fromS, toS]: readonly [number, number], zone: string): string {
  const [day = '', clock = ''] = wallClock(atS, zone).split(' ');
  const isMidnight = clock === '00:00:00';
  if (isMidnight && toS - fromS > daysFromS) return formatCalendar(day, 'shortDay');
  const shown = isMidnight && atS === toS ? '24:00:00' : clock;
  return shown.slice(0, step < minuteS ? 8 : 5);
}

/** The axis for slots that are instants or periods, in the plant's local time. */
export function timeAxis(slots: readonly TimeSlot[], zone: string): PlotAxis {
  const [firstS = 0, lastS = 0] = [slots[0]?.from, slots.at(-1)?.to];
  const beginOf = (row: number) => slots[row]?.from ?? 0;
  return {
    head: t('plot.time'),
    tickPx,
    ticks: (from, to, most) => timeTicks(from, to, most, zone),
    nameOf(row) {
      const atS = beginOf(row);
      const clock = formatTime(atS, zone, atS % minuteS === 0 ? 'minute' : 'clock');
      const day = lastS - firstS > daysFromS ? `${formatTime(atS, zone, 'date')} ` : '';
      return day + clock + repeatedOffset(atS, zone);
    },
    times: { zone, beginOf },
  };
}
