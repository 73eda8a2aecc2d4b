import { expect, test } from 'vitest';
import { mostCounted, WrappedCounters, wrappedRange } from '../../../src/datalogger/devices/device-counters';
import { cannotFollow } from '../../../src/datalogger/fieldbus/engine/suspicion';
import type { Answer } from '../../../src/datalogger/source';
import { configClient } from '../../support/config-client';
import { startDatalogger } from '../../support/datalogger';
import { configureTable, readsTable } from '../../support/table-plant';

/** kWh of 2^32 steps of a kWh/1000, which is the range of a SunSpec counter with the scale factor 0. */
const range = 4_294_967.296;
const configuration = { inverters: [{ id: 1, pn: 100 }], contatori: [] } as never;

function counter() {
  const wrapped = new WrappedCounters();
  let sampled = 1_000_000;
  return {
    wrapped,
    reads(etot: number, afterS = 5): number | null | undefined {
      sampled += afterS;
      const answer = {
        record: 1,
        part: 0,
        isResponding: true,
        state: 4,
        sampled,
        validS: 30,
        values: { etot },
      };
      const source = { answers: () => [answer satisfies Answer], counters: () => null };
      return wrapped.answers(configuration, 'inverter', source)[0]?.values.etot;
    },
    get sampled() {
      return sampled;
    },
  };
}

test.each([
  ['its last hour on 2^32 Wh', 4_294_960, 2.704, 5, range],
  ['steps of 10 Wh', 42_949_670, 0.5, 5, 10 * range],
  ['another device in its place', 4_294_960, 500, 5, 0],
  ['a counter far from its end', 3_000_000, 2, 5, 0],
  ['three days of silence', 4_294_000, 1000, 3 * 86_400, range],
  ['a counter that rises', 4_294_960, 4_294_961, 5, 0],
])('%s: what begins anew is told from what was replaced', (_, before, now, seconds, turned) => {
  expect(wrappedRange(before, now, mostCounted(100, seconds))).toBe(turned);
});

test('an inverter whose counter begins anew is believed at once, one whose counter falls is not', () => {
  const said = (etot: number, sampled: number) => ({ sampled, values: { pac: 50, fac: 50, etot } });
  expect(cannotFollow(said(4_294_960, 0), said(2.704, 5), 100)).toBe(false);
  expect(cannotFollow(said(4_294_960, 0), said(500, 5), 100)).toBe(true);
});

test('a counter goes on where its 32 bits end, and a reading of nothing is no turn', () => {
  const { reads } = counter();
  expect(reads(4_294_960)).toBe(4_294_960);
  expect(reads(2.704)).toBeCloseTo(4_294_970, 6);
  expect(reads(2.804)).toBeCloseTo(4_294_970.1, 6);
  expect(reads(0)).toBe(0);
  expect(reads(2.904)).toBeCloseTo(4_294_970.2, 6);
});

test('a device that is replaced afterwards begins where its own counter stands', () => {
  const { reads } = counter();
  reads(4_294_960);
  reads(2_000_000, 1e9);
  expect(reads(800)).toBe(800);
});

test('a restart loses no turn, neither one before it nor one during it', () => {
  for (const [first, before, after] of [
    [4_294_960, 2.704, 3.704],
    [4_294_959, 4_294_960, 2.704],
  ] as const) {
    const old = counter();
    old.reads(first);
    const stood = old.reads(before) ?? 0;
    const stands = [...old.wrapped.stands()].map(([name, kwh]) => ({
      ...{ counter: `counted:${name}`, t: old.sampled, value: Math.round(1000 * kwh) },
    }));
    const anew = counter();
    anew.reads(1); // before it is told what was kept
    anew.wrapped.resume(stands);
    const expected = stood + (after - before + (after < before ? range : 0));
    expect(anew.reads(after, 3600)).toBeCloseTo(expected, 3);
  }
});

test('the energy of the day and of the plant goes on over the end of a counter', async () => {
  const datalogger = await startDatalogger({ ...readsTable, at: '2026-06-10T12:00:00+02:00' });
  try {
    await configureTable(datalogger);
    const client = configClient(datalogger);
    const row = readsTable.source(0).table.inverter?.[1];
    const said = async (etot: number) => {
      if (row) Object.assign(row, { etot });
      await datalogger.run(60);
      return {
        inverter: (await client.rows('inverter')).get(1),
        plant: (await client.rows('impianto')).get(1),
      };
    };
    const before = await said(4_294_967);
    const after = await said(0.704);
    expect(Number(after.inverter?.etot) - Number(before.inverter?.etot)).toBeCloseTo(1, 1);
    expect(Number(after.inverter?.eday) - Number(before.inverter?.eday)).toBeCloseTo(1, 1);
    expect(Number(after.plant?.etot) - Number(before.plant?.etot)).toBeCloseTo(1, 1);
  } finally {
    await datalogger.close();
  }
});
