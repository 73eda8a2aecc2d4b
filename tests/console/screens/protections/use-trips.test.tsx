import { expect, test } from 'vitest';
import { readAlarm } from '../../../../src/console/data/alarm-rows';
import { tripsOf } from '../../../../src/console/screens/protections/use-trips';

const alarm = (id: number, codice: string, inizio: number, causa: number | null) =>
  readAlarm({ id, codice, gruppo: 'spi', priorita: 1, stato: 'chiuso', inizio, causa });
const codes = (...rows: readonly Parameters<typeof alarm>[]) =>
  tripsOf(rows.map(row => alarm(...row))).map(({ id, code }) => `${id} ${code}`);

test('an opening that a function explains is attributed to that function, however much later it is seen', () => {
  expect(codes([1, 'SPI01', 1000, null], [2, 'SPI05', 1010, 1])).toEqual(['1 SPI01']);
});

test('in an outage the function is shown, and an opening without one is shown itself', () => {
  const outage = 7;
  expect(codes([1, 'SPI01', 1000, outage], [2, 'SPI05', 1001, outage])).toEqual(['1 SPI01']);
  expect(codes([3, 'SPI05', 2000, outage], [4, 'SPI05', 3000, null])).toEqual(['4 SPI05', '3 SPI05']);
});
