import { expect, test } from 'vitest';
import { openMeasures } from '../../../../src/datalogger/storage/measures/measures';
import { forgetAfter } from '../../../../src/datalogger/storage/measures/rollup';
import { mostVoltageSlots, type VoltageSlot } from '../../../../src/datalogger/storage/measures/voltages';

const t0 = 1_780_000_200;
const volts = (mean: number) => ({ mean, most: mean + 1, least: mean - 2 });
const slotAt = (t: number, mean: number, seconds = 600): VoltageSlot => ({
  t,
  device: 1,
  seconds,
  voltages: [volts(mean), null, null, volts(1.7 * mean), null, null],
  frequency: { known: 60, near: 59, within: 60, least: 49.48, most: 50.02 },
});

test('ten minutes are read as they were written; two parts are one slot', () => {
  const store = openMeasures(':memory:');
  const { voltages } = store;
  voltages.add(slotAt(t0, 230));
  expect(voltages.of(1, t0, t0 + 600, [])).toEqual([slotAt(t0, 230)]);
  voltages.add(slotAt(t0 + 600, 200, 150));
  voltages.add(slotAt(t0 + 600, 240, 450));
  const [joined] = voltages.of(1, t0 + 600, t0 + 1200, []);
  expect(joined).toMatchObject({ seconds: 600, frequency: { known: 120, near: 118 } });
  expect(joined?.voltages[0]).toEqual({ mean: 230, most: 241, least: 198 });
  expect(voltages.of(2, 0, t0 + 1200, [])).toEqual([]);
  const span = { id: 1, reason: '', by: '', madeAt: 0, from: t0 + 300, to: t0 + 600 };
  expect(voltages.of(1, t0, t0 + 1200, [{ ...span, group: 'contatori', device: 1 }])).toHaveLength(1);
  expect(voltages.of(1, t0, t0 + 1200, [{ ...span, group: 'contatori', device: 2 }])).toHaveLength(2);
  voltages.moveBack(t0 + 600, t0 + 1200, 86_400);
  expect(voltages.of(1, 0, t0, []).map(({ t }) => t)).toEqual([t0 + 600 - 86_400]);
  forgetAfter(store, 'Europe/Rome', t0);
  expect(voltages.of(1, t0, t0 + 1200, [])).toEqual([]);
  store.close();
});

test('a meter takes no more than 80 bytes for ten minutes, and what is old is forgotten', () => {
  const store = openMeasures(':memory:');
  const before = store.bytes;
  const count = 40 * 144;
  store.transaction(() => {
    for (let at = 0; at < count; at++) {
      const voltage = 20_000 + ((at * 7919) % 1000) / 10;
      const phases = Array.from({ length: 6 }, (_, index) => volts(voltage + index));
      store.voltages.add({ ...slotAt(t0 + 600 * at, voltage), voltages: phases });
    }
  });
  // 400 days: 4.4 MB.
  expect((store.bytes - before) / count).toBeLessThan(80);
  expect(mostVoltageSlots * 80).toBeLessThan(5_000_000);
  store.voltages.prune(1000);
  const kept = store.voltages.of(1, 0, Number.MAX_SAFE_INTEGER, []);
  expect(kept).toHaveLength(1000);
  expect(kept[0]?.t).toBe(t0 + 600 * (count - 1000));
  store.close();
});
