import { expect, test } from 'vitest';
import type { Group } from '../../../../src/contract/points';
import { inverterDeviations } from '../../../../src/datalogger/plant/processing/inverters';
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

test('of two inverters one in fault is compared with the other, which has nothing to be compared with', () => {
  const watched = new WatchedPlant(plantAt(clearMorning, { size: 'small' }), 30);
  watched.run(30);
  watched.plant.inject({ kind: 'inverter-trip', inverter: 1, cause: 'ground' });
  watched.run(120);
  const [stopped, healthy] = column(watched, 'inverter', 'dev');
  expect(healthy).toBeNull();
  expect(stopped).toBeLessThan(-95);
});

test('strings of an inverter that limits itself are compared with one another', () => {
  const watched = new WatchedPlant(plantAt(clearMorning), 30);
  watched.plant.inject({ kind: 'inverter-derating', inverter: 4, percent: 30 });
  watched.run(300);
  for (const deviation of column(watched, 'stringhe', 'dev'))
    expect(Math.abs(deviation ?? 99)).toBeLessThan(4);
});

/** The deviations of strings or inverters, and those of them that are soiled. */
function soiled(
  size: 'small' | 'medium',
  boxes: (box: number, inverter: number) => boolean,
  percent: number,
) {
  const watched = new WatchedPlant(plantAt(clearMorning, { size }), 30);
  const { id, values } = watched.plant.snapshot().groups.stringhe;
  const boxOf = (at: number) => values.quadro?.[at] ?? 0;
  const isBad = (at: number) => boxes(boxOf(at), values.inverter?.[at] ?? 0);
  const bad = new Set(id.flatMap((_, at) => (isBad(at) ? boxOf(at) : [])));
  for (const box of bad) watched.plant.inject({ kind: 'soiled-group', box, percent });
  watched.run(2400);
  return { watched, isBad, strings: column(watched, 'stringhe', 'dev') };
}

test('D7: of two inverters one that gives 16 % less is as bad as it is, and has an alarm', () => {
  const { watched } = soiled('small', (_, inverter) => inverter === 1, 16);
  const [bad, healthy] = column(watched, 'inverter', 'dev');
  expect(Math.abs((bad ?? 0) + 16)).toBeLessThan(2.5);
  expect(Math.abs(healthy ?? 99)).toBeLessThan(2);
  expect(watched.list().filter(line => /^(INV04 1|STR02)/.test(line)).length).toBeGreaterThan(0);
});

test.each(['small', 'medium'] as const)(
  'D7: where half of the boxes of %s is soiled, each bad string has an alarm and no clean one',
  size => {
    const { watched, isBad, strings } = soiled(size, box => box % 2 === 0, 18);
    strings.forEach((deviation, at) => {
      expect(Math.abs((deviation ?? 99) + (isBad(at) ? 18 : 0)), `string ${at + 1}`).toBeLessThan(5);
    });
    const alarmed = watched.list().filter(line => line.startsWith('STR02')).length;
    expect(alarmed).toBe(strings.filter((_, at) => isBad(at)).length);
  },
);

test('D19: an inverter whose modules face another way is not compared with it', () => {
  const peer = (pac: number, plane: string) => ({ pac, kwp: 100, isFeeding: true, plane });
  const morning = [peer(80, '15 90'), peer(78, '15 90'), peer(40, '15 270'), peer(34, '15 270')];
  const [east, , west, lower] = inverterDeviations(morning, 600).map(each => Math.round(each ?? 99));
  expect([east, west, lower]).toEqual([1, 0, -15]);
});

test('an inverter without another one that feeds on its planes is not compared with itself', () => {
  const peer = (pac: number, plane: string, isFeeding = true) => ({ pac, kwp: 100, isFeeding, plane });
  expect(inverterDeviations([peer(50, 'south'), peer(80, 'east'), peer(80, 'east')], 600)).toEqual([
    null,
    0,
    0,
  ]);
  // One that stands still is compared with the one that feeds, which has nobody left.
  expect(inverterDeviations([peer(0, 'south', false), peer(80, 'south')], 600)).toEqual([-100, null]);
});
