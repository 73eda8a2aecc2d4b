import { stringClasses } from '../../../contract/codes';
import { above, alarmsOf, below, type Condition, hasBit, isSilent, only } from '../entry';
import type { Device } from '../facts';

const alarm = alarmsOf('stringhe', 'stringhe');
const minute = 60;
/** Bits of SunSpec 403 `Evt`. */
const bits = { theft: 17, arc: 18 } as const;

const event = (bit: number) => hasBit<'stringhe'>(string => string.value('evt'), bit);

const boxOf = (string: Device<'stringhe'>) => string.facts.box(string.value('quadro'));

/** Alarms of a box: they are judged once, on its first string. */
function ofBox(condition: Condition<'stringhe'>): Condition<'stringhe'> {
  return {
    ...condition,
    concerns: string => boxOf(string)?.first === string.id,
    nameOf: string => boxOf(string)?.name ?? string.name,
  };
}

/** The highest temperature that the strings of a box report. */
function boxTemperature(string: Device<'stringhe'>): number | null {
  const { facts, rows } = string;
  const known = (boxOf(string)?.members ?? []).flatMap(member => {
    const value = rows.values.tbox?.[member] ?? null;
    return value !== null && facts.isResponding('stringhe', member) ? [value] : [];
  });
  return known.length > 0 ? Math.max(...known) : null;
}

export const stringAlarms = [
  alarm(
    'STR01',
    { priority: 3, on: 10 * minute, minPoa: 200 },
    below({ threshold: -95, unit: '%', hysteresis: 5 }, string => string.value('dev')),
  ),
  alarm(
    'STR02',
    { priority: 3, on: 30 * minute, minPoa: 200 },
    only(
      // An open string has an alarm of its own.
      string => string.value('classe') !== stringClasses.open,
      below({ threshold: -10, unit: '%', hysteresis: 2 }, string => string.value('dev')),
      false,
    ),
  ),
  alarm(
    'STR03',
    { priority: 1, on: 10 },
    below({ threshold: -0.5, unit: 'A', hysteresis: 0.2 }, string => string.value('i')),
  ),
  alarm('STR04', { priority: 3, on: 5 * minute }, ofBox(isSilent(({ facts }) => facts.isWorkingTime))),
  alarm(
    'STR06',
    { priority: 3, on: 5 * minute },
    ofBox(above({ threshold: 75, unit: '°C', hysteresis: 5 }, boxTemperature)),
  ),
  alarm('STR07', { priority: 1, on: 0 }, event(bits.arc)),
  alarm('STR08', { priority: 1, on: 0 }, event(bits.theft)),
];
