import { expect, test } from 'vitest';
import type { RecordOf } from '../../../../../src/contract/config/kinds';
import { SteadyClock } from '../../../../../src/datalogger/core/time/steady-clock';
import { usualLimits } from '../../../../../src/datalogger/plant/processing/limits';
import { noRecords } from '../../../../../src/datalogger/plant/processing/setup';
import { driverOf } from '../../../../../src/datalogger/sources/fieldbus/drivers';
import { FieldPlant } from '../../../../../src/datalogger/sources/fieldbus/field-plant';
import type { ReadReply, WriteRequest } from '../../../../../src/datalogger/sources/fieldbus/modbus/read';
import { chainWords, type Given } from '../../../../../src/datalogger/sources/fieldbus/sunspec/encode';
import { testClock } from '../../../../support/clock';
import { newRecord } from '../../../../support/config-records';
import { eventually } from '../../../../support/eventually';

const base = 40_000;
/** Points of model 123, by their place in the model. */
const [limitAt, windowAt, reversionAt, rampAt, enableAt] = [5, 6, 7, 8, 9];

const usual: Given = {
  Conn: 1,
  WMaxLimPct: 100,
  WMaxLimPct_WinTms: 0,
  WMaxLimPct_RvrtTms: 60,
  WMaxLimPct_RmpTms: 7,
  WMaxLim_Ena: 0,
  VArWMaxPct: 0,
  VArPct_Mod: 0,
  VArPct_Ena: 0,
  VArPct_RvrtTms: 60,
  WMaxLimPct_SF: -1,
  VArPct_SF: -1,
  OutPFSet_SF: -2,
};

interface Odd {
  /** Points of 123 that are different. */
  readonly points?: Given;
  /** What it does with a write; as usual where it says nothing. `at` is the start of model 123 in the registers. */
  readonly onWrite?: (write: WriteRequest, words: Uint16Array, at: number) => ReadReply | 'done' | undefined;
  readonly hasControls?: boolean;
}

/** One inverter of 100 kW with model 123, and the datalogger that commands it. */
async function oddInverter({ points = {}, onWrite, hasControls = true }: Odd = {}) {
  const controls = { id: 123, points: { ...usual, ...points } };
  const words = chainWords([
    { id: 1, points: { Mn: 'Test', Md: 'Odd', Vr: '1', SN: 'O1', DA: 1 } },
    { id: 103, points: { W: 50_000, W_SF: 0, VAr: 0, VAr_SF: 0, St: 4, Hz: 50, Hz_SF: 0, WH: 1, WH_SF: 0 } },
    { id: 121, points: { WMax: 100_000, WMax_SF: 1 } },
    ...(hasControls ? [controls] : []),
  ]);
  const at = words.length - 2 - 26;
  const writes: WriteRequest[] = [];
  let reads = 0;
  let isDead = false;
  const clock = testClock('2026-06-10T12:00:00+02:00');
  const source = new FieldPlant({
    clock: new SteadyClock(clock),
    driverOf,
    dial: async () => ({
      isOpen: true,
      async read({ from, count }) {
        if (from === at + base) reads++;
        const found = words.subarray(from - base, from - base + count);
        if (isDead) return { kind: 'timeout' };
        return from >= base && found.length === count
          ? { kind: 'values', values: Uint16Array.from(found) }
          : { kind: 'exception', code: 2 };
      },
      async write(write) {
        writes.push(write);
        if (isDead) return { kind: 'timeout' };
        const told = onWrite?.(write, words, at);
        if (told === undefined) words.set(write.words, write.from - base);
        return told === undefined || told === 'done' ? { kind: 'values', values: new Uint16Array() } : told;
      },
      close: () => undefined,
    }),
  });
  const record = {
    ...newRecord('inverters', { protocollo: 'sunspec-tcp', host: '192.0.2.1', pn: 100, kwp: 100 }),
    id: 1,
    tentativi: 0,
  } as unknown as RecordOf<'inverters'>;
  source.configure({
    configuration: { ...noRecords, inverters: [record] },
    name: null,
    zone: 'UTC',
    site: null,
    limits: usualLimits,
    commands: true,
  });
  const plant = {
    source,
    writes,
    /** Reads that begin with the header of model 123. */
    reads: () => reads,
    order: () => source.bus.orders()[0],
    set(point: number, word: number) {
      words[at + point] = word;
    },
    /** The registers of model 123 from the limit to its enabling. */
    block: () => [...words.subarray(at + limitAt, at + enableAt + 1)],
    die(isNow: boolean) {
      isDead = isNow;
    },
    async pass(seconds: number) {
      for (; seconds > 0; seconds--) {
        clock.advance(1000);
        source.engine.tick();
        source.commander.tick();
        await eventually(() => {
          const isBusy = source.commander.isBusy || source.engine.units.some(unit => unit.isBusy);
          if (isBusy) throw new Error('still busy');
        });
        source.advance(Math.floor(clock.now() / 1000), () => undefined);
      }
    },
  };
  await plant.pass(2);
  return plant;
}

const limit = (percent: number) => ({ kind: 'limit-power', percent }) as const;

test('the block has limit, window, reversion time and ramp, and is enabled', async () => {
  const { source, pass, writes, block, order } = await oddInverter();
  await source.execute(limit(66.66));
  await pass(1);
  expect(writes).toHaveLength(1);
  expect(writes[0]?.words).toEqual([667, 0, 120, 7, 1]);
  expect(block()).toEqual([667, 0, 120, 7, 1]);
  expect(order()).toMatchObject({ chiesto: 66.66, scritto: 66.7, riletto: 66.7, esito: 'verificato' });
});

test('a device without a reversion time is named, is not written to again and again, and is freed at the end', async () => {
  const { source, pass, writes, order, block } = await oddInverter({ points: { WMaxLimPct_RvrtTms: null } });
  expect(order()).toMatchObject({ ritorna: false, scritto: null });
  expect(writes).toEqual([]);
  await source.execute(limit(50));
  await pass(200);
  expect(writes.map(({ words }) => words)).toEqual([[500, 0, 0xffff, 7, 1]]);
  expect(order()).toMatchObject({ ritorno: null, esito: 'verificato' });
  await source.close();
  expect(block()).toEqual([1000, 0, 0xffff, 7, 0]);
});

test('a device that makes less of the reversion time is refreshed sooner', async () => {
  const { source, pass, writes } = await oddInverter({
    onWrite(write, words, at) {
      words.set(write.words, write.from - base);
      words[at + reversionAt] = 30;
      return 'done';
    },
  });
  await source.execute(limit(50));
  await pass(61);
  expect(writes.length).toBeGreaterThanOrEqual(6);
});

test('a device that refuses the block is written to point by point, and enabled last', async () => {
  const { source, pass, writes, block, order } = await oddInverter({
    onWrite: ({ count }) => (count > 1 ? { kind: 'exception', code: 2 } : undefined),
  });
  await source.execute(limit(50));
  await pass(1);
  expect(writes.slice(1).map(({ from }) => from - (writes[0]?.from ?? 0) + limitAt)).toEqual([
    ...[limitAt, windowAt, reversionAt],
    enableAt,
  ]);
  expect(rampAt).toBe(8);
  expect(block()).toEqual([500, 0, 120, 7, 1]);
  expect(order()?.esito).toBe('verificato');
});

test('a device that takes a new limit only when it is enabled again is enabled again', async () => {
  const { source, pass, block, order } = await oddInverter({
    onWrite(write, words, at) {
      const [wasOn, old] = [words[at + enableAt], words[at + limitAt]];
      words.set(write.words, write.from - base);
      if (wasOn === 1 && words[at + enableAt] === 1) words[at + limitAt] = old ?? 0;
      return 'done';
    },
  });
  await source.execute(limit(50));
  await pass(11);
  expect(order()?.riletto).toBe(50);
  await source.execute(limit(30));
  await pass(1);
  expect(order()).toMatchObject({ scritto: 30, riletto: 50, esito: 'diverso' });
  await pass(11);
  expect(order()).toMatchObject({ scritto: 30, riletto: 30, esito: 'verificato' });
  expect(block()[0]).toBe(300);
});

test('a device that does something else is said to, and is not written to every 10 s for ever', async () => {
  const { source, pass, writes, order } = await oddInverter({ onWrite: () => 'done' });
  await source.execute(limit(50));
  await pass(25);
  expect(order()).toMatchObject({ chiesto: 50, scritto: 50, riletto: null, esito: 'diverso' });
  expect(writes).toHaveLength(2);
  await pass(100);
  // It goes back after 60 s, so that it is written every 20 s.
  expect(writes.length).toBeLessThanOrEqual(8);
});

test('a device that refuses, or has no such model, is said to', async () => {
  const refusing = await oddInverter({ onWrite: () => ({ kind: 'exception', code: 1 }) });
  await refusing.source.execute(limit(50));
  await refusing.pass(1);
  expect(refusing.order()?.esito).toBe('rifiutato');
  const without = await oddInverter({ hasControls: false });
  await without.source.execute(limit(50));
  await without.pass(1);
  expect(without.order()?.esito).toBe('non_comandabile');
  expect(without.writes).toEqual([]);
});

test('a device that refuses one order takes the other', async () => {
  const { source, pass, writes } = await oddInverter({
    onWrite: ({ count }) => (count === 5 ? { kind: 'exception', code: 4 } : undefined),
  });
  await source.execute(limit(50));
  await pass(3);
  await source.execute({ kind: 'set-reactive', percent: 20 });
  await pass(30);
  const outcomes = source.bus.orders().map(({ grandezza, riletto, esito }) => [grandezza, riletto, esito]);
  expect(outcomes).toEqual([
    ['p', null, 'rifiutato'],
    ['q', 20, 'verificato'],
  ]);
  expect(writes.length).toBeLessThan(6);
});

test('a device that shows nothing of its controls while it is asleep is ordered when it wakes', async () => {
  const { source, pass, writes, set, order } = await oddInverter({ points: { WMaxLim_Ena: null } });
  await source.execute(limit(50));
  await pass(5);
  expect(order()?.esito).toBe('non_comandabile');
  expect(writes).toEqual([]);
  set(enableAt, 0);
  await pass(45);
  expect(order()).toMatchObject({ riletto: 50, esito: 'verificato' });
  // Asleep again, it is freed when it wakes.
  set(enableAt, 0xffff);
  await source.execute({ kind: 'controller-automatic' });
  await pass(15);
  expect(order()?.esito).toBe('nessuno');
  set(enableAt, 1);
  await pass(45);
  expect(writes.at(-1)?.words.at(-1)).toBe(0);
});

test('a refresh of an order that the polls show to be held takes one write and no further read', async () => {
  const { source, pass, writes, reads, order } = await oddInverter();
  await source.execute(limit(50));
  await pass(5);
  const before = { reads: reads(), writes: writes.length };
  await pass(38);
  expect({ reads: reads() - before.reads, writes: writes.length - before.writes }).toEqual({
    reads: 0,
    writes: 1,
  });
  expect(order()?.esito).toBe('verificato');
});

test('a silent device shows the newest order, not the one that it follows', async () => {
  const { source, pass, die, order } = await oddInverter();
  await source.execute(limit(60));
  await pass(4);
  die(true);
  await source.execute(limit(30));
  await pass(1);
  expect(order()).toMatchObject({ chiesto: 30, scritto: 60, riletto: 60 });
});

test('a device that is silent is said to be, and is ordered when it answers again', async () => {
  const { source, pass, die, order, block, reads } = await oddInverter();
  die(true);
  const before = reads();
  await source.execute(limit(50));
  await pass(60);
  expect(order()?.esito).toBe('muto');
  expect(reads() - before).toBeLessThan(3);
  die(false);
  await pass(90);
  expect(order()).toMatchObject({ riletto: 50, esito: 'verificato' });
  expect(block()).toEqual([500, 0, 120, 7, 1]);
});

test('a limit that somebody else left is taken back by the way back', async () => {
  const { source, pass, block, writes } = await oddInverter({ points: { WMaxLimPct: 30, WMaxLim_Ena: 1 } });
  await pass(60);
  expect(writes).toEqual([]);
  expect(await source.execute({ kind: 'controller-automatic' })).toBe('taken');
  await pass(1);
  expect(block()).toEqual([1000, 0, 120, 7, 0]);
});

test('another model in its place is not written to', async () => {
  const plant = await oddInverter({ onWrite: () => 'done' });
  const { engine } = plant.source;
  const [unit] = engine.units;
  const at = unit?.map?.devices[0]?.models.find(({ id }) => id === 123);
  expect(at?.from).toBeGreaterThan(base);
  Object.assign(at ?? {}, { from: (at?.from ?? 0) + 1 });
  await plant.source.execute(limit(50));
  await plant.pass(5);
  expect(plant.writes).toEqual([]);
  expect(plant.order()?.esito).toBe('non_comandabile');
});
