import { expect, test } from 'vitest';
import { busiest, hoursUntil } from '../../../../src/console/screens/alarms/hours';

const now = Date.parse('2026-06-10T13:42:10Z') / 1000;
const at = (time: string, priority: 1 | 2 | 3) => ({
  atS: Date.parse(`2026-06-10T${time}Z`) / 1000,
  priority,
});

test('the last 24 hours of the clock end with the one that runs, the gravest alarm of each first', () => {
  const hours = hoursUntil([at('13:00:00', 3), at('13:40:00', 1), at('12:59:59', 2)], now);
  expect(hours).toHaveLength(24);
  expect(hours.at(-1)?.priorities).toEqual([1, 3]);
  expect(hours.at(-2)?.priorities).toEqual([2]);
  expect(hours[0]?.beginS).toBe(Date.parse('2026-06-09T14:00:00Z') / 1000);
  expect(busiest(hours)).toBe(hours.at(-1));
});
