import { describe, expect, test } from 'vitest';
import { bandOf, type Holidays, usualHolidays } from '../../src/contract/time-bands';

/** Bands of all hours of a day, each with the hour in which it begins. */
function bandsOf(day: string, holidays: Holidays = usualHolidays): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const hours = Array.from({ length: 24 }, (_, hour) => bandOf({ year, month, day: date, hour }, holidays));
  return hours.flatMap((band, hour) => (band === hours[hour - 1] ? [] : [`${band} ${hour}`])).join(', ');
}

const working = 'F3 0, F2 7, F1 8, F2 19, F3 23';
const saturday = 'F3 0, F2 7, F3 23';
const holiday = 'F3 0';

// ARERA 181/06, table 1.
describe('bands of the Italian price of electricity', () => {
  test.each([
    ['2026-06-10', working, 'a Wednesday'],
    ['2026-06-13', saturday, 'a Saturday'],
    ['2026-06-14', holiday, 'a Sunday'],
    ['2026-06-02', holiday, 'the day of the Republic'],
    ['2026-04-06', holiday, 'Easter Monday'],
    ['2027-03-29', holiday, 'Easter Monday of another year'],
    ['2026-04-03', working, 'Good Friday'],
    ['2025-10-04', saturday, 'Saint Francis before it was a holiday'],
    ['2027-10-04', holiday, 'Saint Francis since 2026'],
  ])('%s has %s: %s', (day, bands) => {
    expect(bandsOf(day)).toBe(bands);
  });

  test('the patron saint of a town is a holiday there, and a national holiday may be a working day', () => {
    const there = { isItalian: true, more: ['06-24', '2026-06-25'], less: ['06-02'] };
    expect(
      ['2026-06-24', '2027-06-24', '2026-06-25', '2027-06-25', '2026-06-02'].map(day => bandsOf(day, there)),
    ).toEqual([holiday, holiday, holiday, working, working]);
    expect(bandsOf('2026-06-02', { isItalian: false, more: [], less: [] })).toBe(working);
  });
});
