import { inverterStates } from '../../../contract/codes';
import type { Configuration, RecordOf } from '../../../contract/config/kinds';
import type { Answer, Values } from '../source';
import { healthyMedian } from './median';
import type { CountedInverter } from './plant-counters';
import { type ConfiguredDevice, deviceOf, type ValuesOf } from './rows';

/** Devices are not compared below this irradiance, W/m². */
export const comparableIrradiance = 200;

/** Below this share of the rated power, power factor and efficiency are null. */
const tellingShare = 0.01;
/** Inverters are not compared while their median specific power is below this, kW/kWp. */
const leastSpecific = 0.01;

/** Whether an inverter in this state feeds the grid. */
export const isFeeding = (state: number): boolean =>
  state === inverterStates.mppt || state === inverterStates.throttled;

/** The answers of the inverters, with reactive power as we count it: positive is capacitive. */
export function signedInverters(
  { inverters }: Pick<Configuration, 'inverters'>,
  answers: readonly Answer[],
): readonly Answer[] {
  const opposite = new Set(inverters.flatMap(({ id, segno_q }) => (segno_q === -1 ? [id] : [])));
  if (opposite.size === 0) return answers;
  return answers.map(answer => {
    return opposite.has(answer.record) ? turned(answer) : answer;
  });
}

function turned(answer: Answer): Answer {
  const { qac = null } = answer.values;
  const said = answer.refused?.qac;
  return {
    ...answer,
    ...(qac !== null && { values: { ...answer.values, qac: -qac } }),
    ...(said?.last && { refused: { ...answer.refused, qac: { ...said, last: -said.last } } }),
  };
}

/** Configured values of an inverter: kW, kWp and number of MPPT inputs. */
export type Nominal = Pick<RecordOf<'inverters'>, 'pn' | 'kwp' | 'mppt'>;

/** A power factor nearer to 1 than this is shown as 1, without a sign. */
const unity = 0.9995;

/**
 * The power factor |P| / S with the sign of the reactive power: positive is capacitive, negative inductive, as in the set-points (CEI
 * 0-16:2025-12, Annex O). The direction of the active power follows from that power alone.
 */
export function powerFactor(p: number, q: number): number {
  const factor = Math.abs(p) / Math.hypot(p, q);
  return q < 0 && factor < unity ? -factor : factor;
}

/** An inverter among those it is compared with. */
interface Peer {
  readonly pac: number | null;
  readonly kwp: number;
  /** Whether it responds and feeds: one that stands still is compared, but tells nothing of the others. */
  readonly isFeeding: boolean;
  /** Its planes: only inverters with the same ones are compared. */
  readonly plane?: string;
}

/**
 * Deviation of each inverter in % from the median specific power of the healthy ones that feed, on the same planes; null where there is too
 * little light (W/m²), and where no other one feeds: an inverter that is compared with itself deviates by nothing, whatever it gives.
 */
export function inverterDeviations(peers: readonly Peer[], light: number): (number | null)[] {
  const specific = ({ pac, kwp }: Peer) => (pac === null ? null : pac / kwp);
  const compared = new Map<string | undefined, number[]>();
  for (const peer of light < comparableIrradiance ? [] : peers) {
    const own = specific(peer);
    if (peer.isFeeding && own !== null) compared.set(peer.plane, [...(compared.get(peer.plane) ?? []), own]);
  }
  const middles = new Map([...compared].map(([plane, own]) => [plane, healthyMedian(own)]));
  return peers.map(peer => {
    const own = specific(peer);
    const others = (compared.get(peer.plane)?.length ?? 0) - (peer.isFeeding ? 1 : 0);
    const middle = others > 0 ? (middles.get(peer.plane) ?? null) : null;
    return middle === null || middle <= leastSpecific || own === null ? null : 100 * (own / middle - 1);
  });
}

/** Every point of an inverter, from its answer, its configuration and its deviation in %. */
export function inverterValues(said: Values, nominal: Nominal, dev: number | null): ValuesOf<'inverter'> {
  const { pn, kwp, mppt } = nominal;
  const say = (point: string) => said[point] ?? null;
  const [pac, qac, pdc, eday] = [say('pac'), say('qac'), say('pdc'), say('eday')];
  const isTelling = pac !== null && pac > tellingShare * pn;
  return {
    pac,
    qac,
    sac: pac === null || qac === null ? say('sac') : Math.hypot(pac, qac),
    cosphi: isTelling && qac !== null ? powerFactor(pac, qac) : null,
    uab: say('uab'),
    ubc: say('ubc'),
    uca: say('uca'),
    ia: say('ia'),
    ib: say('ib'),
    ic: say('ic'),
    fac: say('fac'),
    pdc,
    udc: say('udc'),
    idc: say('idc'),
    eday,
    etot: say('etot'),
    tcab: say('tcab'),
    tsnk: say('tsnk'),
    tlim: say('tlim'),
    riso: say('riso'),
    plim: say('plim'),
    plimsrc: say('plimsrc'),
    evt: say('evt'),
    ore: say('ore'),
    eff: isTelling && pdc !== null ? (100 * pac) / pdc : null,
    yday: eday === null ? null : eday / kwp,
    dev,
    pn,
    kwp,
    ingressi: mppt,
  };
}

/** The planes of the modules of each inverter, by its record: how many strings each of its boxes has on them does not matter. */
function planesOf(boxes: Configuration['box-stringhe']): ReadonlyMap<number, string> {
  const planes = new Map<number, Set<string>>();
  for (const { inverter, tilt, azimut, abilitato } of boxes) {
    if (!abilitato) continue;
    const own = planes.get(inverter) ?? new Set();
    planes.set(inverter, own.add(`${tilt} ${azimut}`));
  }
  return new Map([...planes].map(([inverter, own]) => [inverter, [...own].sort().join()]));
}

/** The rows of the configured inverters; `light` on the modules in W/m². */
export function inverterDevices(
  { inverters, 'box-stringhe': boxes }: Configuration,
  answers: ReadonlyMap<number, Answer>,
  light: number,
): ConfiguredDevice[] {
  const asked = inverters.flatMap(record => {
    const answer = answers.get(record.id);
    return answer && record.abilitato ? [{ record, answer }] : [];
  });
  const planes = planesOf(boxes);
  const deviations = inverterDeviations(
    asked.map(({ record, answer }) => ({
      plane: planes.get(record.id) ?? '',
      pac: answer.values.pac ?? null,
      kwp: record.kwp,
      isFeeding: answer.isResponding && isFeeding(answer.state),
    })),
    light,
  );
  const deviationOf = new Map(asked.map(({ record }, index) => [record.id, deviations[index] ?? null]));
  return inverters.map(record => {
    const { id, pn, kwp, mppt } = record;
    const device = deviceOf(record, answers);
    const { answer } = device;
    return {
      ...device,
      values: answer ? inverterValues(answer.values, record, deviationOf.get(id) ?? null) : {},
      facts: { pn, kwp, ingressi: mppt },
      planes: planes.get(id) ?? '',
    };
  });
}

/**
 * What a device adds to a sum: its value, or in the place of one that is not believed its newest good one, while that is valid as the one
 * of a device that never answered would be.
 */
export function summable({ values, refused, sampled, validS }: Answer, point: string): number | null {
  const value = values[point] ?? null;
  const { last = null, lastAt = null } = refused?.[point] ?? {};
  if (value !== null || last === null || lastAt === null) return value;
  return sampled - lastAt <= validS ? last : null;
}

/** What each inverter adds to the plant's counters. */
export function countedInverters(
  { inverters }: Configuration,
  answers: ReadonlyMap<number, Answer>,
  gainedOf: (inverter: number) => number | null = () => null,
): CountedInverter[] {
  return inverters.map(({ id, kwp, abilitato, in_manutenzione }) => {
    const answer = answers.get(id);
    const state = answer?.isResponding ? answer.state : inverterStates.commLost;
    const gainedKwh = gainedOf(id);
    return {
      ...(gainedKwh !== null && { gainedKwh }),
      pac: answer?.isResponding ? (summable(answer, 'pac') ?? 0) : 0,
      counted: abilitato ? 1 : 0,
      dutyKwp: abilitato && !in_manutenzione && answer?.isResponding ? kwp : 0,
      isFeeding: isFeeding(state),
      isStarting: state === inverterStates.starting,
    };
  });
}
