import { expect, test } from 'vitest';
import {
  dayType,
  rainOfDay,
  soilingOfDay,
} from '../../../../../src/datalogger/sources/simulator/physics/clouds';
import { gaussian, noise, uniform } from '../../../../../src/datalogger/sources/simulator/physics/random';
import { createWeather } from '../../../../../src/datalogger/sources/simulator/physics/weather';

const seed = 7;
const longitude = 12.5;
const dayS = 86_400;
const firstDay = Date.UTC(2026, 0, 1) / 1000 / dayS;
const year = Array.from({ length: 365 }, (_, day) => firstDay + day);

test('chance has the distribution it says, and no draw depends on another', () => {
  const draws = Array.from({ length: 20_000 }, (_, index) => index);
  const moments = (values: number[]) => {
    const mean = values.reduce((a, b) => a + b, 0) / values.length;
    return [mean, Math.sqrt(values.reduce((a, b) => a + (b - mean) ** 2, 0) / values.length)];
  };
  expect(moments(draws.map(n => uniform(seed, 1, n)))[0]).toBeCloseTo(0.5, 1);
  for (const values of [draws.map(n => gaussian(seed, 1, n)), draws.map(n => noise(seed, 1, n * 7.3, 10))]) {
    const [mean = 9, deviation = 9] = moments(values);
    expect(Math.abs(mean)).toBeLessThan(0.05);
    expect(Math.abs(deviation - 1)).toBeLessThan(0.05);
  }
  expect(uniform(seed, 1, 5)).toBe(uniform(seed, 1, 5));
  expect(uniform(seed, 2, 5)).not.toBe(uniform(seed, 1, 5));
});

test('any moment can be asked in any order', () => {
  const times = [0, 3, 1, 200, 2].map(hour => firstDay * dayS + hour * 3600);
  const ask = (list: number[]) => {
    const weather = createWeather(seed, longitude);
    return new Map(
      list.map(t => [t, [weather.clearIndex(t), weather.ambient(t), weather.wind(t), weather.gust(t)]]),
    );
  };
  expect(ask(times)).toEqual(ask([...times].reverse()));
});

test('summer is clearer and warmer than winter, and every type of day comes', () => {
  const weather = createWeather(seed, longitude);
  const clearDays = (days: number[]) =>
    days.filter(day => dayType(seed, day) === 'clear').length / days.length;
  const noon = (days: number[]) =>
    days.reduce((sum, day) => sum + weather.ambient((day + 0.5) * dayS), 0) / days.length;
  const summer = year.slice(152, 244);
  const winter = [...year.slice(0, 59), ...year.slice(334)];
  expect(clearDays(summer)).toBeGreaterThan(clearDays(winter) + 0.1);
  expect(noon(summer) - noon(winter)).toBeGreaterThan(12);
  expect(new Set(year.map(day => dayType(seed, day))).size).toBe(3);
});

test('the light of a day fits its type', () => {
  const weather = createWeather(seed, longitude);
  for (const day of year.slice(0, 120)) {
    const indices = Array.from({ length: 720 }, (_, n) => weather.clearIndex(day * dayS + n * 120));
    const mean = indices.reduce((a, b) => a + b, 0) / indices.length;
    const type = weather.typeAt(day * dayS);
    if (type === 'clear') expect(mean).toBeCloseTo(1, 1);
    if (type === 'partly') expect(mean).toSatisfy((value: number) => value > 0.5 && value < 0.9);
    if (type === 'overcast') expect(mean).toSatisfy((value: number) => value > 0.2 && value < 0.4);
    expect(Math.min(...indices)).toBeGreaterThanOrEqual(0.059);
    expect(Math.max(...indices)).toBeLessThanOrEqual(1.1001);
  }
});

test('dirt grows by 0.15 % a day until 6 mm of rain wash it off', () => {
  for (const day of year) {
    const isWashed = rainOfDay(seed, day) >= 6;
    expect(soilingOfDay(seed, day)).toBeCloseTo(isWashed ? 0 : soilingOfDay(seed, day - 1) + 0.0015, 9);
  }
  expect(year.some(day => rainOfDay(seed, day) >= 6)).toBe(true);
});

test('nowhere in a year a gust that stows the trackers is overlooked', () => {
  const weather = createWeather(seed, longitude);
  let stows = 0;
  for (let t = firstDay * dayS; t < (firstDay + 365) * dayS; t += 60) {
    if (weather.gust(t) < 15) continue;
    stows++;
    expect(weather.hasGusted(t + 600, 15, 900)).toBe(true);
  }
  expect(stows).toBeGreaterThan(0);
});
