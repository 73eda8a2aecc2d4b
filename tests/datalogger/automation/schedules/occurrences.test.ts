import { describe, expect, test } from 'vitest';
import type { Recurrence, ScheduleBody } from '../../../../src/contract/schedules';
import { nextOccurrence, type Place } from '../../../../src/datalogger/automation/schedules/occurrences';

const rome: Place = { zone: 'Europe/Rome', site: { latitude: 41.9, longitude: 12.5 } };

type Limits = Partial<Pick<ScheduleBody, 'valida_dal' | 'valida_al'>>;

/** The next `count` times after an instant, as UTC. */
function times(quando: Recurrence, after: string, count = 1, { limits = {} as Limits, place = rome } = {}) {
  const timing = { quando, valida_dal: null, valida_al: null, ...limits };
  const found: (string | null)[] = [];
  for (let at: number | null = Date.parse(after) / 1000; at !== null && found.length < count; ) {
    at = nextOccurrence(timing, at, place);
    found.push(at === null ? null : new Date(at * 1000).toISOString().slice(0, 16));
  }
  return found;
}

const daily = (ora: string): Recurrence => ({ ricorrenza: 'giornaliera', ora });

describe('a schedule is due', () => {
  test('every day at its wall-clock time, in summer and in winter', () => {
    expect(times(daily('07:30'), '2026-10-24T12:00:00Z', 2)).toEqual([
      '2026-10-25T06:30',
      '2026-10-26T06:30',
    ]);
    expect(times(daily('07:30'), '2026-10-23T12:00:00Z')).toEqual(['2026-10-24T05:30']);
  });

  test('at the first minute that exists when the clocks skip its time', () => {
    // 29 March 2026: 02:00 becomes 03:00 at 01:00 UTC.
    for (const skipped of ['02:00', '02:10', '02:59']) {
      expect(times(daily(skipped), '2026-03-28T12:00:00Z', 2)[0]).toBe('2026-03-29T01:00');
    }
    expect(times(daily('02:10'), '2026-03-28T12:00:00Z', 2)[1]).toBe('2026-03-30T00:10');
  });

  test('once when its time comes twice', () => {
    // 25 October 2026: 03:00 becomes 02:00 at 01:00 UTC.
    expect(times(daily('02:30'), '2026-10-24T12:00:00Z', 2)).toEqual([
      '2026-10-25T00:30',
      '2026-10-26T01:30',
    ]);
  });

  test('once, and then never again', () => {
    const once: Recurrence = { ricorrenza: 'una_volta', data: '2026-07-01', ora: '10:00' };
    expect(times(once, '2026-06-10T12:00:00Z', 2)).toEqual(['2026-07-01T08:00', null]);
  });

  test('on the days of the week', () => {
    const weekend: Recurrence = { ricorrenza: 'settimanale', ora: '06:00', giorni: [6, 7] };
    expect(times(weekend, '2026-06-10T12:00:00Z', 3)).toEqual([
      '2026-06-13T04:00',
      '2026-06-14T04:00',
      '2026-06-20T04:00',
    ]);
  });

  test('in a short month on its last day', () => {
    const last: Recurrence = { ricorrenza: 'mensile', ora: '06:00', giorno: 31 };
    expect(times(last, '2028-01-31T12:00:00Z', 3)).toEqual([
      '2028-02-29T05:00',
      '2028-03-31T04:00',
      '2028-04-30T04:00',
    ]);
  });

  test('minutes before or after sunrise and sunset of the place', () => {
    const every = [1, 2, 3, 4, 5, 6, 7];
    const sun = (evento: 'alba' | 'tramonto', scarto: number): Recurrence => ({
      ricorrenza: 'sole',
      evento,
      scarto,
      giorni: every,
    });
    // Rome, 21 June: the almanac says 05:35 and 20:49.
    expect(times(sun('alba', 0), '2026-06-20T12:00:00Z')).toEqual(['2026-06-21T03:34']);
    expect(times(sun('tramonto', -30), '2026-06-21T12:00:00Z')).toEqual(['2026-06-21T18:18']);
    // Half a day before sunrise is the evening before.
    expect(times(sun('alba', -720), '2026-06-20T12:00:00Z')).toEqual(['2026-06-20T15:34']);
    expect(times(sun('alba', 0), '2026-06-20T12:00:00Z', 1, { place: { ...rome, site: null } })).toEqual([
      null,
    ]);
    // No sunrise for weeks: the first after the polar night of Tromsø.
    const tromso = { zone: 'Europe/Oslo', site: { latitude: 69.65, longitude: 18.96 } };
    expect(times(sun('alba', 0), '2026-12-01T00:00:00Z', 1, { place: tromso })[0]).toMatch(
      /^2027-01-1[4-6]T/,
    );
  });

  test('only while it is valid', () => {
    const limits = { valida_dal: '2027-02-01', valida_al: '2027-02-02' };
    expect(times(daily('12:00'), '2026-06-10T12:00:00Z', 3, { limits })).toEqual([
      '2027-02-01T11:00',
      '2027-02-02T11:00',
      null,
    ]);
  });
});
