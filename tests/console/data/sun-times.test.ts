import { describe, expect, test } from 'vitest';
import { sunTimes } from '../../../src/console/data/sun-times';
import { sunTimes as referenceSunTimes } from '../../../src/datalogger/plant/solar/sun';

const clock = (epochS: number | null, zone: string) =>
  epochS === null
    ? null
    : new Date(epochS * 1000).toLocaleTimeString('en-GB', {
        timeZone: zone,
        hour: '2-digit',
        minute: '2-digit',
      });

describe('sunrise, solar noon and sunset', () => {
  test.each([
    // NOAA solar calculator.
    ['Rome', '2026-06-10', 41.9, 12.5, 'Europe/Rome', ['05:34', '13:09', '20:44']],
    ['Bari', '2026-06-10', 41.1, 16.9, 'Europe/Rome', ['05:19', '12:51', '20:24']],
    ['Cape Town', '2026-06-10', -33.9, 18.4, 'Africa/Johannesburg', ['07:47', '12:45', '17:44']],
    ['Quito', '2026-06-10', -0.2, -78.5, 'America/Guayaquil', ['06:10', '12:13', '18:16']],
  ])('in %s on %s', (_, day, latitude, longitude, zone, expected) => {
    const times = sunTimes(Date.parse(`${day}T12:00:00Z`) / 1000, latitude, longitude);
    expect([times.sunriseS, times.noonS, times.sunsetS].map(each => clock(each, zone))).toEqual(expected);
  });

  test('agree within 10 s with the datalogger’s, every day of a year', () => {
    for (const [latitude, longitude] of [
      [41.9, 12.5],
      [59.9, 10.8],
      [-33.9, 18.4],
    ] as const) {
      for (let day = 0; day < 365; day += 1) {
        const noon = Date.UTC(2026, 0, 1 + day, 12) / 1000 - longitude * 240;
        const own = sunTimes(noon, latitude, longitude);
        const reference = referenceSunTimes(noon, latitude, longitude);
        expect(Math.abs(own.noonS - reference.noon)).toBeLessThan(10);
        expect(Math.abs((own.sunriseS ?? 0) - (reference.sunrise ?? 0))).toBeLessThan(10);
        expect(Math.abs((own.sunsetS ?? 0) - (reference.sunset ?? 0))).toBeLessThan(10);
      }
    }
  });

  test('there are none beyond the polar circle in midsummer', () => {
    expect(sunTimes(Date.UTC(2026, 5, 21, 12) / 1000, 70, 20)).toMatchObject({
      sunriseS: null,
      sunsetS: null,
    });
  });

  test('belong to the solar day that the instant falls in, from its midnight to the next', () => {
    const noonOf = (iso: string) => Math.round(sunTimes(Date.parse(iso) / 1000, 41.9, 12.5).noonS);
    expect(noonOf('2026-06-10T01:30:00+02:00')).toBe(noonOf('2026-06-10T23:30:00+02:00'));
  });
});
