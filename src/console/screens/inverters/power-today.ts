import type { Resource } from '../../data/resource';
import { type DaySlot, type SlotMinutes, type Today, todayOf } from '../../devices/today';
import { localMinutes } from '../../i18n/format';

const everyMs = 300_000;
/** For more inverters, five-minute slots would be tens of kilobytes; on a phone the cells would be narrower than a pixel. */
const mostInDetail = 24;

/** Length of a slot of the day. */
export function slotMinutes(count: number, isPhone: boolean): SlotMinutes {
  return count > mostInDetail || isPhone ? 15 : 5;
}

/** Today's power of all inverters: the same answer for the map and the lines in the table. */
export function powerToday(zone: string, count: number, isPhone: boolean): Resource<Today> {
  return todayOf('inverter.pac', zone, everyMs, slotMinutes(count, isPhone));
}

/** Start and end of the shown part of the day, local minutes. */
const shown = { from: 5 * 60, to: 21 * 60 };
const minuteS = 60;

/** The slots in the shown part of the day so far. */
export function lightSlots({ slots }: Pick<Today, 'slots'>, zone: string): readonly DaySlot[] {
  return slots.filter(({ from }) => {
    const minutes = localMinutes(from, zone);
    return minutes >= shown.from && minutes < shown.to;
  });
}

/** The shown part of the day for a line in a table cell, which has room for one slot every quarter of an hour. */
export function sparkDay(today: Today, zone: string): Today {
  const slots = lightSlots(today, zone).filter((slot, index, all) => {
    const isShort = slot.to - slot.from < 15 * minuteS;
    return !isShort || index % 3 === 1 || index === all.length - 1;
  });
  const fromS = slots[0]?.from ?? today.fromS;
  return { ...today, slots, fromS, toS: fromS + (shown.to - shown.from) * minuteS };
}
