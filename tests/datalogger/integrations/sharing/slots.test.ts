import { expect, test } from 'vitest';
import { daysOf, slotFrom } from '../../../../src/datalogger/integrations/sharing/slots';

const rome = 'Europe/Rome';
const at = (iso: string) => Date.parse(iso) / 1000;
const day = at('2026-06-10T00:00+02:00');

test('the file of a day is made at its hour of the next day', () => {
  expect(slotFrom(day, { frequenza: 1440, ora: '06:30' }, rome)).toEqual({
    from: day,
    to: at('2026-06-11T00:00+02:00'),
    due: at('2026-06-11T06:30+02:00'),
  });
});

test('at midnight it waits until the last minute is written', () => {
  const { to, due } = slotFrom(day, { frequenza: 1440, ora: '00:00' }, rome);
  expect(due - to).toBe(75);
});

test('a day on which the clocks change is whole', () => {
  const { from, to } = slotFrom(at('2026-10-25T00:00+02:00'), { frequenza: 1440, ora: '01:00' }, rome);
  expect(to - from).toBe(25 * 3600);
});

test('the local days of a time, across the change of the clocks', () => {
  expect(daysOf(at('2026-10-24T23:30+02:00'), at('2026-10-26T00:00+01:00'), rome)).toEqual([
    '2026-10-24',
    '2026-10-25',
  ]);
});
