import { expect, test } from 'vitest';
import { correctedEnergy } from '../../../../src/datalogger/analytics/contract/corrected-budget';
import { premiumOf } from '../../../../src/datalogger/analytics/contract/premium';
import { responsesOf } from '../../../../src/datalogger/analytics/contract/responses';

test('a budget follows the measured irradiation, and keeps its plan where none was measured', () => {
  // 100 MWh for 150 kWh/m². With 135 measured in the whole month: 90 MWh.
  expect(correctedEnergy({ energy: 100_000, irradiation: 150, measured: 135, share: 1 })).toBeCloseTo(
    90_000,
    9,
  );
  // Measured for three quarters of the budget, in which 120 kWh/m² came: 80 MWh, and 25 MWh as planned.
  expect(correctedEnergy({ energy: 100_000, irradiation: 150, measured: 120, share: 0.75 })).toBeCloseTo(
    105_000,
    9,
  );
  expect(correctedEnergy({ energy: 100_000, irradiation: 0, measured: 135, share: 1 })).toBeNull();
});

test('whole steps are paid, up to the cap', () => {
  const terms = { scatto: 0.5, bonus: 200, malus: 300, tetto: 1000 };
  expect(premiumOf(1.2, terms)).toEqual({ steps: 2, euro: 400, isCapped: false });
  expect(premiumOf(-0.49, terms)).toEqual({ steps: 0, euro: 0, isCapped: false });
  expect(premiumOf(-1, terms)).toEqual({ steps: -2, euro: -600, isCapped: false });
  expect(premiumOf(-4.7, terms)).toEqual({ steps: -9, euro: -1000, isCapped: true });
  // 98.3 % of 98 % are three steps of 0.1, although not in binary numbers.
  expect(premiumOf(98.3 - 98, { ...terms, scatto: 0.1 })?.steps).toBe(3);
  expect(premiumOf(2, { ...terms, bonus: null })).toMatchObject({ euro: 0 });
  expect(premiumOf(2, { scatto: 1 })).toBeNull();
});

test('an alarm is answered when somebody acknowledges it or it is over, and repaired when it is over', () => {
  const hour = 3600;
  const alarm = (end: number | null, acknowledged: number | null, priority: 1 | 2 = 1) => ({
    code: 'INV01',
    group: 'inverter' as const,
    device: 1,
    name: 'INV 1',
    begin: 0,
    end,
    priority,
    times: 1,
    acknowledged,
  });
  const agreed = [
    { priorita: 2, risposta: 8, riparazione: 48 },
    { priorita: 1, risposta: 1, riparazione: 6 },
  ];
  const alarms = [
    alarm(5 * hour, 0.5 * hour),
    alarm(7 * hour, 2 * hour),
    alarm(0.25 * hour, null),
    alarm(null, null),
    alarm(30 * hour, 0.5 * hour),
    alarm(null, null, 2),
  ];
  const [first, second] = responsesOf(alarms, agreed, 5.5 * hour);
  expect(first?.responses.map(({ response, repair }) => `${response} ${repair}`)).toEqual([
    'kept kept',
    'missed running',
    'kept kept',
    'missed running',
    'kept running',
  ]);
  expect(first?.responses.map(({ responseS }) => responseS)).toEqual([1800, 7200, 900, null, 1800]);
  expect(second?.responses).toMatchObject([{ response: 'running', repair: 'running' }]);
  const [later] = responsesOf(alarms, agreed, 40 * hour);
  expect(later?.responses.map(({ repair }) => repair)).toEqual([
    'kept',
    'missed',
    'kept',
    'missed',
    'missed',
  ]);
});
