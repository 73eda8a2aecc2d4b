import { expect, test } from 'vitest';
import type { Fault } from '../../../src/datalogger/simulator/faults';
import { clearMorning, plantAt } from '../simulator/support';
import { WatchedPlant } from './support';

/** The alarms that are shown on top: neither hidden by their cause nor over. */
const onTop = (watched: WatchedPlant) =>
  watched.engine
    .open()
    .filter(({ state }) => state !== 'soppresso')
    .map(({ code, subject }) => `${code} ${subject.device ?? '-'}`);

/** Every alarm that was ever announced, in order. */
const announced = (watched: WatchedPlant) =>
  watched.changes
    .filter(({ steps }) => steps.some(({ to }) => to === 'attivo'))
    .map(({ occurrence: { code, subject } }) => `${code} ${subject.device ?? '-'}`);

test.each<readonly [event: string, fault: Fault, lastsS: number, watchedS: number, root: string]>([
  ['a dip that makes the interface protection trip', { kind: 'grid-dip', percent: 60 }, 3, 120, 'SPI01 1'],
  ['a swell that does', { kind: 'grid-swell', percent: 125 }, 2, 120, 'SPI02 1'],
  ['a frequency that does', { kind: 'grid-frequency', hertz: 51.7 }, 3, 120, 'SPI03 1'],
  ['a remote trip', { kind: 'remote-trip' }, 30, 120, 'SPI06 1'],
  ['an outage of the grid', { kind: 'grid-outage' }, 300, 240, 'GRD01 -'],
  ['an isolation fault', { kind: 'inverter-trip', inverter: 3, cause: 'isolation' }, 600, 300, 'INV07 3'],
  ['a ground fault', { kind: 'inverter-trip', inverter: 3, cause: 'ground' }, 600, 300, 'INV08 3'],
  ['an open string', { kind: 'string-open', string: 19 }, 3600, 3000, 'STR01 19'],
])(
  '%s has one alarm on top, and nothing else asks to be acknowledged afterwards',
  (_, fault, lastsS, watchedS, root) => {
    const watched = new WatchedPlant(plantAt(clearMorning), 1);
    watched.run(20);
    watched.plant.inject(fault, lastsS);
    watched.run(watchedS);
    expect(onTop(watched)).toEqual([root]);
    expect(watched.engine.open().length).toBeGreaterThan(1);
    watched.run(Math.max(0, lastsS - watchedS) + 800);
    expect(announced(watched)).toEqual([root]);
    expect(onTop(watched)).toEqual([root]);
  },
  120_000,
);

test('a trip tells the value that it tripped at and the configured threshold', () => {
  const watched = new WatchedPlant(plantAt(clearMorning), 1);
  watched.run(5);
  watched.plant.inject({ kind: 'grid-dip', percent: 60 }, 2);
  watched.run(60);
  const trip = watched.of('SPI01');
  expect(trip?.threshold).toBe(85);
  expect(trip?.value).toBeGreaterThan(55);
  expect(trip?.value).toBeLessThan(65);
  expect(trip).toMatchObject({ isPresent: true, state: 'attivo' });
});

test('an interface switch that stays open long after the grid has returned is told', () => {
  const watched = new WatchedPlant(plantAt(clearMorning), 1);
  watched.run(5);
  watched.plant.inject({ kind: 'grid-outage' }, 60);
  watched.plant.inject({ kind: 'ddi-open' });
  watched.run(300);
  expect(watched.of('SPI05')?.state).toBe('soppresso');
  watched.run(300);
  expect(onTop(watched)).toEqual(expect.arrayContaining(['SPI05 1']));
});
