import { inverterStates } from '../../../../contract/codes';
import { type InverterState, isFeeding, limitSources } from './inverter';
import { fullReactive } from './regulation';

/** An inverter this near to the common limit is held by it. */
const nearLimit = 0.98;

const stands = ({ presence }: InverterState) => presence > 0;

/**
 * The limit of each inverter, % of its rated power, with which all of them together give at most `neededKw`. Inverters that follow no
 * limit count with what they give; those in less light than the limit leave their share to the others.
 */
export function powerLimitOf(inverters: readonly InverterState[], neededKw: number): number {
  const led = inverters.filter(inverter => stands(inverter) && inverter.isPowerControlled);
  const free = inverters.filter(({ isPowerControlled }) => !isPowerControlled);
  const rest = neededKw - totalKw(free);
  const even = rest / ratedKw(led);
  const held = led.filter(inverter => {
    const { state, limitSource, pac, plan } = inverter;
    const isHeldByLimit = state === inverterStates.throttled && (limitSource & limitSources.derated) === 0;
    return isFeeding(inverter) && (isHeldByLimit || pac >= nearLimit * even * plan.ratedKw);
  });
  if (held.length === 0) return percent(even);
  const others = led.filter(inverter => !held.includes(inverter));
  return percent((rest - totalKw(others)) / ratedKw(held));
}

/** The reactive power of the inverters together, kvar, as a share of the rated power of each that feeds and follows it. */
export function reactiveShareOf(inverters: readonly InverterState[], kvar: number): number {
  const rated = ratedKw(inverters.filter(inverter => inverter.isReactiveControlled && isFeeding(inverter)));
  return rated <= 0 ? 0 : Math.max(-fullReactive, Math.min(fullReactive, kvar / rated));
}

const ratedKw = (inverters: readonly InverterState[]) =>
  inverters.reduce((sum, { plan, presence }) => sum + plan.ratedKw * presence, 0);
const totalKw = (inverters: readonly InverterState[]) =>
  inverters.reduce((sum, { pac, presence }) => sum + pac * presence, 0);
const percent = (share: number) => (Number.isFinite(share) ? Math.max(0, Math.min(100, 100 * share)) : 100);
