import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  addressIn,
  chainOf,
  inverterModels,
  lineInMemory,
  type TestModel,
} from '../../../../support/line-in-memory';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Serial number at offset 50 of model 1; power at 14 of model 103 with its scale factor at 15, lifetime counter at 24 with that at 26. */
const identity = (serial: string): TestModel => [
  1,
  66,
  Object.fromEntries(
    Array.from({ length: 66 }, (_, index) => [2 + index, (serial.charCodeAt(index - 48) || 0) << 8]),
  ),
];
const main = (kw: number, kwh: number): TestModel => [
  103,
  50,
  { 14: kw * 10, 15: 2, 24: 0, 25: kwh, 26: 3, 38: 4 },
];
const others = inverterModels.slice(2);
const inverter = (serial = 'A', kw = 50, kwh = 1000) => [identity(serial), main(kw, kwh), ...others];

test('models in another order after an update give no foreign value, and are found again at once', async () => {
  const { bus, state, run, models, answers } = lineInMemory({ registers: chainOf(inverter()) });
  await run(30_000);
  expect(answers()[0]?.values).toMatchObject({ pac: 50, etot: 1000 });
  state.registers = chainOf([identity('A'), ...[...others].reverse(), main(60, 1001)]);
  const seen = new Set<unknown>();
  await run(30_000, () => {
    seen.add(answers()[0]?.values.etot);
    return false;
  });
  expect(models()).toBe('1 160 123 122 121 120 103');
  expect(answers()[0]?.values).toMatchObject({ pac: 60, etot: 1001 });
  expect([...seen]).toEqual([1000, 1001]);
  bus.close();
});

test('a model whose header stays wrong is walked again once a minute, not with every read', async () => {
  const { bus, state, run, requests, answers } = lineInMemory({ registers: chainOf(inverter()) });
  await run(30_000);
  const header = addressIn(inverterModels, 1);
  // The walk reads it alone.
  state.alter = (from, words) => {
    if (from === header && words.length > 2) words[1] = 49;
  };
  const before = requests();
  await run(600_000);
  expect(requests() - before).toBeLessThan(600);
  expect(answers()[0]?.isResponding).toBe(false);
  bus.close();
});

test('an inverter that was replaced within seconds shows its own serial number, and that another one is configured', async () => {
  const record = { seriale: 'A' };
  const { bus, state, run, shown } = lineInMemory({ registers: chainOf(inverter('A')), record });
  await run(30_000);
  expect(shown()).toMatchObject({ altra_matricola: false, trovato: { seriale: 'A' } });
  // The same models at the same places, and a lower counter.
  state.registers = chainOf(inverter('B', 40, 3));
  await run(30_000);
  expect(shown()).toMatchObject({ altra_matricola: true, trovato: { seriale: 'B' } });
  bus.close();
});

test('a new connection has the serial number read once, and not with every further one within a minute', async () => {
  const { bus, state, run, shown, requests } = lineInMemory({ registers: chainOf(inverter('A')) });
  await run(120_000);
  let before = requests();
  await run(60_000);
  const usual = requests() - before;
  state.registers = chainOf(inverter('B'));
  state.isOpen = false;
  await run(15_000);
  expect(shown()?.trovato?.seriale).toBe('B');
  await run(300_000);
  before = requests();
  await run(60_000, () => {
    state.isOpen = false;
    return false;
  });
  expect(requests() - before).toBeLessThanOrEqual(usual + 2);
  bus.close();
});
