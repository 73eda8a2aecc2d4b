import { describe, expect, test } from 'vitest';
import { controllerFunctions, protectionFunctionCodes } from '../../../../src/contract/codes';
import type { ConfigKind, ConfigOf } from '../../../../src/contract/config/kinds';
import { findingsOf } from '../../../../src/contract/config/rules';
import { usualLimits } from '../../../../src/datalogger/plant/processing/limits';
import type { Fault } from '../../../../src/datalogger/sources/simulator/faults/faults';
import { planConfiguration } from '../../../../src/datalogger/sources/simulator/first-plant/first-configuration';
import { answerMs } from '../../../../src/datalogger/sources/simulator/wiring';
import type { TestPlant } from '../../../support/simulated-plant';
import { clearMorning, plantAt, rowsOf, seconds, value } from './support';

/* What tests/contract/settings-obeyed.test.ts names: each setting changed alone, and what it does. */

const start = seconds(clearMorning);

/** A medium plant on a clear morning, whose first record of a kind is changed. */
function plantWith<K extends ConfigKind>(kind: K, change: Partial<ConfigOf<K>>): TestPlant {
  const plant = plantAt(clearMorning);
  set(plant, kind, change);
  plant.advance(start + 20);
  return plant;
}

function set<K extends ConfigKind>(plant: TestPlant, kind: K, change: Partial<ConfigOf<K>>): void {
  const { site, facts, tilt, azimuth } = plant.plan;
  const whole = planConfiguration(plant.plan, start);
  const records = whole[kind].map((record, index) => (index === 0 ? { ...record, ...change } : record));
  plant.configure({
    configuration: { ...whole, [kind]: records },
    name: facts.name,
    zone: site.zone,
    site: { ...site, tilt, azimuth },
    limits: usualLimits,
  });
}

/** The value of the first device of a group with the change, as a multiple of that without. */
function factor<K extends ConfigKind>(
  kind: K,
  change: Partial<ConfigOf<K>>,
  group: 'contatori' | 'sensori',
  point: string,
) {
  return value(plantWith(kind, change), group, point) / value(plantWith(kind, {}), group, point);
}

describe('the wiring of a meter', () => {
  test.each([
    ['1F', ['ua', 'ia'], ['ub', 'uab', 'ib']],
    ['3F3F', ['uab', 'ib'], ['ua', 'ub', 'uc']],
    ['3F4F', ['ua', 'uab', 'ib'], []],
  ] as const)('%s', (collegamento, measured, missing) => {
    const { values } = rowsOf(plantWith('contatori', { collegamento }), 'contatori');
    for (const point of measured) expect(values[point]?.[0]).toBeGreaterThan(0);
    for (const point of missing) expect(values[point]?.[0]).toBeNull();
  });
});

test('what transformer and lines take is not used on site', () => {
  const used = (perdita: number) => value(plantWith('contatori', { perdita }), 'impianto', 'pauto');
  const production = value(plantWith('contatori', {}), 'contatori', 'p', 1);
  expect(used(0) - used(3)).toBeCloseTo(0.03 * production, 6);
});

test('the greatest apparent power covers the imported power too', () => {
  const all = planConfiguration(plantAt(clearMorning).plan, start);
  const [record] = all.cci;
  const findings = (pass: number) => (record ? findingsOf('cci', { ...record, pass }, record.id, all) : []);
  expect(findings(1000)).toEqual([]);
  expect(findings(1200)).toMatchObject([{ campo: 'smax', codice: 'too_low' }]);
});

describe('polling', () => {
  test('a longer interval lets values stand, and they stay valid meanwhile', () => {
    const plant = plantWith('inverters', { polling: 60 });
    const at = () => rowsOf(plant, 'inverter').sampled[0];
    const first = at();
    plant.advance(start + 50);
    expect(at()).toBe(first);
    expect(rowsOf(plant, 'inverter').sampled[1]).toBe(start + 50);
    expect(rowsOf(plant, 'inverter').q[0]).toBe(192);
    plant.advance(start + 100);
    expect(at()).not.toBe(first);
  });

  test('timeout and retries decide when a device counts as silent', () => {
    const patient = plantWith('inverters', { timeout: 10_000, tentativi: 5 });
    const usual = plantWith('inverters', {});
    for (const plant of [patient, usual]) {
      plant.inject({ kind: 'inverter-silent', inverter: 1 });
      plant.advance(start + 50);
    }
    expect(rowsOf(usual, 'inverter').q[0]).toBe(0);
    expect(rowsOf(patient, 'inverter').q[0]).toBe(192);
    patient.advance(start + 120);
    expect(rowsOf(patient, 'inverter').q[0]).toBe(0);
  });

  test('baud rate, parity and stop bits decide how long a poll on the serial line takes', () => {
    const [record] = planConfiguration(plantAt(clearMorning).plan, start).contatori;
    if (!record) throw new Error('no meter');
    const serial = { ...record, protocollo: 'modbus-rtu', baud: 9600, parita: 'N', stop: 1 } as const;
    const usual = answerMs(serial);
    expect(answerMs({ ...serial, baud: 1200 })).toBeCloseTo(8 * usual, -2);
    expect(answerMs({ ...serial, parita: 'E' })).toBeGreaterThan(usual);
    expect(answerMs({ ...serial, stop: 2 })).toBeGreaterThan(usual);
  });

  test('registers that are read elsewhere, or in another order of bytes, give no values', () => {
    expect(rowsOf(plantWith('inverters', { base_registri: 50_000 }), 'inverter').q[0]).toBe(0);
    expect(rowsOf(plantWith('contatori', { ordine: 'DCBA' }), 'contatori').q[0]).toBe(0);
  });

  test('an instance or a point that the unit does not have gives no values', () => {
    expect(rowsOf(plantWith('inverters', { istanza: 2 }), 'inverter').q[0]).toBe(0);
    const readAt = (punto: ConfigOf<'sensori'>['punto']) =>
      rowsOf(plantWith('sensori', { protocollo: 'sunspec-tcp', punto }), 'sensori').q[0];
    expect([readAt(''), readAt('302.POAI'), readAt('302.GHI')]).toEqual([192, 192, 0]);
  });
});

test('contacts are read where their module is, and as far as it has channels', () => {
  const read = (change: Partial<ConfigOf<'moduli-io'>>) => rowsOf(plantWith('moduli-io', change), 'di').q;
  expect(read({})).toEqual(Array(24).fill(192));
  expect(read({ funzione: 3 })).toEqual([...Array(16).fill(0), ...Array(8).fill(192)]);
  expect(read({ primo: 16 }).slice(15, 17)).toEqual([0, 192]);
  expect(read({ unita: 99 }).slice(15, 17)).toEqual([0, 192]);
  expect(read({ canali: 4 }).slice(3, 5)).toEqual([192, 0]);
  const slow = plantWith('moduli-io', { polling: 60 });
  slow.advance(start + 50);
  const { sampled } = rowsOf(slow, 'di');
  expect(sampled[0]).toBeLessThan(sampled[16] ?? 0);
});

describe('signs', () => {
  test('of an inverter and of a meter change that power alone, here and in the sums of the plant', () => {
    const [inverter, meter] = [
      plantWith('inverters', { segno_q: -1 }),
      // An exchange meter: the power of a production meter that is set the wrong way is refused.
      plantWith('contatori', { ruolo: 'scambio', segno_p: -1 }),
    ];
    const usual = plantWith('contatori', { ruolo: 'scambio' });
    expect(value(inverter, 'inverter', 'qac')).toBeCloseTo(-value(usual, 'inverter', 'qac'), 6);
    expect(value(inverter, 'inverter', 'pac')).toBe(value(usual, 'inverter', 'pac'));
    expect(value(inverter, 'impianto', 'qac')).toBeCloseTo(
      value(usual, 'impianto', 'qac') - 2 * value(usual, 'inverter', 'qac'),
      6,
    );
    for (const [point, sign] of [
      ['p', -1],
      ['qac', 1],
      ['e_imm', 1],
      ['e_prel', 1],
    ] as const)
      expect(value(meter, 'contatori', point), point).toBe(sign * value(usual, 'contatori', point));
    const reactive = plantWith('contatori', { ruolo: 'scambio', segno_q: -1, inverti: true });
    expect(value(reactive, 'contatori', 'qac')).toBe(value(usual, 'contatori', 'qac'));
    expect(value(reactive, 'contatori', 'p')).toBe(-value(usual, 'contatori', 'p'));
  });
});

describe('meters', () => {
  test.each([
    [{ ta_primario: 200 }, { p: 2, uab: 1, ia: 2, e_imm: 2 }],
    [{ ta_secondario: 1 }, { p: 5, uab: 1, ia: 5, e_imm: 5 }],
    [
      { tv_primario: 300, tv_secondario: 100 },
      { p: 3, uab: 3, ia: 1, e_imm: 3 },
    ],
  ] as const)('transformers %j', (change, factors) => {
    // A wrong ratio gives more than the plant can: without a greatest power of its own the meter would be refused.
    const wrong = { ...change, potenza_max: 10_000 };
    for (const [point, times] of Object.entries(factors))
      expect(factor('contatori', wrong, 'contatori', point), point).toBeCloseTo(times, 5);
  });
});

describe('sensors', () => {
  test('an analog signal is scaled; the range of the transmitter gives the right value, another range another one', () => {
    const right = { ingresso: '4-20mA', in_min: 4, in_max: 20, eu_min: -10, eu_max: 1600 } as const;
    expect(factor('sensori', right, 'sensori', 'v')).toBeCloseTo(1, 5);
    expect(factor('sensori', { ...right, eu_max: 800 }, 'sensori', 'v')).toBeLessThan(0.6);
    expect(factor('sensori', { ...right, eu_min: 100 }, 'sensori', 'v')).toBeGreaterThan(1.02);
    expect(factor('sensori', { ...right, in_max: 17 }, 'sensori', 'v')).toBeGreaterThan(1.2);
    expect(factor('sensori', { ...right, in_min: 0 }, 'sensori', 'v')).toBeGreaterThan(1.05);
    expect(
      factor('sensori', { ...right, ingresso: '0-10V', in_min: 0, in_max: 10 }, 'sensori', 'v'),
    ).toBeCloseTo(1, 5);
    expect(factor('sensori', { ingresso: 'mV', sensibilita: 20 }, 'sensori', 'v')).toBeCloseTo(0.5, 5);
  });
});

describe('inverters', () => {
  test('one that does not follow the controller feeds all it has, and no reactive power', async () => {
    const plant = plantWith('inverters', { controllo_p: false, controllo_q: false });
    plant.inject({ kind: 'dso-limit', percent: 20 });
    await plant.execute({ kind: 'set-reactive', percent: 20 });
    plant.advance(start + 80);
    expect(value(plant, 'inverter', 'pac', 1)).toBeGreaterThan(2 * value(plant, 'inverter', 'pac', 2));
    expect(value(plant, 'inverter', 'qac', 1)).toBe(0);
    expect(value(plant, 'inverter', 'qac', 2)).toBeGreaterThan(5);
  });
});

test('a local command that is not wired does not narrow the frequency window of a low-voltage protection', () => {
  const low = { norma: 'CEI 0-21' } as const;
  for (const comando_locale of [true, false]) {
    const plant = plantWith('protezioni-interfaccia', { ...low, comando_locale });
    plant.inject({ kind: 'spi-local' });
    plant.advance(start + 25);
    expect(value(plant, 'spi', 'finestra')).toBe(Number(comando_locale));
    expect(value(plant, 'spi', 'locale')).toBe(Number(comando_locale));
  }
});

describe('a protection by EN 50549-2', () => {
  const own = (codice: (typeof protectionFunctionCodes)[number], soglia: number, tempo: number) => ({
    codice,
    soglia,
    tempo,
    abilitata: true,
  });
  const european = {
    norma: 'EN 50549-2',
    funzioni: [own('U<<', 0.45, 0.3), own('U>>', 1.25, 2), own('f>', 51, 4)],
  } as const satisfies Partial<ConfigOf<'protezioni-interfaccia'>>;
  const seenAfter = (fault: Fault, s: number) => {
    const plant = plantWith('protezioni-interfaccia', { ...european, funzioni: [...european.funzioni] });
    plant.inject(fault);
    plant.advance(start + 20 + s);
    return {
      tripped: protectionFunctionCodes[value(plant, 'spi', 'intervento') - 1],
      window: value(plant, 'spi', 'finestra'),
    };
  };

  test('trips by the thresholds and times that were entered, and by no others', () => {
    expect(seenAfter({ kind: 'grid-swell', percent: 123 }, 8).tripped).toBeUndefined();
    expect(seenAfter({ kind: 'grid-swell', percent: 127 }, 8).tripped).toBe('U>>');
    expect(seenAfter({ kind: 'grid-dip', percent: 40 }, 8).tripped).toBe('U<<');
    expect(seenAfter({ kind: 'grid-frequency', hertz: 51.2 }, 3).tripped).toBeUndefined();
    expect(seenAfter({ kind: 'grid-frequency', hertz: 51.2 }, 12).tripped).toBe('f>');
  });

  test('has no voltage unlocking', () => {
    expect(seenAfter({ kind: 'grid-earth', percent: 20 }, 3).window).toBe(0);
  });
});

test('without backtracking a tracker turns further when the sun is low', () => {
  const early = '2026-06-22T06:30:00+02:00';
  const [usual, without] = [plantAt(early), plantAt(early)];
  set(without, 'trackers', { backtracking: false });
  for (const plant of [usual, without]) plant.advance(seconds(early) + 600);
  expect(Math.abs(value(without, 'tracker', 'tgt'))).toBeGreaterThan(
    Math.abs(value(usual, 'tracker', 'tgt')) + 5,
  );
});

describe('central controller', () => {
  const high = (y: number) => [
    { x: 0.8, y },
    { x: 1.2, y },
  ];
  const asked = (change: Partial<ConfigOf<'cci'>>) => value(plantWith('cci', change), 'cci', 'qsp');

  test('Q(V) acts from its lock-in on, and until its lock-out', () => {
    const curva_qv = high(50);
    expect(asked({ curva_qv })).toBeCloseTo((100 * 0.5 * 484) / 1111, 1);
    expect(asked({ curva_qv, lock_in: 1, lock_out: 0.9 })).toBe(0);
    expect(asked({ curva_qv, pimm: 5000, lock_in: 0.3, lock_out: 0.2 })).toBe(0);
    const plant = plantWith('cci', { curva_qv, lock_in: 0.2, lock_out: 0.01 });
    plant.inject({ kind: 'dso-limit', percent: 10 });
    plant.advance(start + 90);
    expect(value(plant, 'cci', 'qsp')).toBeGreaterThan(10);
    set(plant, 'cci', { curva_qv, lock_in: 0.2, lock_out: 0.15 });
    plant.advance(start + 120);
    expect(value(plant, 'cci', 'qsp')).toBe(0);
  });

  test('the greatest reactive powers bound it, and a change within the dead band is not followed', async () => {
    expect(asked({ curva_qv: high(50), qcap: 200 })).toBeCloseTo(10_000 / 1111, 1);
    expect(asked({ curva_qv: high(-50), qind: 100 })).toBeCloseTo(-5000 / 1111, 1);
    for (const [banda_morta, followed] of [
      [20, 50],
      [5, 40],
    ] as const) {
      const plant = plantWith('cci', { curva_qv: high(50), banda_morta });
      set(plant, 'cci', { curva_qv: high(40), banda_morta });
      plant.advance(start + 40);
      expect(value(plant, 'cci', 'qsp')).toBeCloseTo((followed * 484) / 1111, 1);
    }
  });

  test('when the distribution operator is silent for long enough, its limit ends and the reserve takes over', () => {
    const { fixedPowerFactor, powerFactorByPower, reactiveByVoltage, limitByOperator } = controllerFunctions;
    const cases = [
      [{ riserva: 'cosphi_fisso', cosphi: 0.97 }, fixedPowerFactor, 100],
      [{ riserva: 'cosphi_p' }, powerFactorByPower, 100],
      [{ riserva: 'qv' }, reactiveByVoltage, 100],
      [{ riserva: 'mantieni' }, limitByOperator, 40],
      // By default too (D15): nobody lifts a limit of the operator but the operator.
      [{}, limitByOperator, 40],
    ] as const;
    for (const [change, acting, limit] of cases) {
      const name = 'riserva' in change ? change.riserva : 'by default';
      const plant = plantWith('cci', { ...change, ritardo_comunicazione: 30 });
      plant.inject({ kind: 'dso-limit', percent: 40 });
      plant.advance(start + 40);
      plant.inject({ kind: 'dso-link-lost' });
      plant.advance(start + 60);
      expect(value(plant, 'cci', 'psp'), name).toBe(40);
      expect(value(plant, 'cci', 'link_a')).toBe(0);
      plant.advance(start + 160);
      expect(value(plant, 'cci', 'psp'), name).toBe(limit);
      expect(value(plant, 'cci', 'funzione')).toBe(acting);
      if (name === 'cosphi_fisso') expect(value(plant, 'cci', 'cosphi')).toBeCloseTo(0.97, 2);
    }
  });

  test('cos φ(P) asks for the power factor of its curve, inductive', () => {
    const curva_cosphi = [
      { x: 0, y: 0.92 },
      { x: 1, y: 0.92 },
    ];
    const plant = plantWith('cci', { riserva: 'cosphi_p', ritardo_comunicazione: 5, curva_cosphi });
    plant.inject({ kind: 'dso-link-lost' });
    plant.advance(start + 60);
    expect(value(plant, 'cci', 'cosphi')).toBeCloseTo(-0.92, 2);
  });
});
