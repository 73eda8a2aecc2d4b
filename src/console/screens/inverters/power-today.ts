import type { Resource } from '../../data/resource';
import { type DaySlot, type SlotMinutes, type Today, todayOf } from '../../devices/today';
import { localMinutes } from '../../i18n/format';

const everyMs = 300_000;
/** Of more inverters five-minute slots would be tens of kilobytes; on a phone their cells would be no pixel wide. */
const mostInDetail = 24;

/** How long a slot of the day is. */
export function slotMinutes(count: number, isPhone: boolean): SlotMinutes {
  return count > mostInDetail || isPhone ? 15 : 5;
}

/** Today's power of all inverters: the map and the lines in the table are drawn from the same answer. */
export function powerToday(zone: string, count: number, isPhone: boolean): Resource<Today> {
  return todayOf('inverter.pac', zone, everyMs, slotMinutes(count, isPhone));
}

/** Local minutes of the day that are shown. */
const shown = { from: 5 * 60, to: 21 * 60 };
const minuteS = 60;

/** The slots of the hours of light so far. */
export function lightSlots({ slots }: Pick<Today, 'slots'>, zone: string): readonly DaySlot[] {
  return slots.filter(({ from }) => {
    const minutes = localMinutes(from, zone);
    return minutes >= shown.from && minutes < shown.to;
  });
}

/** The hours of light for a line beside a number, which has room for a slot a quarter of an hour. */
export function sparkDay(today: Today, zone: string): Today {
  const slots = lightSlots(today, zone).filter((slot, index, all) => {
    const isShort = slot.to - slot.from < 15 * minuteS;
    return !isShort || index % 3 === 1 || index === all.length - 1;
  });
  const fromS = slots[0]?.from ?? today.fromS;
  return { ...today, slots, fromS, toS: fromS + (shown.to - shown.from) * minuteS };
}
