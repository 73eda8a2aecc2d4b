import { controllerFunctions, controllerStates } from '../../../../contract/codes';
import { powerFactor } from '../../../plant/processing/inverters';
import type { Answer } from '../../../plant/source';
import type { CommandedInverter } from './commanded-inverter';
import { functionOfLimit } from './delivery';
import type { MeteredPower } from './metered-power';
import type { Orders } from './orders';

/** The group `cci` has one device: the datalogger. */
const ownId = 1;
const validS = 30;
/** Reactive power that an inverter can give at least, as a share of its rated power: power factor 0.9 at full power (CEI 0-16). */
const fullReactive = 0.484;
/** kVA below which a power factor says nothing. */
const leastKva = 1;

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

interface Observed {
  readonly orders: Orders;
  /** What the inverters say, by record. */
  readonly answers: ReadonlyMap<number, Answer>;
  readonly metered: MeteredPower;
  /** At night an inverter that does not answer gives nothing. */
  readonly isNight: boolean;
  readonly nowMs: number;
  readonly nowS: number;
}

/** % that the limits in force in the devices leave of their rated power. One that does not answer counts with what it may give by now. */
function appliedPercent(
  inverters: readonly CommandedInverter[],
  { isNight, nowMs }: Observed,
): number | null {
  const isAnswering = ({ unit }: CommandedInverter) => unit.map !== null && !unit.isSilent;
  const counted = inverters.filter(inverter => !isNight || isAnswering(inverter));
  const rated = sum(counted.map(({ record }) => record.pn));
  const left = counted.map(inverter => {
    const { active } = inverter.states;
    const percent = isAnswering(inverter) ? (active.readBack ?? 100) : active.highestUnseen(nowMs);
    return inverter.record.pn * percent;
  });
  return rated === 0 ? null : Math.round((10 * sum(left)) / rated) / 10;
}

/**
 * Power of the inverters that follow limits, kW: what they say or what the meter proves, whichever is more. Null where one of them does not
 * answer and no meter proves what it gives, unless what is known is above the limit already.
 */
function provenPower(inverters: readonly CommandedInverter[], observed: Observed): number | null {
  const { orders, answers, metered, isNight } = observed;
  const powerOf = ({ record }: CommandedInverter) => {
    const { isResponding, values } = answers.get(record.id) ?? {};
    return isResponding ? (values?.pac ?? null) : null;
  };
  const [follow, free] = [true, false].map(does =>
    inverters.filter(({ record }) => record.controllo_p === does),
  );
  const ofFree = (free ?? []).map(powerOf);
  const isFreeKnown = isNight || ofFree.every(power => power !== null);
  const known = sum((follow ?? []).map(inverter => powerOf(inverter) ?? 0));
  const beside = sum(ofFree.map(power => power ?? 0));
  const proven = (power: number | null) => (power === null || !isFreeKnown ? null : power - beside);
  const production = proven(metered.production);
  const least = Math.max(known, production ?? 0, proven(metered.exported) ?? 0);
  const isComplete = isNight || production !== null || (follow ?? []).every(each => powerOf(each) !== null);
  const limitKw = (sum((follow ?? []).map(({ record }) => record.pn)) * (orders.limit ?? 100)) / 100;
  return isComplete || least > limitKw ? least : null;
}

/** The datalogger as the controller of the inverters that it commands: all percentages are of their rated power. */
export function controllerAnswer(inverters: readonly CommandedInverter[], observed: Observed): Answer {
  const { answers, nowS } = observed;
  const { limit, reactive } = observed.orders;
  const follow = inverters.filter(({ record }) => record.controllo_p);
  const rated = sum(follow.map(({ record }) => record.pn));
  const measured = inverters.flatMap(({ record }) => {
    const { isResponding, values } = answers.get(record.id) ?? {};
    return isResponding && values ? [{ record, pac: values.pac ?? 0, qac: values.qac ?? 0 }] : [];
  });
  const p = provenPower(inverters, observed);
  const qac = sum(measured.map(({ record, qac }) => record.segno_q * qac));
  const { none, reactiveByPlant, fixedPowerFactor } = controllerFunctions;
  const { inForce } = observed.orders;
  const ofReactive = reactive?.kind === 'share' ? reactiveByPlant : reactive ? fixedPowerFactor : none;
  const isKnown = measured.length > 0;
  const knownP = sum(measured.flatMap(({ record, pac }) => (record.controllo_p ? pac : [])));
  return {
    record: ownId,
    part: 0,
    isResponding: true,
    sampled: nowS,
    validS,
    state: isKnown ? controllerStates.autonomous : controllerStates.unavailable,
    values: {
      p: isKnown ? p : null,
      qac: isKnown ? qac : null,
      cosphi: Math.hypot(knownP, qac) > leastKva ? powerFactor(knownP, qac) : null,
      plim: appliedPercent(follow, observed),
      psp: limit ?? 100,
      qsp: reactive?.kind === 'share' ? reactive.percent : null,
      fsp: reactive?.kind === 'factor' ? reactive.value : null,
      funzione: inForce ? functionOfLimit(inForce.source) : ofReactive,
      funzioneq: ofReactive,
      pn: rated,
      smax: rated,
      qmax: fullReactive * rated,
    },
  };
}
