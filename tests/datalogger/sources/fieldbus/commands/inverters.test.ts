import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import { PlantServer } from '../../../../../scripts/plant-server/plant';
import { controllerFunctions } from '../../../../../src/contract/codes';
import type { RecordOf } from '../../../../../src/contract/config/kinds';
import { noRecords } from '../../../../../src/datalogger/plant/processing/setup';
import { type CommandedOptions, commandedPlant, noonS } from '../../../../support/commanded-plant';
import { newRecord } from '../../../../support/config-records';
import { wiredPlant } from '../../../../support/field-over-wire';
import { waitMs } from '../../../../support/patience';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.close();
});

async function started(options: CommandedOptions = {}) {
  const plant = await commandedPlant(options);
  open.push(plant);
  return plant;
}

const each = <T>(of: readonly unknown[], value: T) => of.map(() => value);

test('64 inverters that take 18 ms for every answer are limited, verified by what they say, within 5 s', async () => {
  const options = { size: 'xl', seed: 3, startAt: noonS, hasNaturalFaults: false, answerMs: 18 } as const;
  const server = await PlantServer.start(options);
  open.push(server);
  const { inverters } = server.configuration;
  const { source, close } = wiredPlant('xl', { ...noRecords, inverters }, { startAt: noonS, commands: true });
  open.push({ close });
  const isFound = () => source.engine.units.every(({ map, isBusy }) => map !== null && !isBusy);
  await expect.poll(isFound, { timeout: waitMs }).toBe(true);
  const verified = () =>
    source.bus.orders().filter(({ esito, riletto }) => esito === 'verificato' && riletto === 60);
  expect(inverters).toHaveLength(64);
  const beganMs = performance.now();
  expect(await source.execute({ kind: 'limit-power', percent: 60 })).toBe('taken');
  await expect.poll(() => verified().length, { timeout: waitMs, interval: 10 }).toBe(64);
  const tookMs = performance.now() - beganMs;
  console.info(`64 inverters limited and read back in ${Math.round(tookMs)} ms`);
  expect(tookMs).toBeLessThan(5000);
  expect(server.own.inverters.map(({ id }) => server.orderOf(id).percent)).toEqual(each(inverters, 60));
  expect(server.writes).toHaveLength(64);
});

describe('an order', () => {
  test('is one write for each inverter, is read back, and is followed', async () => {
    const plant = await started();
    expect(await plant.source.execute({ kind: 'limit-power', percent: 40 })).toBe('taken');
    await plant.pass(10);
    expect(plant.limits()).toEqual(each(plant.limits(), 40));
    expect(plant.server.writes).toHaveLength(plant.limits().length);
    for (const order of plant.orders()) {
      expect(order).toMatchObject({
        chiesto: 40,
        scritto: 40,
        riletto: 40,
        ritorno: 120,
        esito: 'verificato',
      });
      expect(order.misurato).toBeLessThanOrEqual(40.1);
    }
    const { funzione, psp, plim, p, smax } = plant.controller() ?? {};
    expect({ funzione, psp, plim }).toEqual({
      funzione: controllerFunctions.limitByPlant,
      psp: 40,
      plim: 40,
    });
    expect(p).toBeLessThanOrEqual(0.401 * (smax ?? 0));
  });

  test('stays for as long as the datalogger refreshes it, and ends with it after the reversion time', async () => {
    const plant = await started();
    await plant.source.execute({ kind: 'limit-power', percent: 40 });
    await plant.pass(300);
    expect(plant.limits()).toEqual(each(plant.limits(), 40));
    const { length } = plant.limits();
    // 300 s with a refresh every 40 s.
    expect(plant.server.writes.length).toBe(length * 8);
    // The datalogger is gone: only the devices' time passes.
    plant.clock.advance(60_000);
    expect(plant.limits()).toEqual(each(plant.limits(), 40));
    plant.clock.advance(60_000);
    expect(plant.limits()).toEqual(each(plant.limits(), null));
  });

  test('of the reactive power has the sign that every device counts with', async () => {
    const plant = await started({
      change: configuration => ({
        ...configuration,
        inverters: configuration.inverters.map(record =>
          record.id === 2 ? { ...record, segno_q: -1 as const } : record,
        ),
      }),
    });
    await plant.source.execute({ kind: 'set-reactive', percent: 20 });
    await plant.pass(10);
    expect(plant.reactive()).toEqual(plant.configuration.inverters.map(({ id }) => (id === 2 ? -0.2 : 0.2)));
    expect(plant.orders('q').map(({ chiesto, riletto, esito }) => [chiesto, riletto, esito])).toEqual(
      each(plant.limits(), [20, 20, 'verificato']),
    );
    expect(plant.controller()).toMatchObject({ qsp: 20, funzioneq: controllerFunctions.reactiveByPlant });
  });

  test.each([-0.95, 0.95])('of the power factor %d is kept while the power changes', async value => {
    const plant = await started();
    await plant.source.execute({ kind: 'set-power-factor', value });
    await plant.pass(15);
    const cosphi = () => plant.controller()?.cosphi ?? 0;
    expect(cosphi()).toBeCloseTo(value, 2);
    await plant.source.execute({ kind: 'limit-power', percent: 30 });
    await plant.pass(30);
    expect(cosphi()).toBeCloseTo(value, 2);
    // Inverters with model 704 have it as such, the others as a reactive power.
    expect(plant.orders('cosfi').every(({ riletto, id }) => riletto === value && id % 4 === 0)).toBe(true);
    expect(plant.orders('cosfi').length + plant.orders('q').length).toBe(plant.limits().length);
  });

  test('that follows another within 3 s is refused; the way back is not', async () => {
    const plant = await started();
    const { source } = plant;
    expect(await source.execute({ kind: 'limit-power', percent: 40 })).toBe('taken');
    expect(await source.execute({ kind: 'limit-power', percent: 40 })).toBe('taken');
    expect(await source.execute({ kind: 'limit-power', percent: 50 })).toBe('refused');
    expect(await source.execute({ kind: 'schedule-limit', percent: 50 })).toBe('refused');
    await plant.pass(3);
    expect(await source.execute({ kind: 'limit-power', percent: 50 })).toBe('taken');
    // A device is written to every 10 s at most.
    await plant.pass(1);
    expect(plant.limits()).toEqual(each(plant.limits(), 40));
    await plant.pass(7);
    expect(plant.limits()).toEqual(each(plant.limits(), 50));
    expect(await source.execute({ kind: 'controller-automatic' })).toBe('taken');
    await plant.pass(10);
    expect(plant.limits()).toEqual(each(plant.limits(), null));
    expect(plant.orders().map(({ esito, riletto }) => [esito, riletto])).toEqual(
      each(plant.limits(), ['nessuno', null]),
    );
  });

  test('is followed by the inverters that are configured to follow it', async () => {
    const plant = await started({
      change: configuration => ({
        ...configuration,
        inverters: configuration.inverters.map(record => ({ ...record, controllo_p: record.id !== 1 })),
      }),
    });
    await plant.source.execute({ kind: 'limit-power', percent: 40 });
    await plant.pass(1);
    expect(plant.limits()).toEqual(plant.configuration.inverters.map(({ id }) => (id === 1 ? null : 40)));
  });

  test('is in % of the rated power, whatever the device takes for its greatest', async () => {
    const plant = await started({
      change: configuration => ({
        ...configuration,
        inverters: configuration.inverters.map(record => ({ ...record, pn: record.pn / 2 })),
      }),
    });
    await plant.source.execute({ kind: 'limit-power', percent: 40 });
    await plant.pass(1);
    expect(plant.limits()).toEqual(each(plant.limits(), 20));
    expect(plant.orders()[0]).toMatchObject({ scritto: 40, riletto: 40 });
  });
});

describe('orders are taken back', () => {
  test('when the datalogger stops', async () => {
    const plant = await started();
    await plant.source.execute({ kind: 'limit-power', percent: 40 });
    await plant.source.execute({ kind: 'controller-automatic' });
    await plant.source.execute({ kind: 'limit-power', percent: 30 });
    await plant.pass(4);
    await plant.source.execute({ kind: 'set-reactive', percent: 20 });
    await plant.pass(10);
    expect(plant.reactive()).toEqual(each(plant.limits(), 0.2));
    await plant.source.close();
    expect(plant.limits()).toEqual(each(plant.limits(), null));
    expect(plant.reactive()).toEqual(each(plant.limits(), null));
  });

  test('when commands are switched off, and nothing is written from then on', async () => {
    const plant = await started();
    await plant.source.execute({ kind: 'limit-power', percent: 40 });
    await plant.pass(1);
    plant.configure(plant.configuration, false);
    await expect.poll(plant.limits).toEqual(each(plant.limits(), null));
    const { length } = plant.server.writes;
    expect(await plant.source.execute({ kind: 'limit-power', percent: 40 })).toBe('refused');
    await plant.pass(60);
    expect(plant.server.writes).toHaveLength(length);
    expect(plant.source.answers('cci')).toEqual([]);
  });

  test('when a central controller is configured: two masters would undo each other', async () => {
    const plant = await started();
    await plant.source.execute({ kind: 'limit-power', percent: 40 });
    await plant.pass(1);
    const cci = [{ ...newRecord('cci'), id: 1 } as never];
    plant.configure({ ...plant.configuration, cci });
    await expect.poll(plant.limits).toEqual(each(plant.limits(), null));
    const { length } = plant.server.writes;
    expect(await plant.source.execute({ kind: 'limit-power', percent: 40 })).toBe('refused');
    await plant.pass(60);
    expect(plant.server.writes).toHaveLength(length);
  });
});

test('a datalogger that is killed leaves no limit behind: it is gone within the reversion time', async () => {
  let passedMs = 0;
  const server = await PlantServer.start({
    size: 'small',
    seed: 3,
    startAt: noonS,
    hasNaturalFaults: false,
    nowMs: () => performance.now() + passedMs,
  });
  open.push(server);
  const limits = () => server.own.inverters.map(({ id }) => server.orderOf(id).percent);
  const program = fileURLToPath(new URL('../../../../support/commanding-program.ts', import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', program], {
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  const ended = once(child, 'exit');
  child.stdin.end(JSON.stringify({ inverters: server.configuration.inverters, percent: 40 }));
  await expect.poll(limits, { timeout: waitMs }).toEqual(each(limits(), 40));
  child.kill('SIGKILL');
  await ended;
  passedMs = 60_000;
  expect(limits()).toEqual(each(limits(), 40));
  passedMs = 120_000;
  expect(limits()).toEqual(each(limits(), null));
});

describe('with an inverter that does not answer', () => {
  async function withSilent(meters: (server: PlantServer) => RecordOf<'contatori'>[]) {
    const plant = await started();
    plant.configure({ ...plant.configuration, contatori: meters(plant.server) });
    await plant.pass(20);
    const [silent] = plant.configuration.inverters;
    plant.server.faults = { [`0/${silent?.unita}`]: 'dead' };
    expect(await plant.source.execute({ kind: 'limit-power', percent: 45 })).toBe('taken');
    await plant.pass(120);
    const { p = null, plim = null, smax = null } = plant.controller() ?? {};
    const ofAnswering = plant.source
      .answers('inverter')
      .reduce((sum, { isResponding, values }) => sum + (isResponding ? (values.pac ?? 0) : 0), 0);
    return { p, plim, smax: smax ?? 0, silentKw: silent?.pn ?? 0, ofAnswering };
  }

  test('the limit in force counts it with all that it can give, and nobody knows the power', async () => {
    const { p, plim, smax, silentKw } = await withSilent(() => []);
    expect(plim).toBeCloseTo((45 * (smax - silentKw) + 100 * silentKw) / smax, 0);
    expect(p).toBeNull();
  });

  test('the power is what the meter of production shows', async () => {
    const { p, ofAnswering } = await withSilent(({ configuration }) =>
      configuration.contatori.filter(({ ruolo }) => ruolo === 'produzione'),
    );
    expect(p).toBeGreaterThan(ofAnswering + 20);
  });
});

test('an inverter that does not answer does not keep the others of its line from being freed', async () => {
  const plant = await started();
  await plant.source.execute({ kind: 'limit-power', percent: 40 });
  await plant.pass(1);
  plant.server.faults = { '0/1': 'gateway-timeout' };
  await plant.pass(60);
  await plant.source.close();
  expect(plant.limits()).toEqual(plant.limits().map((_, index) => (index === 0 ? 40 : null)));
});

describe('nothing is written', () => {
  test.each(['off', 'cci'])('from the start: %s', async why => {
    const cci = why === 'cci' ? [{ ...newRecord('cci'), id: 1 } as never] : [];
    const plant = await started({
      commands: why === 'cci',
      change: configuration => ({ ...configuration, cci }),
    });
    for (const command of [
      { kind: 'limit-power', percent: 10 },
      { kind: 'schedule-limit', percent: 10 },
      { kind: 'set-reactive', percent: 10 },
      { kind: 'set-power-factor', value: 0.95 },
      { kind: 'controller-automatic' },
    ] as const)
      expect(await plant.source.execute(command)).toBe('refused');
    await plant.pass(30);
    expect(plant.server.requests).toBeGreaterThan(30);
    expect(plant.server.writes).toEqual([]);
  });
});
