import { describe, expect, test } from 'vitest';
import { inverterStates, quality } from '../../../src/contract/codes';
import type { Fault } from '../../../src/datalogger/sources/simulator/faults/faults';
import { plantAt } from '../sources/simulator/support';
import { now, rulesWith, says, WatchedPlant, watch } from './support';

const action = (at: number) => ({ by: 'anna', at, note: 'crew sent' });
const manualStop = says('inverter', 3, 'evt', 1 << 6);
const hot = (degrees: number) => says('inverter', 3, 'tsnk', degrees);

describe('delay and hysteresis', () => {
  test('what does not last as long as the delay is no alarm', () => {
    const watched = watch(hot(88));
    watched.run(55);
    now(watched);
    watched.run(10);
    now(watched, hot(88));
    watched.run(55);
    expect(watched.list()).toEqual([]);
    watched.run(10);
    expect(watched.list()).toEqual(['INV05 3 attivo']);
  });

  test('a value within the hysteresis neither brings the alarm nor takes it back', () => {
    const watched = watch(hot(83));
    watched.run(300);
    expect(watched.list()).toEqual([]);
    now(watched, hot(86));
    watched.run(70);
    now(watched, hot(81));
    watched.run(300);
    expect(watched.of('INV05')).toMatchObject({ isPresent: true, value: 86, threshold: 85 });
    now(watched, hot(79));
    watched.run(70);
    expect(watched.list()).toEqual(['INV05 3 rientrato']);
  });

  test('a threshold, a priority and a delay are those of the configured rule', () => {
    const watched = watch(hot(72));
    watched.rules = rulesWith({ INV05: { threshold: 70, priority: 4, onDelayS: 0 } });
    watched.run(5);
    expect(watched.of('INV05')).toMatchObject({ threshold: 70, priority: 4 });
  });

  test('by too little light nothing is judged: what is open stays open, nothing comes', () => {
    const watched = watch(says('stringhe', 19, 'dev', -100));
    watched.run(700);
    expect(watched.list()).toEqual(['STR01 19 attivo']);
    now(watched, says('impianto', 1, 'poa', 90), says('stringhe', 40, 'dev', -100));
    watched.run(900);
    expect(watched.list()).toEqual(['STR01 19 attivo']);
  });
});

describe('values that cannot be trusted', () => {
  test('bad quality neither brings nor takes back an alarm about a value', () => {
    const bad: Fault = { kind: 'override-quality', group: 'inverter', id: 3, quality: quality.bad };
    const watched = watch(hot(95), bad);
    watched.run(200);
    expect(watched.list()).toEqual([]);
    now(watched, hot(95));
    watched.run(70);
    now(watched, bad);
    watched.run(200);
    expect(watched.of('INV05')?.isPresent).toBe(true);
  });

  test('the delay waits while nothing is known', () => {
    const watched = watch(hot(95));
    watched.run(50);
    watched.plant.inject({ kind: 'override-quality', group: 'inverter', id: 3, quality: quality.bad });
    watched.run(200);
    now(watched, hot(95));
    const rest = watched.until(() => watched.of('INV05') !== undefined, 60);
    expect(rest).toBeGreaterThanOrEqual(10);
    expect(rest).toBeLessThanOrEqual(20);
  });

  test('a silent inverter has one alarm: its own and those of its strings wait behind it, but nothing critical', () => {
    const watched = watch(
      hot(95),
      says('inverter', 3, 'evt', 1),
      says('stringhe', 19, 'i', -2),
      says('stringhe', 19, 'evt', 1 << 18),
    );
    watched.run(70);
    expect(watched.list()).toEqual([
      'INV05 3 attivo',
      'INV08 3 attivo',
      'STR03 19 attivo',
      'STR07 19 attivo',
    ]);
    watched.plant.inject({ kind: 'inverter-silent', inverter: 3 });
    watched.run(400);
    const cause = watched.of('INV02', 3)?.id;
    expect(watched.list()).toEqual([
      'INV02 3 attivo',
      'INV05 3 soppresso',
      'INV08 3 attivo',
      'STR03 19 attivo',
      'STR04 17 soppresso',
      'STR04 21 soppresso',
      'STR07 19 attivo',
    ]);
    for (const code of ['INV05', 'STR04']) expect(watched.of(code)?.cause).toBe(cause);
  });

  test('a plant that does not answer has one alarm', () => {
    const watched = watch({ kind: 'plant-silent' });
    watched.run(900);
    const visible = watched.engine.open().filter(({ state }) => state !== 'soppresso');
    expect(visible.map(({ code }) => code)).toEqual(['PLT02']);
    expect(watched.engine.open().length).toBeGreaterThan(50);
    now(watched);
    watched.run(120);
    expect(watched.list()).toEqual(['PLT02 - rientrato']);
  });

  test('by night a silent inverter is no news', () => {
    const watched = new WatchedPlant(plantAt('2026-06-22T00:30:00+02:00'));
    watched.plant.inject({ kind: 'inverter-silent', inverter: 3 });
    watched.run(900);
    expect(watched.list()).toEqual([]);
  });
});

describe('service', () => {
  const inState = (state: number): Fault => ({ kind: 'override-state', group: 'inverter', id: 3, state });

  test('under maintenance alarms are suppressed by design and come back as they were', () => {
    const watched = watch(hot(95));
    watched.run(70);
    const change = watched.engine.acknowledge(watched.of('INV05')?.id ?? 0, action(watched.t));
    if (change) watched.engine.accept(change);
    now(watched, hot(95), inState(inverterStates.maintenance), manualStop);
    watched.run(10);
    expect(watched.list()).toEqual(['INV05 3 soppresso', 'INV15 3 soppresso']);
    now(watched, hot(95));
    watched.run(10);
    expect(watched.list()).toEqual(['INV05 3 riconosciuto']);
  });

  test('a disabled device raises nothing, and what was open is out of service', () => {
    const watched = watch(hot(95));
    watched.run(70);
    now(watched, hot(95), inState(inverterStates.disabled), manualStop);
    watched.run(10);
    expect(watched.list()).toEqual(['INV05 3 fuori_servizio']);
    now(watched, hot(95));
    watched.run(10);
    expect(watched.list()).toEqual(['INV05 3 attivo']);
  });

  test('a rule that is switched off raises nothing', () => {
    const watched = watch(manualStop);
    watched.rules = rulesWith({ INV15: { isEnabled: false } });
    watched.run(30);
    expect(watched.list()).toEqual([]);
    watched.rules = rulesWith();
    watched.run(5);
    expect(watched.list()).toEqual(['INV15 3 attivo']);
  });
});

describe('what a person does', () => {
  test('takes effect when it is accepted, once', () => {
    const watched = watch(manualStop);
    watched.run(5);
    const id = watched.of('INV15')?.id ?? 0;
    const change = watched.engine.acknowledge(id, action(watched.t));
    expect(watched.engine.find(id)?.state).toBe('attivo');
    expect(change?.steps).toMatchObject([
      { from: 'attivo', to: 'riconosciuto', by: 'anna', note: 'crew sent' },
    ]);
    if (change) watched.engine.accept(change);
    expect(watched.engine.acknowledge(id, { ...action(watched.t), by: 'ugo' })).toBeNull();
    expect(watched.engine.acknowledge(4711, action(watched.t))).toBeNull();
    now(watched);
    watched.run(10);
    expect(watched.engine.find(id)).toBeUndefined();
    expect(watched.changes.at(-1)?.occurrence).toMatchObject({
      id,
      state: 'chiuso',
      acknowledged: { by: 'anna' },
    });
    now(watched, manualStop);
    watched.run(5);
    expect(watched.of('INV15')).toMatchObject({ state: 'attivo', acknowledged: null });
    expect(watched.engine.find(id)).toBeUndefined();
  });

  test('a shelf ends by itself in the true state', () => {
    const watched = watch(manualStop);
    watched.run(5);
    const id = watched.of('INV15')?.id ?? 0;
    const until = watched.t + 60;
    const change = watched.engine.shelve(id, { by: 'anna', at: watched.t, until, reason: 'test run' });
    if (change) watched.engine.accept(change);
    watched.run(55);
    expect(watched.list()).toEqual(['INV15 3 accantonato']);
    now(watched);
    watched.run(5);
    expect(watched.list()).toEqual(['INV15 3 rientrato']);
  });
});

describe('too many at once', () => {
  test('what comes three times in a minute is one occurrence, unstable until it is quiet', () => {
    const watched = watch();
    for (let round = 0; round < 8; round++) {
      now(watched, manualStop);
      watched.run(10);
      now(watched);
      watched.run(10);
    }
    expect(watched.engine.open()).toMatchObject([{ code: 'INV15', isChattering: true, isPresent: true }]);
    const told = watched.changes.length;
    watched.run(40);
    expect(watched.changes).toHaveLength(told);
    watched.run(30);
    expect(watched.engine.open()).toMatchObject([
      { code: 'INV15', isChattering: false, isPresent: false, times: 8, state: 'rientrato' },
    ]);
  });

  test('an unstable one that stays is reported as stable after a minute', () => {
    const watched = watch();
    for (let round = 0; round < 4; round++) {
      now(watched);
      watched.run(10);
      now(watched, manualStop);
      watched.run(10);
    }
    expect(watched.of('INV15')?.isChattering).toBe(true);
    watched.run(70);
    expect(watched.of('INV15')).toMatchObject({ isChattering: false, isPresent: true });
  });

  test('what gets worse becomes more urgent, and wants to be seen again', () => {
    const watched = watch();
    watched.surroundings = { diskUsedPercent: 90 };
    watched.run(70);
    const change = watched.engine.acknowledge(watched.of('DLG02')?.id ?? 0, action(watched.t));
    if (change) watched.engine.accept(change);
    watched.surroundings = { diskUsedPercent: 96 };
    watched.run(5);
    expect(watched.of('DLG02')).toMatchObject({ priority: 2, state: 'attivo' });
  });
});

test('a stuck sensor of irradiance is urgent where no other one answers', () => {
  const stuck: Fault = { kind: 'override', group: 'sensori', id: 1, point: 'v', value: 44 };
  const priorityWith = (silent: readonly number[]) => {
    const watched = watch(
      stuck,
      ...silent.map((id): Fault => ({ kind: 'override-silent', group: 'sensori', id })),
    );
    watched.run(3660);
    return watched.of('SEN05', 1)?.priority;
  };
  const others = watch()
    .plant.snapshot()
    .groups.sensori.id.filter(id => id !== 1);
  expect([priorityWith([]), priorityWith(others)]).toEqual([4, 2]);
});

test('after a restart what was open is neither lost nor doubled, and delays begin again', () => {
  const before = watch(manualStop, hot(95), says('inverter', 5, 'tsnk', 95));
  before.run(70);
  const change = before.engine.acknowledge(before.of('INV05', 5)?.id ?? 0, action(before.t));
  if (change) before.engine.accept(change);
  const list = before.list();
  expect(list).toEqual(['INV05 3 attivo', 'INV05 5 riconosciuto', 'INV15 3 attivo']);
  now(before, manualStop, hot(95), says('inverter', 6, 'tsnk', 95));
  before.run(30);

  const after = new WatchedPlant(before.plant, 5, before.engine.open());
  after.run(30);
  expect(after.list()).toEqual(list);
  expect(after.changes).toEqual([]);
  after.run(40);
  expect(after.list()).toEqual(['INV05 3 attivo', 'INV05 6 attivo', 'INV15 3 attivo']);
  const ids = [...before.changes, ...after.changes].map(({ occurrence }) => occurrence.id);
  expect(new Set(ids).size).toBe(4);
});

test('what the plant no longer has, and what the catalogue no longer knows, goes', () => {
  const watched = watch(manualStop);
  watched.run(5);
  const [open] = watched.engine.open();
  if (!open) throw new Error('nothing is open');
  const gone = { ...open, id: 2, subject: { ...open.subject, device: 99 } };
  const unknown = { ...open, id: 3, code: 'XYZ01' };
  const after = new WatchedPlant(watched.plant, 5, [open, gone, unknown]);
  expect(after.list()).toEqual(['INV15 3 attivo', 'INV15 99 rientrato', 'XYZ01 3 rientrato']);
});
