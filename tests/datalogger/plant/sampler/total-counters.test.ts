import { describe, expect, test } from 'vitest';
import { startOfDay } from '../../../../src/contract/zone';
import { TotalCounters } from '../../../../src/datalogger/plant/sampler/total-counters';

const zone = 'Europe/Rome';
const hour = 3600;
const midnight = startOfDay(zone, 2026, 6, 21);

describe('a counter of a lifetime', () => {
  const counters = () => {
    const made = new TotalCounters();
    made.restore('inverter.1', { value: 1_000_000, t: midnight - 6 * hour });
    return made;
  };
  const morning = { t: midnight + 9 * hour, zone };

  test('tells what the counter of the day has forgotten', () => {
    expect(counters().read('inverter.1', 1150, 30, morning)).toEqual({
      thousandths: 120_000, // 1150 - 1000 - 30
      from: midnight - 6 * hour,
      to: midnight,
    });
  });

  test('tells nothing of a counter that is new, was replaced, or counts whole kWh and moved by one', () => {
    expect(new TotalCounters().read('inverter.1', 1150, 30, morning)).toBeNull();
    expect(counters().read('inverter.1', 12, 30, morning)).toBeNull();
    expect(counters().read('inverter.1', 1031, 30, morning)).toBeNull();
  });

  test('tells nothing where the day was seen to its end', () => {
    const made = counters();
    made.read('inverter.1', 1000, 100, { t: midnight, zone });
    expect(made.read('inverter.1', 1000, 0, { t: midnight + 5, zone })).toBeNull();
  });
});
