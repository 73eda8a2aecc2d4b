import { controllerFunctions, controllerStates } from '../../../../contract/codes';
import type { PlantCommand, Simulation } from '../../../plant/source';
import type { Delivery, Regulation } from './regulation';

/** Least time between two limits of the distribution operator, s (CEI 0-16:2025-12, Annex O, fast loop). An earlier one is refused. */
const shortestIntervalS = 3;
type OutsideSource = Extract<PlantCommand, { kind: 'outside-limit' }>['source'];

/** % of the greatest apparent power per second. */
const rampPerSecond = 10;

/** A set-point for the reactive power: a share of the greatest apparent power, or a power factor; negative is inductive. */
export type ReactiveOrder =
  | { readonly kind: 'share'; readonly share: number }
  | { readonly kind: 'powerFactor'; readonly value: number };

const isSameOrder = (a: ReactiveOrder | null, b: ReactiveOrder | null): boolean =>
  a === b || (a !== null && b !== null && JSON.stringify(a) === JSON.stringify(b));

/** A field that is left out does not change; null returns to the controller's own regulation. */
interface OperatorOrder {
  readonly percent?: number | null;
  readonly reactive?: ReactiveOrder | null;
}

/**
 * The central plant controller: one limit of the active power, followed by a ramp, and the regulation of the reactive power, both at the
 * point of delivery. Percentages are of the greatest apparent power (CEI 0-16:2025-12, Annex O).
 */
export class Controller {
  /** The limit that applies now, after the ramp, in %. */
  limitPercent = 100;
  readonly #regulation: Regulation;
  /** Limits set by the distribution operator, the plant's own operator and the schedules, in %; null when none is set. */
  #remotePercent = 100;
  #ownPercent: number | null = null;
  #scheduledPercent: number | null = null;
  /** What those limit it to who have a connection to the datalogger, in %. */
  readonly #outside = new Map<OutsideSource, number>();
  #reactive: ReactiveOrder | null = null;
  /** What the distribution operator and the plant's own operator ask of the reactive power. */
  #remoteReactive: ReactiveOrder | null = null;
  #lastRemote = Number.NEGATIVE_INFINITY;
  #lastRemoteReactive = Number.NEGATIVE_INFINITY;
  #lastOwn = Number.NEGATIVE_INFINITY;
  /** Seconds since the last message of the distribution operator. */
  #unheardS = 0;

  constructor(regulation: Regulation) {
    this.#regulation = regulation;
  }

  /** Sets the distribution operator's limit (0 to 100 %) at `t`; false when it comes too soon after the last one. */
  request(percent: number, t: number): boolean {
    if (percent === this.#remotePercent) return true;
    if (t - this.#lastRemote < shortestIntervalS) return false;
    this.#lastRemote = t;
    this.#remotePercent = Math.max(0, Math.min(100, percent));
    return true;
  }

  /** Sets what the distribution operator asks of the reactive power at `t`, null for nothing; false when it comes too soon after the last. */
  requestReactive(order: ReactiveOrder | null, t: number): boolean {
    if (isSameOrder(order, this.#remoteReactive)) return true;
    if (t - this.#lastRemoteReactive < shortestIntervalS) return false;
    this.#lastRemoteReactive = t;
    this.#remoteReactive = order;
    return true;
  }

  /**
   * Sets what the plant's own operator orders at `t`; false when it comes too soon after the last order (slow loop). The way back to the
   * controller's own regulation is never too soon.
   */
  order(change: OperatorOrder, t: number): boolean {
    const isReturn = change.percent === null && change.reactive === null;
    if (!isReturn && t - this.#lastOwn < this.#regulation.settings.slowLoopS) return false;
    this.#lastOwn = isReturn ? Number.NEGATIVE_INFINITY : t;
    if (change.percent !== undefined) this.#ownPercent = change.percent;
    if (change.reactive !== undefined) this.#reactive = change.reactive;
    return true;
  }

  /** Sets the limit of the schedules. False while the plant's own operator has set a limit, because that limit has priority. */
  schedule(percent: number | null): boolean {
    if (percent !== null && this.#ownPercent !== null) return false;
    this.#scheduledPercent = percent;
    return true;
  }

  /** Sets the limit of somebody outside, null for none: it limits further than others, and never less. */
  limitFromOutside(source: OutsideSource, percent: number | null): void {
    this.#outside.set(source, percent ?? 100);
  }

  /** Advances by `seconds`; `isHeard`: whether the link to the distribution operator is up. */
  step(seconds: number, isHeard: boolean): void {
    this.#unheardS = isHeard ? 0 : this.#unheardS + seconds;
    const gap = this.setPercent - this.limitPercent;
    const reach = rampPerSecond * seconds;
    this.limitPercent = Math.abs(gap) <= reach ? this.setPercent : this.limitPercent + Math.sign(gap) * reach;
  }

  get isHeard(): boolean {
    return this.#unheardS === 0;
  }

  /** kW at the point of delivery that the limit allows; null if absent. */
  get limitKw(): number | null {
    const { apparentKva } = this.#regulation.settings;
    return Math.min(this.limitPercent, this.setPercent) >= 100
      ? null
      : (this.limitPercent / 100) * apparentKva;
  }

  /** The requested limit in %: the lower of the distribution operator's limit and the plant's own. */
  get setPercent(): number {
    return Math.min(this.#operatorPercent, this.#plantPercent);
  }

  /** The limit that is requested, and whose it is; of two equal ones that of the higher priority. */
  get limit(): ReturnType<Simulation['limit']> {
    const percent = this.setPercent;
    if (percent >= 100) return null;
    if (this.#operatorPercent <= percent) return { percent, source: 'grid-operator' };
    if ((this.#outside.get('third-party') ?? 100) <= percent) return { percent, source: 'third-party' };
    return { percent, source: this.#ownPercent === null ? 'schedule' : 'operator' };
  }

  /** The distribution operator's limit ends with its link, unless the plant is configured to keep it. */
  get #operatorPercent(): number {
    const remote = this.#isAlone ? 100 : this.#remotePercent;
    return Math.min(remote, this.#outside.get('grid-operator') ?? 100);
  }

  /** Whether the link to the distribution operator is lost for so long that what is configured for that takes over. */
  get #isAlone(): boolean {
    const { fallback, lostAfterS } = this.#regulation.settings;
    return fallback !== 'mantieni' && this.#unheardS >= lostAfterS;
  }

  /** A limit of the plant's own operator has priority over the schedules. */
  get #plantPercent(): number {
    const own = this.#ownPercent ?? this.#scheduledPercent ?? 100;
    return Math.min(own, this.#outside.get('third-party') ?? 100);
  }

  get state(): number {
    return this.#operatorPercent < 100 || this.#heardReactive
      ? controllerStates.automatic
      : controllerStates.autonomous;
  }

  /** The function that acts: a limit of the active power has priority over the regulation of the reactive power. */
  get activeFunction(): number {
    if (this.setPercent === 100) return this.reactiveFunction;
    const isRemote = this.#operatorPercent <= this.#plantPercent;
    return isRemote ? controllerFunctions.limitByOperator : controllerFunctions.limitByPlant;
  }

  /** The distribution operator's order, which ends with its link as its limit does. */
  get #heardReactive(): ReactiveOrder | null {
    return this.#isAlone ? null : this.#remoteReactive;
  }

  get reactiveFunction(): number {
    const { reactiveByVoltage, reactiveByPlant, fixedPowerFactor, powerFactorByPower } = controllerFunctions;
    const { reactiveByOperator, powerFactorByOperator } = controllerFunctions;
    const heard = this.#heardReactive;
    if (heard) return heard.kind === 'share' ? reactiveByOperator : powerFactorByOperator;
    if (this.#reactive) return this.#reactive.kind === 'share' ? reactiveByPlant : fixedPowerFactor;
    const { fallback } = this.#regulation.settings;
    if (this.#isAlone && fallback === 'cosphi_fisso') return fixedPowerFactor;
    return this.#isAlone && fallback === 'cosphi_p' ? powerFactorByPower : reactiveByVoltage;
  }

  /** The power factor that is requested; null while none is. */
  get askedFactor(): number | null {
    const order = this.#heardReactive ?? this.#reactive;
    if (order) return order.kind === 'powerFactor' ? order.value : null;
    const isFixed = this.reactiveFunction === controllerFunctions.fixedPowerFactor;
    return isFixed ? this.#regulation.settings.powerFactor : null;
  }

  /** Reactive power requested at the point of delivery, kvar. */
  reactiveAt(delivery: Delivery): number {
    const order = this.#heardReactive ?? this.#reactive;
    const regulation = this.#regulation;
    if (order?.kind === 'share') return regulation.atShare(order.share);
    if (order) return regulation.atFactor(order.value, delivery.kw);
    const { fixedPowerFactor, powerFactorByPower } = controllerFunctions;
    if (this.reactiveFunction === fixedPowerFactor)
      return regulation.atFactor(regulation.settings.powerFactor, delivery.kw);
    return this.reactiveFunction === powerFactorByPower
      ? regulation.byPower(delivery)
      : regulation.byVoltage(delivery);
  }
}
