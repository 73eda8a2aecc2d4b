import type { Resource } from '../../data/resource';
import { type DaySlot, type Today, todayOf } from '../../device-screens/today';
import { localMinutes } from '../../i18n/format';

const everyMs = 300_000;

/** Today's power of all inverters by quarters of an hour: the same answer for the chart and the lines in the table. */
export function powerToday(zone: string): Resource<Today> {
  return todayOf('inverter.pac', zone, everyMs);
}

/** Start and end of the shown part of the day, local minutes. */
const shown = { from: 5 * 60, to: 21 * 60 };
const minuteS = 60;

/** The slots in the shown part of the day so far. */
function lightSlots({ slots }: Pick<Today, 'slots'>, zone: string): readonly DaySlot[] {
  return slots.filter(({ from }) => {
    const minutes = localMinutes(from, zone);
    return minutes >= shown.from && minutes < shown.to;
  });
}

/** The part of the day that is shown. */
export function lightDay(today: Today, zone: string): Today {
  const slots = lightSlots(today, zone);
  const fromS = slots[0]?.from ?? today.fromS;
  return { ...today, slots, fromS, toS: fromS + (shown.to - shown.from) * minuteS };
}
