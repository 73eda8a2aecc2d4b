import { describe, expect, test } from 'vitest';
import { catalogue } from '../../../src/datalogger/alarms/catalogue';
import { clearMorning, plantAt } from '../sources/simulator/support';
import { ruleOf, says, WatchedPlant } from './support';
import { inputs, pollS, triggers } from './triggers';

test('the catalogue has every alarm of the specification, once', () => {
  const counts = {
    INV: 23,
    STR: 14,
    TRK: 7,
    MET: 10,
    SEN: 6,
    SPI: 11,
    CCI: 7,
    GRD: 4,
    TRF: 2,
    CAB: 3,
    UPS: 5,
  };
  const more = { DLG: 7, PLT: 2, EMG: 1, SPD: 1, DIN: 4 };
  const codes = Object.entries({ ...counts, ...more }).flatMap(([prefix, count]) =>
    Array.from({ length: count }, (_, n) => `${prefix}${String(n + 1).padStart(2, '0')}`),
  );
  expect(catalogue.map(({ code }) => code)).toEqual(codes.sort());
  expect(Object.keys(triggers).sort()).toEqual(codes);
});

test('a healthy plant has no alarm, from dawn to dawn', () => {
  const watched = new WatchedPlant(plantAt('2026-06-22T04:00:00+02:00'), 30);
  watched.run(24 * 3600);
  expect(watched.changes.map(({ occurrence: { code, subject } }) => `${code} ${subject.device}`)).toEqual([]);
});

test('every digital input that is configured to raise an alarm raises one of its priority, whatever it is wired to', () => {
  const plant = plantAt(clearMorning);
  const watched = new WatchedPlant(plant);
  watched.run(30);
  const isNormal = ({ signal }: (typeof inputs)[number]) => signal.kind === 'ventilation';
  for (const { id } of inputs) plant.inject(says('di', id, 'v', 1));
  watched.run(120);
  const raised = watched.engine
    .open()
    .filter(({ subject, isPresent }) => subject.group === 'di' && isPresent);
  const byDevice = new Map(raised.map(occurrence => [occurrence.subject.device, occurrence]));
  const expected = inputs.filter(input => !isNormal(input)).map(({ id }) => id);
  expect([...byDevice.keys()].sort((a, b) => Number(a) - Number(b))).toEqual(expected);
  const priorityOfKind = new Map(inputs.map(({ id, signal }) => [signal.kind, byDevice.get(id)?.priority]));
  for (const kind of ['emergencyStop', 'mainTripped', 'transformerOil', 'transformerHot', 'smoke'] as const)
    expect(priorityOfKind.get(kind) ?? 1, kind).toBe(1);
  // D14: what a contact says is as urgent as what a relay says of the same.
  for (const kind of ['interfaceOpen', 'interfaceTripped', 'remoteTrip', 'upsBatteryLow'] as const)
    expect(priorityOfKind.get(kind) ?? 1, kind).toBe(1);
  expect(priorityOfKind.get('remoteTrip')).toBe(1);
});

/** % of the nominal voltage, Hz (CEI 0-16). */
const tripThresholds: Readonly<Record<string, number>> = { SPI01: 85, SPI02: 120, SPI03: 51.5, SPI04: 5 };
/** kWh that counters showed before they continued from another reading. */
const readingsBefore: Readonly<Record<string, number>> = { INV18: 100_000, MET07: 100_000 };

/** Their trigger is a state, or a counter that runs back: no value is above the threshold. */
const broughtByState = new Set(['TRK03', 'MET03']);

describe('each condition brings its alarm on its device after its delay, and takes it back', () => {
  test.each(catalogue.map(({ code }) => code))('%s', code => {
    const { device, faults = [], surroundings = {}, shows = 0, goes = 0 } = triggers[code] ?? { device: -1 };
    const { onDelayS, offDelayS, priority: ofRule, threshold: ofValue } = ruleOf(code);
    const threshold = broughtByState.has(code) ? null : ofValue;
    const { priority = ofRule } = triggers[code] ?? {};
    const watched = new WatchedPlant(plantAt(clearMorning));
    watched.run(30);
    expect(watched.list()).toEqual([]);

    for (const fault of faults) watched.plant.inject(fault);
    watched.surroundings = surroundings;
    const came = watched.until(() => watched.of(code) !== undefined, onDelayS + pollS + shows);
    expect(came).not.toBeNull();
    expect(came).toBeGreaterThanOrEqual(onDelayS);
    const raised = watched.of(code);
    expect(raised).toMatchObject({
      subject: { device },
      priority,
      state: 'attivo',
      isPresent: true,
      // Trips are compared with the configured threshold of the function that tripped.
      threshold: threshold ?? tripThresholds[code] ?? readingsBefore[code] ?? null,
    });
    if (threshold !== null) expect(raised?.value).not.toBeNull();
    expect(watched.engine.open().filter(({ code: own }) => own === code)).toHaveLength(1);

    watched.plant.clearFaults();
    watched.surroundings = {};
    const isOver = () => watched.of(code)?.isPresent !== true;
    expect(watched.until(isOver, offDelayS + pollS + goes)).not.toBeNull();
    expect(watched.of(code)?.state).toBe(priority === 5 ? undefined : 'rientrato');
  });
});
