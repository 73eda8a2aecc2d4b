import { expect, test } from 'vitest';
import { dayIndex, usualIndex } from '../../../../src/datalogger/analytics/key-figures/usual-index';
import { WatchedPlant } from '../../alarms/support';
import { clearMorning, plantAt } from '../../sources/simulator/support';

test('what is usual follows the season and the dirt, and a fault of a week does not lower it', () => {
  expect(usualIndex([95, 96, 97, 96])).toBeNull();
  const winter = Array.from({ length: 30 }, (_, day) => 96 + (day % 3));
  expect(usualIndex(winter)).toBe(98);
  expect(usualIndex([...winter, 86, 86, 86, 86, 86, 86, 86])).toBeGreaterThan(96);
  // 30 days that lose 0.3 points each: the last is not 10 % below what is usual.
  const august = Array.from({ length: 30 }, (_, day) => 95 - 0.3 * day);
  expect(usualIndex(august)).toBeLessThan((august.at(-1) ?? 0) / 0.9);
});

test('the index of a day needs most of its energy to have an expected one', () => {
  expect(dayIndex({ eday: 900, eattesa: 1000, copertura: 100 })).toBe(90);
  expect(dayIndex({ eday: 900, eattesa: 500, copertura: 50 })).toBeNull();
  expect(dayIndex({ eday: 900, eattesa: null, copertura: 100 })).toBeNull();
});

test.each([
  ['a dirty August day at 84 % of what is expected, where 86 % is usual', 84, 86, false],
  ['a winter day at 86 %, where 97 % is usual', 86, 97, true],
  ['a day at 86 % of a plant without a past', 86, null, true],
])('%s: alarm %#', (_, index, usualEpi, isAlarm) => {
  const watched = new WatchedPlant(plantAt(clearMorning), 30);
  const { eday } = watched.plant.snapshot().groups.impianto.values;
  const says = (point: string, value: number) =>
    watched.plant.inject({ kind: 'override', group: 'impianto', id: 1, point, value });
  const energy = eday?.[0] ?? 0;
  says('eday', energy);
  says('eattesa', (100 * energy) / index);
  says('pr', 20);
  says('copertura', 100);
  watched.surroundings = { usualEpi };
  watched.run(1200);
  expect(watched.of('PLT01') !== undefined).toBe(isAlarm);
});
