import { stringClasses } from '../../../contract/codes';
import { bitsOf, boxEvents } from '../../plant/processing/device-events';
import {
  above,
  alarmsOf,
  below,
  type Condition,
  either,
  isSilent,
  makerReport,
  only,
  whenever,
} from '../entry';
import type { Device } from '../facts';

const alarm = alarmsOf('stringhe', 'stringhe');
const minute = 60;
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

const maskOf = (code: string) => bitsOf(boxEvents, code).reduce((mask, bit) => mask | (1 << bit), 0);

/** How many strings of the box of this one report one of these bits. */
function reporting({ facts, rows }: Device<'stringhe'>, members: readonly number[], mask: number): number {
  return members.filter(
    member => facts.isResponding('stringhe', member) && ((rows.values.evt?.[member] ?? 0) & mask) !== 0,
  ).length;
}

/** What a string reports. What all strings of a box report is of the box: it is an alarm of its first string only. */
function reports(code: string): Condition<'stringhe'> {
  const mask = maskOf(code);
  return whenever(string => {
    const [box, events] = [boxOf(string), string.value('evt')];
    if (events === null || (events & mask) === 0) return events === null ? null : false;
    const members = box?.members ?? [];
    return string.id === box?.first || reporting(string, members, mask) < members.length;
  });
}

/** What a box reports, or one of its inputs: judged once. */
const boxReports = (code: string): Condition<'stringhe'> =>
  ofBox(whenever(string => reporting(string, boxOf(string)?.members ?? [], maskOf(code)) > 0));

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
    either(ofBox(above({ threshold: 75, unit: '°C', hysteresis: 5 }, boxTemperature)), boxReports('STR06')),
  ),
  alarm('STR07', { priority: 1, on: 0 }, reports('STR07')),
  alarm('STR08', { priority: 1, on: 0 }, reports('STR08')),
  alarm('STR09', { priority: 1, on: 0 }, boxReports('STR09')),
  alarm('STR10', { priority: 3, on: minute }, reports('STR10')),
  alarm('STR11', { priority: 2, on: minute }, reports('STR11')),
  alarm('STR12', { priority: 4, on: minute }, boxReports('STR12')),
  alarm('STR13', { priority: 3, on: minute }, boxReports('STR13')),
  alarm(
    'STR14',
    { priority: 3, on: 0 },
    makerReport(string => boxOf(string)?.name ?? string.name),
  ),
];
