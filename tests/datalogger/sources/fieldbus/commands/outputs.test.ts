import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import type { Configuration } from '../../../../../src/contract/config/kinds';
import { SteadyClock } from '../../../../../src/datalogger/core/time/steady-clock';
import { noRecords, nothingConfigured } from '../../../../../src/datalogger/plant/processing/setup';
import { driverOf } from '../../../../../src/datalogger/sources/fieldbus/drivers';
import { FieldPlant } from '../../../../../src/datalogger/sources/fieldbus/field-plant';
import { readProfileFile } from '../../../../../src/datalogger/sources/fieldbus/profiles/read-file';
import { ProfileShelf } from '../../../../../src/datalogger/sources/fieldbus/profiles/shelf';
import { testClock } from '../../../../support/clock';
import { newRecord } from '../../../../support/config-records';
import { eventually } from '../../../../support/eventually';
import { localDial } from '../../../../support/local-guard';
import { serveModules } from '../../../../support/module-server';

const open: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

/** A relay of its own kind, as an administrator brings it: registers from 100 on, 255 for on. */
const own = readProfileFile(
  JSON.stringify({
    format: 1,
    key: 'relays-by-register',
    maker: 'Example',
    series: 'R10',
    kind: 'moduli-io',
    sources: [{ document: 'Example', version: '1', pages: '1' }],
    tried: true,
    fc: 3,
    documentOffset: 1,
    order: 'ABCD',
    main: [],
    slow: [],
    points: {},
    inputs: [],
    states: null,
    identity: null,
    outputs: { write: 6, at: 101, count: 10, on: 255 },
  }),
);
if (own.kind !== 'profile') throw new Error(JSON.stringify(own.faults));
const shelf = new ProfileShelf(() => new Map([['relays-by-register', own.profile]]));

const modules = [
  { numero: 1, unita: 1, profilo: 'moxa-e1214' },
  { numero: 2, unita: 2, profilo: 'wago-750' },
  { numero: 3, unita: 3, profilo: 'relays-by-register' },
  { numero: 4, unita: 1, profilo: 'sunspec', funzione: 1, canali: 6 },
  { numero: 5, unita: 4, profilo: 'moxa-e1211', canali: 64 },
  { numero: 6, unita: 5, profilo: 'moxa-e1212', canali: 64 },
  { numero: 7, unita: 6, profilo: 'advantech-adam-6050', canali: 64 },
  { numero: 8, unita: 6, profilo: 'advantech-adam-6052', canali: 64 },
  { numero: 9, unita: 7, profilo: 'moxa-e1242', canali: 64 },
] as const;
const lamps = [
  { modulo: 1, canale: 3, uscita: 9 },
  { modulo: 2, canale: 2, uscita: 10 },
  { modulo: 3, canale: 10, uscita: 12 },
] as const;

function configurationOf(porta: number, signals: readonly object[]): Configuration {
  const at = { host: '127.0.0.1', porta, timeout: 300, tentativi: 0, polling: 1 };
  const made = (kind: 'moduli-io' | 'digital-signals', each: object, index: number) => ({
    ...newRecord(kind, { nome: `${kind} ${index}`, ...each }),
    id: index + 1,
    versione: 1,
  });
  return {
    ...noRecords,
    'moduli-io': modules.map((each, index) =>
      made('moduli-io', { ...at, protocollo: 'modbus-tcp', ...each }, index),
    ),
    'digital-signals': signals.map((each, index) => made('digital-signals', each, index)),
  } as unknown as Configuration;
}

async function served(signals: readonly object[] = lamps) {
  const { port, writes, say, close } = await serveModules();
  open.push(close);
  const clock = testClock('2026-06-10T12:00:00+02:00', { isRunning: true });
  const plant = new FieldPlant({
    dial: localDial,
    clock: new SteadyClock(clock),
    driverOf: configured => driverOf(configured, shelf),
    outputsOf: shelf.outputs,
  });
  open.push(() => plant.close());
  const configure = (commands = true, given = signals) =>
    plant.configure({ ...nothingConfigured, configuration: configurationOf(port, given), commands });
  configure();
  plant.start();
  const { outputs } = plant;
  const advance = () => plant.advance(clock.now() / 1000, () => undefined);
  /** The module is read as it should be. */
  const reads = (number: number, isOn: boolean | null) =>
    eventually(() => {
      advance();
      if (outputs.isOn(number) !== isOn) throw new Error(`${number} is not read as ${isOn}`);
    });
  for (const number of outputs.numbers) await reads(number, false);
  return { plant, outputs, writes, say, reads, configure, clock };
}

test('a coil, a coil by function 15 and a register are switched, read back, and nothing beside them is written', async () => {
  const { outputs, writes, reads } = await served();
  expect(await outputs.switch(9, true)).toBe(true);
  expect(outputs.isOn(9)).toBe(true);
  expect(await outputs.switch(10, true)).toBe(true);
  expect(await outputs.switch(12, true)).toBe(true);
  expect(writes).toEqual(['1 2 1', '2 513 1', '3 109 255']);
  await reads(12, true);
  expect(await outputs.switch(12, false)).toBe(true);
  expect(await outputs.switch(9, false)).toBe(true);
  expect(writes.slice(3)).toEqual(['3 109 0', '1 2 0']);
  for (const number of [1, 8, 11, 13]) expect(await outputs.switch(number, true), `${number}`).toBe(false);
  expect(writes).toHaveLength(5);
});

test('the last output of each module of the library is its last coil, and no channel beyond is one', async () => {
  const last = [
    { modulo: 5, canale: 16, uscita: 20 },
    { modulo: 5, canale: 17, uscita: 21 },
    { modulo: 6, canale: 8, uscita: 22 },
    { modulo: 6, canale: 9, uscita: 23 },
    { modulo: 1, canale: 6, uscita: 24 },
    { modulo: 1, canale: 7, uscita: 25 },
    { modulo: 7, canale: 6, uscita: 26 },
    { modulo: 7, canale: 7, uscita: 27 },
    { modulo: 8, canale: 8, uscita: 28 },
    { modulo: 8, canale: 9, uscita: 29 },
    { modulo: 9, canale: 4, uscita: 30 },
    { modulo: 9, canale: 5, uscita: 31 },
  ];
  const { outputs, writes } = await served(last);
  expect(outputs.numbers).toEqual([20, 22, 24, 26, 28, 30]);
  for (const number of outputs.numbers) expect(await outputs.switch(number, true)).toBe(true);
  expect(writes).toEqual(['4 15 1', '5 7 1', '1 5 1', '6 21 1', '6 23 1', '7 3 1']);
});

test('a refused write, one that has no effect and one that cannot be read back are not said to be done', async () => {
  const { outputs, say, reads, writes } = await served();
  await say('refuse');
  expect(await outputs.switch(9, true)).toBe(false);
  expect(writes).toEqual([]);
  await say('stuck');
  expect(await outputs.switch(9, true)).toBe('not-read-back');
  expect(outputs.isOn(9)).toBe(false);
  await say('unreadable');
  expect(await outputs.switch(10, true)).toBe('not-read-back');
  expect(outputs.isOn(10)).not.toBe(true);
  await say('normal');
  await reads(10, true);
});

test('a coil that falls back, or that another master switches, is shown as it is and left alone', async () => {
  const { outputs, say, reads, writes } = await served();
  expect(await outputs.switch(9, true)).toBe(true);
  await say('set 1 2 0');
  await reads(9, false);
  await say('set 1 2 1');
  await reads(9, true);
  expect(writes).toEqual(['1 2 1']);
});

test('a silent module says nothing, and gets the newest wish when it answers again', async () => {
  const { outputs, say, reads, writes, clock, plant } = await served();
  await say('mute');
  expect(await outputs.switch(9, true)).toBe('not-read-back');
  await say('normal');
  await reads(9, true).catch(() => undefined);
  await say('set 1 2 0');
  const before = writes.length;
  clock.advance(31_000);
  plant.advance(clock.now() / 1000, () => undefined);
  await eventually(() => {
    if (writes.length === before) throw new Error('not written again');
  });
  expect(writes.at(-1)).toBe('1 2 1');
  await reads(9, true);
  const after = writes.length;
  clock.advance(61_000);
  plant.advance(clock.now() / 1000, () => undefined);
  expect(await outputs.switch(9, false)).toBe(true);
  expect(writes.slice(after)).toEqual(['1 2 0']);
});

test('without commands there are no outputs, and a storm of wishes is slowed down and ended', async () => {
  const { outputs, configure, writes } = await served();
  const storm = await Promise.all(
    Array.from({ length: 6 }, (_, index) => outputs.switch(9, index % 2 === 0)),
  );
  expect(storm.filter(each => each === true)).toHaveLength(1);
  expect(writes).toEqual(['1 2 0']);
  configure(false);
  expect(outputs.numbers).toEqual([]);
  expect(await outputs.switch(9, true)).toBe(false);
  expect(writes).toHaveLength(1);
});

test('whatever is configured and asked, only coils are written that a record names', async () => {
  const { outputs, configure, writes } = await served();
  const signal = fc.record({
    modulo: fc.constantFrom(1, 1, 2, 3, 4),
    canale: fc.constantFrom(1, 2, 3, 5, 6, 7, 10, 11, 16, 17),
    uscita: fc.option(fc.integer({ min: 9, max: 12 }), { nil: null, freq: 8 }),
    abilitato: fc.constantFrom(true, true, false),
  });
  const wish = fc.tuple(fc.integer({ min: 7, max: 13 }), fc.boolean());
  let count = 0;
  const places = { 1: [0, 6], 2: [512, 16], 3: [100, 10] } as const;
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(signal, { maxLength: 6, selector: ({ uscita }) => uscita }),
      fc.array(wish, { minLength: 3, maxLength: 8 }),
      fc.constantFrom(true, true, false),
      async (signals, wishes, isOn) => {
        configure(isOn, signals);
        writes.length = 0;
        await Promise.all(wishes.map(([number, on]) => outputs.switch(number, on)));
        const allowed = signals.flatMap(({ modulo, canale, uscita, abilitato }) => {
          const [from, size] = places[modulo as keyof typeof places] ?? [0, 0];
          const isNamed = isOn && abilitato && uscita !== null && canale <= Math.min(size, 16);
          const isAsked = wishes.some(([number]) => number === uscita);
          return isNamed && isAsked ? [`${modulo} ${from + canale - 1}`] : [];
        });
        const written = writes.map(line => line.split(' ').slice(0, 2).join(' '));
        count += written.length;
        expect([...new Set(written)].sort()).toEqual([...new Set(allowed)].sort());
      },
    ),
    { numRuns: 200, seed: 7 },
  );
  expect(count).toBeGreaterThan(20);
});
