import { describe, expect, test } from 'vitest';
import { quality } from '../../../../src/contract/codes';
import type { ConfigKind, RecordOf } from '../../../../src/contract/config/kinds';
import { refusalCell, refusalsIn } from '../../../../src/contract/refusals';
import { isAbsentCode } from '../../../../src/datalogger/plant/gate/absent';
import { Gate } from '../../../../src/datalogger/plant/gate/gate';
import { kindOfGroup } from '../../../../src/datalogger/plant/gate/judge';
import { limitsOfGroup } from '../../../../src/datalogger/plant/gate/limits';
import { nothingConfigured } from '../../../../src/datalogger/plant/processing/setup';
import type { Answer, DeviceGroup, Values } from '../../../../src/datalogger/plant/source';
import { newRecord } from '../../../support/config-records';

const [uncertain, good] = [quality.uncertain, quality.good];

/** A gate before one device of a group, in a plant of 600 kW at 400 V. */
function gateBefore(group: DeviceGroup, changes: object = {}) {
  const gate = new Gate();
  const kind: ConfigKind = kindOfGroup[group];
  const record = { ...newRecord(kind, changes), id: 1, versione: 1 } as RecordOf<typeof kind>;
  gate.configure({
    ...nothingConfigured,
    ratedKw: 600,
    gridVoltage: 400,
    configuration: { ...nothingConfigured.configuration, [kind]: [record] },
  });
  let sampled = 1000;
  return (values: Values, afterS = 5, isResponding = true): Answer => {
    sampled += afterS;
    const answer = { record: 1, part: 0, isResponding, state: 4, sampled, validS: 30, values };
    return gate.pass(group, [answer])[0] ?? answer;
  };
}

const inverter = { pn: 100, kwp: 120, udc_max: 1000 };

test('active and reactive power that are each possible, and together beyond the apparent power, are absent', () => {
  const pass = gateBefore('inverter', inverter);
  expect(pass({ pac: 90, qac: 60 }).refused).toBeUndefined();
  const { values, refused } = pass({ pac: 90, qac: 107 });
  expect(values).toMatchObject({ pac: null, qac: null });
  expect(refused).toMatchObject({ pac: { reason: 'limite', last: 90 }, qac: { reason: 'limite', last: 60 } });
});

describe('what a device cannot give is absent, with the reason and the newest good value', () => {
  test.each([
    ['inverter', inverter, 'pac', 85, 111],
    ['inverter', inverter, 'pac', 85, -80],
    ['inverter', inverter, 'qac', 20, 3276.7],
    ['inverter', inverter, 'fac', 50, 655.35],
    ['inverter', inverter, 'udc', 700, 6553.5],
    ['inverter', inverter, 'pdc', 88, 880],
    ['inverter', inverter, 'tsnk', 45, 3276.7],
    ['mppt', inverter, 'u', 700, 6553.5],
    ['stringhe', { ingressi: 8, moduli: 20 }, 'i', 9, 655.35],
    ['stringhe', { ingressi: 8, moduli: 20 }, 'u', 700, 3276.8],
    ['tracker', {}, 'ang', 30, -327.68],
    ['contatori', { ruolo: 'produzione' }, 'p', 500, 901],
    ['contatori', { ruolo: 'scambio', potenza_max: 200 }, 'p', -150, 500],
    ['contatori', {}, 'f', 50, 0.5],
    ['contatori', {}, 'uab', 400, 6553.5],
    ['sensori', { tipo: 'poa' }, 'v', 800, 3276.7],
    ['sensori', { tipo: 'tamb', limite_alto: 45 }, 'v', 30, 46],
    ['spi', { un: 400 }, 'uab', 400, 65_535],
    ['cci', { pimm: 600, smax: 600 }, 'p', 500, 1000],
    ['di', {}, 'raw', 1, 255],
  ] as const)('%s %j: %s %d, then %d', (group, record, point, right, wrong) => {
    const pass = gateBefore(group, record);
    expect(pass({ [point]: right }).refused).toBeUndefined();
    const answer = pass({ [point]: wrong, other: 1 });
    expect(answer.values).toEqual({ [point]: null, other: 1 });
    expect(answer.refused).toEqual({ [point]: { reason: 'limite', last: right, lastAt: 1005 } });
    expect(pass({ [point]: wrong }).refused?.[point]?.lastAt, 'it ages').toBe(1005);
    expect(pass({ [point]: right })).toMatchObject({ values: { [point]: right } });
  });

  test('a value on which figures rest makes the answer uncertain, another one does not', () => {
    const pass = gateBefore('inverter', inverter);
    expect(pass({ pac: 500 }).quality).toBe(uncertain);
    expect(pass({ pac: 50, tcab: 999 }).quality ?? good).toBe(good);
  });

  test('a device that is off has neither voltage nor frequency', () => {
    const pass = gateBefore('inverter', inverter);
    expect(pass({ pac: 0, fac: 0, uab: 0, etot: 5 }).refused).toBeUndefined();
  });

  test('what is not finite is absent', () => {
    const pass = gateBefore('inverter', inverter);
    expect(pass({ pac: Number.POSITIVE_INFINITY, qac: Number.NaN }).refused).toMatchObject({
      pac: { reason: 'assente', last: null },
      qac: { reason: 'assente' },
    });
  });

  test('the last values of a silent device are judged as well', () => {
    const pass = gateBefore('inverter', inverter);
    expect(pass({ pac: 500 }, 5, false).values.pac).toBeNull();
  });

  test('a sensor is judged in its unit, after its scaling', () => {
    const pass = gateBefore('sensori', { tipo: 'poa', ingresso: '4-20mA', gain: 1.1 });
    expect(pass({ v: 12 }).refused).toBeUndefined();
    expect(pass({ v: 20 }).refused).toMatchObject({ v: { reason: 'limite', last: 12 } });
    expect(pass({ v: 0 }).refused, 'a broken wire').toBeDefined();
  });

  test('a probe that is not connected is absent', () => {
    expect(gateBefore('sensori', { tipo: 'tmod' })({ v: -40 }).refused).toMatchObject({
      v: { reason: 'assente' },
    });
  });

  test('a meter where a site consumes may pass far more than its plant gives', () => {
    expect(gateBefore('contatori', { ruolo: 'consumo' })({ p: -4000 }).refused).toBeUndefined();
  });
});

describe('how fast it may change', () => {
  test('a temperature that jumps is refused, and believed after minutes', () => {
    const pass = gateBefore('inverter', inverter);
    pass({ tsnk: 45 });
    expect(pass({ tsnk: 110 }).refused).toMatchObject({ tsnk: { reason: 'salto', last: 45 } });
    expect(pass({ tsnk: 46 }).refused).toBeUndefined();
    pass({ tsnk: 110 });
    expect(pass({ tsnk: 110 }, 180).refused).toBeUndefined();
  });

  test('a power has no pace: a cloud takes most of it at once', () => {
    const pass = gateBefore('inverter', inverter);
    pass({ pac: 100 });
    expect(pass({ pac: 8 }).refused).toBeUndefined();
  });
});

test('an answer of nothing but zeros is that of a busy device: the one before stands, ageing, while it is valid', () => {
  const pass = gateBefore('inverter', inverter);
  const values = { pac: 80, fac: 50, uab: 400, ubc: 400, uca: 400, etot: 1000 };
  const zeros = { pac: 0, fac: 0, uab: 0, ubc: 0, uca: 0, etot: 0 };
  pass(values);
  expect(pass(zeros)).toMatchObject({ values, sampled: 1005, quality: uncertain });
  expect(pass(zeros, 60).values.pac).toBe(0);
});

describe('an answer of which nothing changes for half an hour, not even the counter that its power moves', () => {
  const values = { pac: 80, fac: 50.01, uab: 401.2, ubc: 400.8, uca: 399.9, etot: 1000 };

  test('is what a gateway repeats: the device is silent since then, and answers again with the next change', () => {
    const pass = gateBefore('inverter', inverter);
    for (let minute = 0; minute < 30; minute++) expect(pass(values, 60).isResponding).toBe(true);
    expect(pass({ ...values }, 60)).toMatchObject({ isResponding: false, sampled: 1000 + 30 * 60 });
    expect(pass(values, 3600)).toMatchObject({ isResponding: false, sampled: 1000 + 30 * 60 });
    expect(pass({ ...values, uab: 401.3 }, 60)).toMatchObject({
      isResponding: true,
      sampled: 1000 + 92 * 60,
    });
  });

  test.each([
    ['without power', { ...values, pac: 0 }],
    ['with a power that need not move its counter', { ...values, pac: 1.5 }],
    ['with little else', { pac: 80, etot: 1000 }],
  ])('%s may be right', (_, said) => {
    const pass = gateBefore('inverter', inverter);
    for (let minute = 0; minute < 60; minute++) expect(pass(said, 60).isResponding).toBe(true);
  });
});

test.each([
  [{ p: 6, u: 600, i: 10 }, true],
  [{ p: 0.6, u: 600, i: 10 }, false],
  [{ p: 6, u: 600, i: 1 }, false],
  [{ p: 0, u: 600, i: 0.1 }, true],
  [{ p: null, u: 600, i: 10 }, true],
])('an input of %j, which fits together: %s', (values, fits) => {
  expect(gateBefore('mppt', inverter)(values).refused === undefined).toBe(fits);
});

test.each([
  [4_294_967.295, true],
  [42_949_672.95, true],
  [4_294_967_295, true],
  [2_147_483.647, true],
  [2_147_483.648, true],
  [2 ** 64 / 1000, true],
  [4_294_967.285, false],
  [65_535, false],
  [120_400, false],
])('a counter of %d kWh says that it is not there: %s', (kwh, isAbsent) => {
  expect(isAbsentCode(kwh)).toBe(isAbsent);
});

test('every limit says where its numbers come from', () => {
  for (const limits of Object.values(limitsOfGroup))
    for (const [point, { from }] of Object.entries(limits)) expect(from.length, point).toBeGreaterThan(5);
});

test('the column of the refused points is read as it was written', () => {
  const told = [
    { point: 'pac', reason: 'limite', last: 98.2, ageS: 35 },
    { point: 'etot', reason: 'contatore', last: null, ageS: null },
  ] as const;
  expect(refusalCell(told)).toBe('pac:limite:98.2:35 etot:contatore');
  expect(refusalsIn(refusalCell(told))).toEqual(told);
  expect(refusalsIn('pac:unheard-of')).toEqual([]);
});
