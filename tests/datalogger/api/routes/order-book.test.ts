import fc from 'fast-check';
import { expect, test } from 'vitest';
import { controllerFunctions } from '../../../../src/contract/codes';
import { OrderBook } from '../../../../src/datalogger/automation/commands/order-book';
import { noRecords } from '../../../../src/datalogger/plant/processing/setup';
import type { Snapshot } from '../../../../src/datalogger/plant/snapshot';
import { planConfiguration } from '../../../../src/datalogger/sources/simulator/first-plant/first-configuration';
import { openConfigDatabase } from '../../../../src/datalogger/storage/config/config-database';
import { openJobsDatabase } from '../../../../src/datalogger/storage/jobs/jobs-database';
import { testClock } from '../../../support/clock';
import { clearMorning, plantAt } from '../../sources/simulator/support';

const { groups } = plantAt(clearMorning).snapshot();

/** The controller of a plant as it says that the distribution operator limits it; 100 for no limit. */
function limited(percent: number, t: number, p = 100): Snapshot {
  const { limitByOperator, reactiveByVoltage } = controllerFunctions;
  const acting = percent < 100 ? limitByOperator : reactiveByVoltage;
  const values = { ...groups.cci.values, psp: [percent], plim: [percent], p: [p], funzione: [acting] };
  return { t, groups: { ...groups, cci: { ...groups.cci, values } } };
}

test('an order that came while the datalogger was off is on record when it is back, and nothing is recorded twice', () => {
  const config = openConfigDatabase(':memory:');
  const { orders } = openJobsDatabase(':memory:');
  const kept = { orders, audit: config.audit, clock: testClock(clearMorning) };
  const before = new OrderBook(kept);
  before.cycle(limited(100, 1000));
  expect(orders.ofGroup('cci', 9)).toEqual([]);
  before.cycle(limited(40, 1001));
  before.cycle(limited(40, 1002));
  expect(orders.ofGroup('cci', 9)).toMatchObject([
    { t: 1001, old: 100, next: 40, applied: 40, followedS: 1 },
  ]);
  // The same limit after a restart is no new order; another one is.
  new OrderBook(kept).cycle(limited(40, 2000));
  expect(orders.ofGroup('cci', 9)).toHaveLength(1);
  new OrderBook(kept).cycle(limited(100, 3000));
  expect(orders.ofGroup('cci', 9)[0]).toMatchObject({
    t: 3000,
    user: '',
    action: 'limite_p',
    old: 40,
    next: 100,
  });
  config.close();
});

test("what became of a user's order is in the audit log once: followed, or not within 2 min", () => {
  const config = openConfigDatabase(':memory:');
  const { orders } = openJobsDatabase(':memory:');
  const book = new OrderBook({ orders, audit: config.audit, clock: testClock(clearMorning) });
  const order = { user: 'admin', object: 'cci.1', action: 'limite_p', old: 100, result: 'ok' } as const;
  const results = () =>
    config.audit
      .newest(9)
      .filter(({ action }) => action === 'command.result')
      .map(({ user, changes, result }) => [user, changes, result]);
  book.add({ ...order, t: 1000, next: 40 });
  book.cycle(limited(40, 1010));
  book.cycle(limited(40, 1200));
  expect(results()).toEqual([['admin', { limite_p: [40, 40] }, 'ok']]);
  book.add({ ...order, t: 2000, next: 20 });
  book.cycle(limited(40, 2100));
  expect(results()).toHaveLength(1);
  book.cycle(limited(40, 2121));
  book.cycle(limited(20, 2200));
  expect(results()).toEqual([
    ['admin', { limite_p: [20, null] }, 'refused'],
    ['admin', { limite_p: [40, 40] }, 'ok'],
  ]);
  expect(orders.ofGroup('cci', 9).find(({ user, next }) => user === 'admin' && next === 20)).toMatchObject({
    applied: 20,
    followedS: 200,
  });
  config.close();
});

test('an order that the meter contradicts for longer than a minute is not applied any more, until it shows it again', () => {
  const config = openConfigDatabase(':memory:');
  const { orders } = openJobsDatabase(':memory:');
  const kept = { orders, audit: config.audit, clock: testClock(clearMorning) };
  let book = new OrderBook(kept);
  book.cycle(limited(100, 900));
  book.add({ t: 1000, user: 'admin', object: 'cci.1', action: 'limite_p', old: 100, next: 40, result: 'ok' });
  book.cycle(limited(40, 1010));
  const last = () => orders.ofGroup('cci', 9).find(({ user }) => user === 'admin');
  expect(last()).toMatchObject({ applied: 40, followedS: 10 });
  const tooMuch = 1000;
  book.cycle(limited(40, 1100, tooMuch));
  book.cycle(limited(40, 1160, tooMuch));
  expect(last()).toMatchObject({ applied: 40 });
  // A short excess, and one over a restart.
  book.cycle(limited(40, 1170));
  book = new OrderBook(kept);
  book.cycle(limited(40, 1200, tooMuch));
  expect(last()).toMatchObject({ applied: null, followedS: null });
  const results = config.audit
    .newest(9)
    .filter(({ action, user }) => action === 'command.result' && user === 'admin');
  expect(results.map(({ changes, result }) => [changes, result])).toEqual([
    [{ limite_p: [40, null] }, 'refused'],
    [{ limite_p: [40, 40] }, 'ok'],
  ]);
  book.cycle(limited(40, 1300));
  expect(last()).toMatchObject({ applied: 40, followedS: 300 });
  config.close();
});

test('the limit of a central controller is proved by the exchange meter, and by what it shows after the order', () => {
  const config = openConfigDatabase(':memory:');
  const { orders } = openJobsDatabase(':memory:');
  const plant = plantAt(clearMorning);
  const configuration = planConfiguration(plant.plan, plant.snapshot().t);
  const devices = { isNew: () => false, all: () => configuration };
  const book = new OrderBook({ orders, devices, audit: config.audit, clock: testClock(clearMorning) });
  const exchange = configuration.contatori.filter(({ ruolo }) => ruolo === 'scambio').map(({ id }) => id);
  const ofMeter = (percent: number, t: number, sampledS: number, kw: number): Snapshot => {
    const { contatori, impianto, cci } = limited(percent, t).groups;
    const sampled = contatori.id.map(id => (exchange.includes(id) ? sampledS : t));
    const values = { ...impianto.values, pimm: [kw], pprel: [0] };
    return {
      t,
      groups: { ...groups, cci, contatori: { ...contatori, sampled }, impianto: { ...impianto, values } },
    };
  };
  const last = () => orders.ofGroup('cci', 1)[0];
  book.cycle(ofMeter(100, 999, 999, 100));
  book.cycle(ofMeter(40, 1000, 1000, 100));
  book.cycle(ofMeter(40, 1003, 999, 100));
  expect(last()).toMatchObject({ t: 1000, applied: 40, followedS: null });
  // The controller says 100 kW, which nobody believes.
  book.cycle(ofMeter(40, 1010, 1009, 5000));
  expect(last()).toMatchObject({ followedS: null });
  book.cycle(ofMeter(40, 1020, 1019, 100));
  expect(last()).toMatchObject({ applied: 40, followedS: 20 });
  config.close();
});

test('without a meter the devices hold an order, and nothing proves it', () => {
  const config = openConfigDatabase(':memory:');
  const { orders } = openJobsDatabase(':memory:');
  const devices = { isNew: () => false, all: () => noRecords };
  const book = new OrderBook({ orders, devices, audit: config.audit, clock: testClock(clearMorning) });
  book.cycle(limited(100, 900));
  book.add({ t: 1000, user: 'admin', object: 'cci.1', action: 'limite_p', old: 100, next: 40, result: 'ok' });
  book.cycle(limited(40, 1010));
  const [first] = orders.ofGroup('cci', 9).filter(({ user }) => user === 'admin');
  expect(first).toMatchObject({ applied: 40, followedS: null });
  config.close();
});

test('no sequence of orders, restarts, faults, clock steps and changes of the configuration leaves an order applied that the meter contradicts for longer than the deadline', () => {
  const step = fc.oneof(
    fc.record({ order: fc.constantFrom(0, 20, 40, 60, 80) }),
    fc.record({ power: fc.integer({ min: 0, max: 1400 }), seconds: fc.integer({ min: 1, max: 90 }) }),
    fc.record({ hold: fc.constantFrom(0, 20, 40, 60, 80, 100), seconds: fc.integer({ min: 1, max: 90 }) }),
    fc.record({ isRestart: fc.constant(true), seconds: fc.integer({ min: 0, max: 5 }) }),
    fc.record({ clockBy: fc.integer({ min: -7200, max: 7200 }) }),
    fc.record({ isConfigured: fc.boolean() }),
    fc.record({ isSilent: fc.boolean(), seconds: fc.integer({ min: 1, max: 90 }) }),
  );
  const plant = plantAt(clearMorning);
  const configuration = planConfiguration(plant.plan, plant.snapshot().t);
  const unmetered = { ...configuration, contatori: [] };
  let proved = 0;
  const greatest = groups.cci.values.smax?.[0] ?? 0;
  fc.assert(
    fc.property(fc.array(step, { minLength: 5, maxLength: 40 }), steps => {
      const config = openConfigDatabase(':memory:');
      const jobs = openJobsDatabase(':memory:');
      const clock = testClock(clearMorning);
      let [t, power, hold, contradictedS] = [1000, 0, 100, 0];
      let [isConfigured, isSilent] = [true, false];
      const all = () => (isConfigured ? configuration : unmetered);
      const devices = { isNew: () => false, all };
      const kept = { orders: jobs.orders, audit: config.audit, clock, devices };
      let book = new OrderBook(kept);
      /** The exchange meters and the controller show the same power. */
      const shown = (): Snapshot => {
        const { cci, contatori, impianto } = limited(hold, t, power).groups;
        const q = contatori.q.map(good => (isSilent ? 0 : good));
        const meters = { ...contatori, q, sampled: contatori.id.map(() => t) };
        const values = { ...impianto.values, pimm: [power], pprel: [0] };
        return { t, groups: { ...groups, cci, contatori: meters, impianto: { ...impianto, values } } };
      };
      for (const each of steps) {
        if ('order' in each) {
          book.add({
            t,
            user: 'a',
            object: 'cci.1',
            action: 'limite_p',
            old: null,
            next: each.order,
            result: 'ok',
          });
          contradictedS = 0;
        }
        // The clock is only asked for stamps of the audit log.
        if ('clockBy' in each) clock.set(clock.now() + 1000 * each.clockBy);
        if ('isRestart' in each) book = new OrderBook(kept);
        power = 'power' in each ? each.power : power;
        hold = 'hold' in each ? each.hold : hold;
        isConfigured = 'isConfigured' in each ? each.isConfigured : isConfigured;
        isSilent = 'isSilent' in each ? each.isSilent : isSilent;
        const seconds = 'seconds' in each ? each.seconds : 1;
        for (let second = 0; second < seconds; second++) {
          t++;
          book.cycle(shown());
          const newest = jobs.orders.ofGroup('cci', 50).find(({ user }) => user === 'a');
          proved += Number((newest?.followedS ?? null) !== null);
          const isTooMuch = newest !== undefined && (100 * power) / greatest > (newest.next ?? 0) + 1;
          // A meter that says nothing contradicts nothing, and proves nothing.
          const isTold = !isConfigured || !isSilent;
          contradictedS = isTooMuch && isTold ? contradictedS + 1 : 0;
          if (contradictedS > 61) expect(newest).toMatchObject({ applied: null, followedS: null });
        }
      }
      config.close();
    }),
    { numRuns: 60, seed: 36 },
  );
  // It would say nothing if no order were ever proved.
  expect(proved).toBeGreaterThan(100);
});
