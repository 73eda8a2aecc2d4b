import { describe, expect, test } from 'vitest';
import { doublePoint, inverterStates } from '../../../src/contract/codes';
import type { Fault } from '../../../src/datalogger/sources/simulator/faults/faults';
import { clearMorning, plantAt } from '../sources/simulator/support';
import { now, type Surroundings, says, WatchedPlant, watch } from './support';

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

test('an interface switch that stays open long after the grid has returned is reported', () => {
  const watched = new WatchedPlant(plantAt(clearMorning), 1);
  watched.run(5);
  watched.plant.inject({ kind: 'grid-outage' }, 60);
  watched.plant.inject({ kind: 'ddi-open' });
  watched.run(300);
  expect(watched.of('SPI05')?.state).toBe('soppresso');
  watched.run(300);
  expect(onTop(watched)).toEqual(expect.arrayContaining(['SPI05 1']));
});

describe('what follows from a cause is hidden', () => {
  const stopped = says('inverter', 3, 'pac', 0);

  test('an open interface switch hides what does not produce, and gives it time to start again', () => {
    const watched = watch({ kind: 'ddi-open' });
    watched.run(2400);
    const hidden = watched.engine.open().filter(({ code }) => code === 'INV03');
    const cause = watched.of('SPI05')?.id;
    expect(hidden.map(({ state, cause: own }) => [state, own])).toEqual(Array(10).fill(['soppresso', cause]));
    now(watched);
    watched.run(900);
    expect(watched.list()).toEqual(['SPI05 1 rientrato']);
    // Nobody was notified of them, so nobody is asked to acknowledge them.
    const shown = watched.changes.filter(({ steps }) => steps.some(({ to }) => to === 'attivo'));
    expect(shown.map(({ occurrence }) => occurrence.code)).toEqual(['SPI05']);
  });

  test('a tracker that stands still does not hide that one of its strings is open', () => {
    const watched = watch({ kind: 'tracker-stuck', tracker: 5 });
    watched.plant.inject({ kind: 'string-open', string: 19 });
    watched.run(2400);
    expect(onTop(watched)).toEqual(expect.arrayContaining(['STR01 19']));
    expect(onTop(watched).filter(each => each.startsWith('TRK'))).toHaveLength(1);
    const open = watched.engine.open().find(({ code }) => code === 'STR01');
    expect(open?.cause).toBeNull();
  });

  test('D13: a trip whose switch does not open is the trip and the switch, and nothing of what the backup opens', () => {
    const watched = new WatchedPlant(plantAt(clearMorning), 1);
    watched.run(20);
    watched.plant.inject({ kind: 'ddi-stuck' }, 600);
    watched.plant.inject({ kind: 'grid-dip', percent: 40 }, 3);
    watched.run(300);
    expect(onTop(watched).sort()).toEqual(['SPI01 1', 'SPI07 1']);
    watched.run(1500);
    expect(announced(watched).sort()).toEqual(['SPI01 1', 'SPI07 1']);
  });

  test('D13: an open string of twelve is one event: the low energy of the plant is its consequence', () => {
    const watched = new WatchedPlant(plantAt('2026-06-22T05:30:00+02:00', { size: 'small' }), 30);
    watched.surroundings = { usualEpi: 103 };
    watched.plant.inject({ kind: 'string-open', string: 3 });
    watched.run(9 * 3600);
    expect(onTop(watched)).toEqual(['STR01 3']);
    expect(watched.changes.map(({ occurrence: { code } }) => code)).not.toContain('PLT01');
  });

  test('what the trip cost is no second alarm, also where only the archive knows of it; what nothing explains is one', () => {
    const watched = watch({ kind: 'ddi-open' });
    watched.run(3600);
    now(watched);
    watched.run(2400);
    const gap = (surroundings: Surroundings) => {
      // A datalogger that was started again remembers nothing.
      const later = new WatchedPlant(watched.plant, 5);
      later.surroundings = surroundings;
      later.run(1200);
      return later.of('PLT01');
    };
    expect(watched.of('PLT01')).toBeUndefined();
    expect(gap({ lostTodayKwh: 600 })).toBeUndefined();
    expect(gap({})?.isPresent).toBe(true);
  });

  test('what is still there when the cause has been gone for its delay is shown', () => {
    const watched = watch({ kind: 'inverter-trip', inverter: 3, cause: 'ground' }, stopped);
    watched.run(1830);
    expect(watched.of('INV03')?.state).toBe('soppresso');
    now(watched, stopped);
    watched.run(1700);
    expect(watched.of('INV03')?.state).toBe('soppresso');
    watched.run(200);
    expect(watched.of('INV03')).toMatchObject({ state: 'attivo', cause: null });
  });

  test('of several protections one that is open hides only the inverters that wait behind it', () => {
    const plant = plantAt(clearMorning, { size: 'large' });
    const watched = new WatchedPlant(plant, 30);
    plant.inject(says('spi', 1, 'ddi', doublePoint.open));
    for (const id of [2, 30]) plant.inject(says('inverter', id, 'pac', 0));
    plant.inject({ kind: 'override-state', group: 'inverter', id: 2, state: inverterStates.standby });
    watched.run(1900);
    expect(watched.list()).toEqual(
      expect.arrayContaining(['INV03 2 soppresso', 'INV03 30 attivo', 'SPI05 1 attivo']),
    );
  });
});
