import { meterRoles } from '../../../contract/codes';
import type { Configuration, RecordOf } from '../../../contract/config/kinds';
import type { Refusal } from '../snapshot';
import type { Answer, Values } from '../source';
import { calibrationEnd, daysUntil } from './dates';
import { powerFactor } from './inverters';
import { type ConfiguredDevice, deviceOf, type ValuesOf } from './rows';

export type MeterRole = (typeof meterRoles)[keyof typeof meterRoles];
type Meter = RecordOf<'contatori'>;

const roles: Readonly<Record<Meter['ruolo'], MeterRole>> = {
  scambio: meterRoles.exchange,
  produzione: meterRoles.production,
  ausiliari: meterRoles.auxiliary,
  consumo: meterRoles.consumption,
};

export const roleOf = ({ ruolo }: Pick<Meter, 'ruolo'>): MeterRole => roles[ruolo];

/** Below this apparent power the power factor is null, kVA. */
const tellingApparent = 0.1;

const signed = (value: number | null, sign: number) => (value === null ? null : value * sign);

/** What corrects the values of a meter. */
type Correction = Pick<Meter, 'inverti' | 'segno_p' | 'segno_q' | 'offset'>;

/** The values of a meter, corrected: with the signs of its powers, and export and import swapped where it is wired inversely. */
function corrected(said: Values, correction: Correction) {
  const { inverti, segno_q, offset } = correction;
  const { qac = null, e_imm = null, e_prel = null } = said;
  const [exported, imported] = inverti ? [e_prel, e_imm] : [e_imm, e_prel];
  const { er1 = null, er2 = null, er3 = null, er4 = null } = said;
  return {
    p: meterPower(said, correction),
    qac: signed(qac, inverti ? -segno_q : segno_q),
    er1: inverti ? er3 : er1,
    er2: inverti ? er4 : er2,
    er3: inverti ? er1 : er3,
    er4: inverti ? er2 : er4,
    e_imm: exported === null ? null : exported + offset,
    e_prel: imported,
  };
}

/** Points that are swapped with one another where a meter is wired inversely. */
const swapped: Readonly<Record<string, string>> = {
  e_imm: 'e_prel',
  e_prel: 'e_imm',
  er1: 'er3',
  er2: 'er4',
  er3: 'er1',
  er4: 'er2',
};

/** The refused points of a meter, corrected as its values are. */
function correctedRefusals(answer: Answer | null, correction: Correction): Answer | null {
  if (!answer?.refused) return answer;
  const refused = Object.entries(answer.refused).map(([point, refusal]): [string, Refusal] => {
    const name = correction.inverti ? (swapped[point] ?? point) : point;
    const said: Values = { [point]: refusal.last };
    const last = Object.entries(corrected(said, correction)).find(([own]) => own === name)?.[1];
    return [name, { ...refusal, last: last ?? refusal.last }];
  });
  return { ...answer, refused: Object.fromEntries(refused) };
}

/** kW of a meter, with its sign and that of its wiring. */
export const meterPower = (
  { p = null }: Values,
  { inverti, segno_p }: Pick<Meter, 'inverti' | 'segno_p'>,
): number | null => signed(p, inverti ? -segno_p : segno_p);

/** A number that no other counter has, and the reading in kWh; null if absent. */
export type LifetimeCounter = readonly [counter: number, kwh: number | null];

/** The lifetime counter in the direction of a meter's role; those of import have negative numbers. */
export function dayCounter(said: Values, meter: Pick<Meter, 'id' | 'ruolo' | 'inverti'>): LifetimeCounter {
  const { e_imm = null, e_prel = null } = said;
  const isExport = meter.ruolo === 'scambio' || meter.ruolo === 'produzione';
  return isExport === meter.inverti ? [-meter.id, e_prel] : [meter.id, e_imm];
}

/** What a meter cannot measure with its wiring, whatever its registers hold. */
const unwiredPoints: Readonly<Record<Meter['collegamento'], readonly string[]>> = {
  '1F': ['ub', 'uc', 'uab', 'ubc', 'uca', 'ib', 'ic'],
  '3F3F': ['ua', 'ub', 'uc'],
  '3F4F': [],
};

/** Every point of a meter, from its answer and its wiring. */
export function meterValues(
  answered: Values,
  wiring: Correction & Pick<Meter, 'collegamento'>,
  ruolo: MeterRole,
): ValuesOf<'contatori'> {
  const unwired = unwiredPoints[wiring.collegamento];
  const say = (point: string) => (unwired.includes(point) ? null : (answered[point] ?? null));
  const { p, qac, e_imm, e_prel, er1, er2, er3, er4 } = corrected(answered, wiring);
  const apparent = p === null || qac === null ? say('s') : Math.hypot(p, qac);
  const isTelling = apparent !== null && apparent > tellingApparent;
  return {
    ua: say('ua'),
    ub: say('ub'),
    uc: say('uc'),
    uab: say('uab'),
    ubc: say('ubc'),
    uca: say('uca'),
    ia: say('ia'),
    ib: say('ib'),
    ic: say('ic'),
    p,
    qac,
    s: apparent,
    cosphi: isTelling && p !== null && qac !== null ? powerFactor(p, qac) : null,
    f: say('f'),
    e_imm,
    e_prel,
    er1,
    er2,
    er3,
    er4,
    eday: say('eday'),
    picco: say('picco'),
    ruolo,
    taratura: null,
  };
}

const calibrations = new WeakMap<Meter, string | null>();

/** The date on which its calibration expires, worked out once for a record. */
function calibrationOf(record: Meter): string | null {
  let end = calibrations.get(record);
  if (end === undefined) {
    end = calibrationEnd(record.tarato_il, record.validita);
    calibrations.set(record, end);
  }
  return end;
}

/** The totals of a meter, corrected as its counters are. */
function withTotals(answer: Answer, correction: Correction): Answer {
  if (!answer.totals) return answer;
  const { e_imm, e_prel } = corrected(answer.totals, correction);
  return { ...answer, totals: { e_imm, e_prel } };
}

/** The rows of the configured meters at `t`, epoch seconds. */
export function meterDevices(
  { contatori }: Configuration,
  answers: ReadonlyMap<number, Answer>,
  t: number,
): ConfiguredDevice[] {
  return contatori.map(record => {
    const device = deviceOf(record, answers);
    const answer = correctedRefusals(device.answer, record);
    return {
      ...device,
      answer: answer && withTotals(answer, record),
      values: answer ? meterValues(answer.values, record, roleOf(record)) : {},
      facts: {
        ruolo: roleOf(record),
        taratura: daysUntil(calibrationOf(record), t),
      },
    };
  });
}
