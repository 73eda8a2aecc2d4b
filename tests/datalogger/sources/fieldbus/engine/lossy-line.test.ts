import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { addressIn, inverterModels, lineInMemory } from '../../../../support/line-in-memory';
import { longPatience, rounds } from '../../../../support/long';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const minuteMs = 60_000;
const ids = inverterModels.map(([id]) => id).join(' ');

test.each([
  [0.02, 2],
  [0.1, 10],
])(
  '120 units with %d of the replies lost know all models within %i minutes and keep them',
  longPatience,
  async (loss, minutes) => {
    for (const seed of rounds([1], [1, 2, 3])) {
      const { bus, run, models } = lineInMemory({ units: 120, seed, loss });
      const cut = () => bus.units.filter(({ unit }) => models(unit) !== ids).map(({ unit }) => unit);
      const tookMs = await run(minutes * minuteMs, () => cut().length === 0);
      expect(cut(), `seed ${seed}`).toEqual([]);
      console.info(
        `loss ${loss}, seed ${seed}: all models of 120 units after ${Math.round(tookMs / 1000)} s`,
      );
      for (let minute = 0; minute < rounds(3, 60); minute++) {
        await run(minuteMs);
        expect(cut()).toEqual([]);
      }
      expect(bus.units.map(({ size }) => size.limit).filter(limit => limit !== null)).toEqual([]);
      bus.close();
    }
  },
);

test('a chain whose end is not answered is incomplete, and is walked again after a minute', async () => {
  const { bus, state, run, models, shown } = lineInMemory();
  const from = addressIn(inverterModels, 5);
  state.isLost = address => (address >= from ? true : null);
  await run(20_000);
  expect(models()).toBe('1 103 120 121 122');
  const since = shown()?.incompleta?.da;
  expect(shown()?.incompleta).toEqual({ da: since, mancano: ['ingressi', 'comandi'] });
  expect(state.ms / 1000 - (since ?? 0)).toBeLessThan(20);
  state.isLost = () => null;
  await run(70_000);
  expect(models()).toBe(ids);
  expect(shown()?.incompleta).toBeNull();
  bus.close();
});

test('a device that never answers behind its last model is complete after three equal walks', async () => {
  const { bus, state, run, models, shown, requests } = lineInMemory();
  const end = addressIn(inverterModels, inverterModels.length);
  state.isLost = address => (address >= end ? true : null);
  await run(20_000);
  expect(shown()?.incompleta).toMatchObject({ mancano: [] });
  await run(150_000);
  expect(models()).toBe(ids);
  expect(shown()?.incompleta).toBeNull();
  const before = requests();
  await run(600_000);
  expect(requests() - before, 'polls alone').toBeLessThan(130);
  bus.close();
});

test('a later walk that loses its end keeps the chain that was read before', async () => {
  const { bus, state, run, models, shown } = lineInMemory();
  await run(20_000);
  const from = addressIn(inverterModels, 3);
  // The chain is walked once a day.
  state.ms += 86_400_000;
  state.isLost = address => (address === from ? true : null);
  await run(60_000);
  expect(models()).toBe(ids);
  expect(shown()?.incompleta).toBeNull();
  bus.close();
});
