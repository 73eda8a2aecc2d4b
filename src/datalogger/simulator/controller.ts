import { controllerFunctions, controllerStates } from '../../contract/codes';

/** Least time between two commands, s (CEI 0-16 Annex O, fast control loop). An earlier command is refused. */
const shortestIntervalS = 3;
/** % of the rated power per second. */
const rampPerSecond = 10;
/** Q(V): share of the rated power at full deviation, voltages (per unit) where Q(V) starts, and deviation at which it is full. */
export const fullReactive = 0.484;
const highStart = 1.01;
const lowStart = 0.97;
const fullDeviation = 0.07;

/** Reactive power that Q(V) demands at a voltage in per unit, as a share of the rated power, capacitive positive. */
export function reactiveShare(voltage: number): number {
  const high = Math.min(1, Math.max(0, voltage - highStart) / fullDeviation);
  const low = Math.min(1, Math.max(0, lowStart - voltage) / fullDeviation);
  return fullReactive * (low - high);
}

/** A set-point for the reactive power: a share of the rated power, or a power factor; negative is inductive. */
export type ReactiveOrder =
  | { readonly kind: 'share'; readonly share: number }
  | { readonly kind: 'powerFactor'; readonly value: number };

/** A field that is left out does not change; null returns to the controller's own regulation. */
interface OperatorOrder {
  readonly percent?: number | null;
  readonly reactive?: ReactiveOrder | null;
}

/** The central plant controller: one limit of the active power, followed by a ramp, and the regulation of the reactive power. */
export class Controller {
  /** The limit that applies now, after the ramp, in % of the rated power. */
  limitPercent = 100;
  /** Limits set by the distribution operator, the plant's own operator and the schedules, in %; null when none is set. */
  #remotePercent = 100;
  #ownPercent: number | null = null;
  #scheduledPercent: number | null = null;
  #reactive: ReactiveOrder | null = null;
  #curve = reactiveShare;
  #lastRemote = Number.NEGATIVE_INFINITY;
  #lastOwn = Number.NEGATIVE_INFINITY;

  /** Sets the distribution operator's limit (0 to 100 %) at `t`; false when it comes too soon after the last one. */
  request(percent: number, t: number): boolean {
    if (percent === this.#remotePercent) return true;
    if (t - this.#lastRemote < shortestIntervalS) return false;
    this.#lastRemote = t;
    this.#remotePercent = Math.max(0, Math.min(100, percent));
    return true;
  }

  /** Sets what the plant's own operator orders at `t` (null: the controller's own regulation); false when it comes too soon. */
  order(change: OperatorOrder, t: number): boolean {
    if (t - this.#lastOwn < shortestIntervalS) return false;
    this.#lastOwn = t;
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

  /** Sets the Q(V) curve: voltage in per unit -> share of the rated power. */
  regulate(curve: (voltage: number) => number): void {
    this.#curve = curve;
  }

  step(seconds: number): void {
    const gap = this.setPercent - this.limitPercent;
    const reach = rampPerSecond * seconds;
    this.limitPercent = Math.abs(gap) <= reach ? this.setPercent : this.limitPercent + Math.sign(gap) * reach;
  }

  /** The requested limit, in % of the rated power: the lower of the distribution operator's limit and the plant's own. */
  get setPercent(): number {
    return Math.min(this.#remotePercent, this.#plantPercent);
  }

  /** A limit of the plant's own operator has priority over the schedules. */
  get #plantPercent(): number {
    return this.#ownPercent ?? this.#scheduledPercent ?? 100;
  }

  get state(): number {
    return this.#remotePercent < 100 ? controllerStates.automatic : controllerStates.autonomous;
  }

  /** The function that acts: a limit of the active power has priority over the regulation of the reactive power. */
  get activeFunction(): number {
    if (this.setPercent === 100) return this.reactiveFunction;
    const isRemote = this.#remotePercent <= this.#plantPercent;
    return isRemote ? controllerFunctions.limitByOperator : controllerFunctions.setPointByMarket;
  }

  get reactiveFunction(): number {
    const { reactiveByVoltage, reactiveByMarket, fixedPowerFactor } = controllerFunctions;
    if (!this.#reactive) return reactiveByVoltage;
    return this.#reactive.kind === 'share' ? reactiveByMarket : fixedPowerFactor;
  }

  /** Reactive power requested at a voltage in per unit; it and the active power `p` are shares of the rated power. */
  reactiveFor(voltage: number, p: number): number {
    const order = this.#reactive;
    if (!order) return this.#curve(voltage);
    const share =
      order.kind === 'share'
        ? order.share
        : Math.sign(order.value) * Math.max(0, p) * Math.tan(Math.acos(Math.abs(order.value)));
    return Math.max(-fullReactive, Math.min(fullReactive, share));
  }
}
