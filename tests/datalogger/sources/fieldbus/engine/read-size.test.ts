import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ReadReply } from '../../../../../src/datalogger/sources/fieldbus/modbus/read';
import { lineInMemory } from '../../../../support/line-in-memory';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const devices: readonly [string, number, ReadReply][] = [
  ['exception 3 beyond 64 registers', 64, { kind: 'exception', code: 3 }],
  ['exception 3 beyond 32 registers', 32, { kind: 'exception', code: 3 }],
  ['exception 2 beyond 20 registers', 20, { kind: 'exception', code: 2 }],
  ['exception 11 of the gateway beyond 32 registers', 32, { kind: 'exception', code: 11 }],
  ['silence beyond 32 registers', 32, { kind: 'timeout' }],
];

test.each(devices)('a device that answers with %s is read in parts', async (_, most, reply) => {
  const { bus, state, run, models, answers, requests, shown } = lineInMemory();
  state.answerTo = count => (count > most ? reply : null);
  await run(120_000);
  expect(models()).toBe('1 103 120 121 122 123 160');
  expect(answers()[0]).toMatchObject({ isResponding: true });
  const { limit = null } = bus.units[0]?.size ?? {};
  if (limit !== null) expect(limit).toBeLessThanOrEqual(most);
  expect(shown()?.letture).toBe(limit);
  const before = requests();
  await run(600_000);
  expect(requests() - before, 'what works is kept').toBeLessThan(120 * Math.ceil(52 / (limit ?? 52)) + 160);
  expect(answers()[0]).toMatchObject({ isResponding: true });
  bus.close();
});

test('a device that is silent whatever is asked is not taken to refuse long requests', async () => {
  const { bus, state, run, requests } = lineInMemory();
  await run(30_000);
  state.answerTo = () => ({ kind: 'timeout' });
  const before = requests();
  await run(600_000);
  expect(requests() - before).toBeLessThan(25);
  state.answerTo = () => null;
  await run(70_000);
  expect(bus.units[0]?.size.limit).toBeNull();
  bus.close();
});
