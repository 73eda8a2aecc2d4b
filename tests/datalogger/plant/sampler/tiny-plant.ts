import { inverterStates } from '../../../../src/contract/codes';
import { startOfLocalDay } from '../../../../src/contract/zone';
import type { Plant } from '../../../../src/datalogger/plant/processing/plant';
import type { DeviceRows, Snapshot } from '../../../../src/datalogger/plant/snapshot';

export const kwp = 60;
const stepS = 5;

/** W/m²: from 6 to 18 on the local clock, the same every day. */
export function irradianceAt(zone: string, t: number): number {
  const hour = (t - startOfLocalDay(zone, t)) / 3600;
  return Math.max(0, 1000 * Math.sin((Math.PI * (hour - 6)) / 12));
}

/** kW of inverter 1, at most 30; each further one yields 10 % of it less. */
export function powerAt(zone: string, t: number, inverter = 1): number {
  return Math.min(30, (irradianceAt(zone, t) / 1000) * 50) * (1.1 - inverter / 10);
}

interface TinyPlant extends Plant {
  /** Inverters that do not answer: their values are not to be trusted, their counters run on. */
  readonly silent: Set<number>;
  /** Inverters that make nothing. */
  readonly stopped: Set<number>;
  /** In what steps the inverters show their lifetime counters, kWh; 0: in the finest. */
  stepKwh: number;
  /** What each inverter is limited to, % of 30 kW. */
  limit: number;
  /** Nothing answers, the sensors included. */
  isDown: boolean;
  /** kWh of inverter 1 today. */
  counter(): number;
  /** kWh of inverter 1 in its life. */
  total(): number;
}

const filled = (count: number, value: number | null) => Array.from({ length: count }, () => value);

/** Two inverters, a meter, two sensors and a string: enough of a plant to know every number by hand. */
export function tinyPlant(zone: string, start: number): TinyPlant {
  let now = start;
  let day = startOfLocalDay(zone, start);
  const energy = [0, 0];
  const totals = [400, 600];
  const silent = new Set<number>();
  const stopped = new Set<number>();
  const down = { isDown: false };
  const set = { stepKwh: 0, limit: 100 };
  const given = (t: number, inverter: number) => Math.min(powerAt(zone, t, inverter), 0.3 * set.limit);
  const shown = (kwh: number) => (set.stepKwh > 0 ? Math.floor(kwh / set.stepKwh) * set.stepKwh : kwh);

  function step(): void {
    now += stepS;
    if (startOfLocalDay(zone, now - 1) !== day) {
      day = startOfLocalDay(zone, now - 1);
      energy.fill(0);
    }
    [1, 2].forEach(inverter => {
      if (stopped.has(inverter)) return;
      const moved = (given(now - stepS / 2, inverter) * stepS) / 3600;
      energy[inverter - 1] = (energy[inverter - 1] ?? 0) + moved;
      totals[inverter - 1] = (totals[inverter - 1] ?? 0) + moved;
    });
  }

  function rows(count: number, values: DeviceRows['values'], q = filled(count, 192)): DeviceRows {
    return {
      id: Array.from({ length: count }, (_, index) => index + 1),
      nome: Array.from({ length: count }, (_, index) => `Dispositivo ${index + 1}`),
      stato: Array.from({ length: count }, () => 4),
      sampled: Array.from({ length: count }, () => now),
      validS: Array.from({ length: count }, () => 30),
      q: q.map(Number),
      values,
    };
  }

  function snapshot(): Snapshot {
    const answers = [1, 2].map(inverter => !silent.has(inverter) && !down.isDown);
    const answered = (values: readonly (number | null)[]) =>
      values.map((value, index) => (answers[index] ? value : 7));
    const pac = [1, 2].map(inverter => (stopped.has(inverter) ? 0 : given(now, inverter)));
    const poa = irradianceAt(zone, now);
    const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
    const total = sum(totals);
    const none = rows(0, {});
    return {
      t: now,
      groups: {
        impianto: rows(
          1,
          { pac: [sum(pac)], poa: [poa], eday: [sum(energy)], etot: [total], tamb: [20], disp: [50] },
          [down.isDown ? 0 : 192],
        ),
        inverter: {
          ...rows(
            2,
            {
              pac: answered(pac),
              pdc: answered(pac.map(power => power / 0.98)),
              eday: answered(energy),
              etot: answered(totals.map(shown)),
              plim: [set.limit, set.limit],
              pn: [30, 30],
              yday: answered(energy.map(kwh => kwh / kwp)),
              kwp: [kwp, kwp],
              // From the middle of both.
              dev: answered(pac.map(power => (poa < 200 ? null : (200 * power) / sum(pac) - 100))),
            },
            answers.map(isAnswering => (isAnswering ? 192 : 0)),
          ),
          stato: answers.map(isAnswering => (isAnswering ? inverterStates.mppt : inverterStates.commLost)),
        },
        contatori: rows(1, { p: [sum(pac)], e_imm: [total], eday: [sum(energy)] }),
        sensori: rows(2, { v: [poa, 0.9734], tipo: [1, 12] }),
        stringhe: rows(1, { i: [poa / 100] }),
        mppt: none,
        tracker: none,
        di: none,
        spi: none,
        cci: none,
      },
    };
  }

  return {
    simulation: null,
    isReal: true,
    bus: null,
    outputs: null,
    stands: () => new Map(),
    resume: () => undefined,
    onCounterChange: () => undefined,
    start: () => undefined,
    close: () => Promise.resolve(),
    silent,
    stopped,
    get stepKwh() {
      return set.stepKwh;
    },
    set stepKwh(value) {
      set.stepKwh = value;
    },
    get limit() {
      return set.limit;
    },
    set limit(value) {
      set.limit = value;
    },
    get isDown() {
      return down.isDown;
    },
    set isDown(value) {
      down.isDown = value;
    },
    counter: () => energy[0] ?? 0,
    total: () => totals[0] ?? 0,
    advance: t => {
      while (now + stepS <= t) step();
    },
    snapshot,
    counts: () => ({ inverter: 2 }),
    configure: () => undefined,
    probe: () => Promise.resolve({ esito: 'indirizzo_errato', ms: null, ultimo: null }),
    release: () => undefined,
    protectionSettings: () => [],
    trackersOf: () => [],
    angleOf: () => 0,
    execute: () => Promise.resolve('refused'),
  };
}
