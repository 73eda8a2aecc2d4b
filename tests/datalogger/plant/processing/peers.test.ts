import { expect, test } from 'vitest';
import type { Group } from '../../../../src/contract/points';
import { WatchedPlant } from '../../alarms/support';
import { clearMorning, plantAt } from '../../sources/simulator/support';

const column = (watched: WatchedPlant, group: Group, point: string) =>
  watched.plant.snapshot().groups[group].values[point] ?? [];

test('half an inverter that is soiled by 15 % is as bad as it is, its healthy half is healthy, and it has an alarm', () => {
  const watched = new WatchedPlant(plantAt(clearMorning), 30);
  watched.plant.inject({ kind: 'soiled-group', box: 6, percent: 15 });
  watched.run(1900);
  const deviations = column(watched, 'stringhe', 'dev');
  for (const [index, deviation] of deviations.entries()) {
    const expected = index >= 20 && index < 24 ? -15 : 0;
    expect(Math.abs((deviation ?? 0) - expected), `string ${index + 1}`).toBeLessThan(3.5);
  }
  expect(watched.list().filter(line => line.startsWith('STR02')).length).toBeGreaterThan(2);
});

test('of two inverters one in fault does not make the other look better', () => {
  const watched = new WatchedPlant(plantAt(clearMorning, { size: 'small' }), 30);
  watched.run(30);
  watched.plant.inject({ kind: 'inverter-trip', inverter: 1, cause: 'ground' });
  watched.run(120);
  const [stopped, healthy] = column(watched, 'inverter', 'dev');
  expect(Math.abs(healthy ?? 99)).toBeLessThan(2);
  expect(stopped).toBeLessThan(-95);
});

test('strings of an inverter that limits itself are compared with one another', () => {
  const watched = new WatchedPlant(plantAt(clearMorning), 30);
  watched.plant.inject({ kind: 'inverter-derating', inverter: 4, percent: 30 });
  watched.run(300);
  for (const deviation of column(watched, 'stringhe', 'dev'))
    expect(Math.abs(deviation ?? 99)).toBeLessThan(4);
});
