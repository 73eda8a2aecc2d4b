import { controllerFunctions, controllerStates } from '../../contract/codes';

/** Commands that come sooner after one another are refused, s (CEI 0-16 Annex O, fast ring). */
const shortestIntervalS = 3;
/** % of the rated power a second. */
const rampPerSecond = 10;
/** Q(V): share of the rated power at full deviation, and the voltages (per unit) where it starts and is full. */
export const fullReactive = 0.484;
const highStart = 1.01;
const lowStart = 0.97;
const fullDeviation = 0.07;

/** The voltages where Q(V) bends, in per unit, rising. */
export const bends = [lowStart - fullDeviation, lowStart, highStart, highStart + fullDeviation] as const;

/** Reactive power as a share of the rated power, capacitive positive, that Q(V) asks at a voltage in per unit. */
export function reactiveShare(voltage: number): number {
  const high = Math.min(1, Math.max(0, voltage - highStart) / fullDeviation);
  const low = Math.min(1, Math.max(0, lowStart - voltage) / fullDeviation);
  return fullReactive * (low - high);
}

/** A set-point for the reactive power: a share of the rated power, or a power factor; negative is inductive. */
export type ReactiveOrder =
  | { readonly kind: 'share'; readonly share: number }
  | { readonly kind: 'powerFactor'; readonly value: number };

/** What is left out stays; null is back to the controller's own regulation. */
interface OperatorOrder {
  readonly percent?: number | null;
  readonly reactive?: ReactiveOrder | null;
}

/** The central plant controller: one active-power limit, ramped, and the regulation of the reactive power. */
export class Controller {
  /** % of the rated power now allowed. */
  limitPercent = 100;
  /** % that the distribution operator and the plant's own operator allow, and the schedules; null where nothing was asked. */
  #remotePercent = 100;
  #ownPercent: number | null = null;
  #scheduledPercent: number | null = null;
  #reactive: ReactiveOrder | null = null;
  #curve = reactiveShare;
  #lastRemote = Number.NEGATIVE_INFINITY;
  #lastOwn = Number.NEGATIVE_INFINITY;

  /** Takes the distribution operator's limit (0 to 100 %) at `t`; false when it comes too soon after the last one. */
  request(percent: number, t: number): boolean {
    if (percent === this.#remotePercent) return true;
    if (t - this.#lastRemote < shortestIntervalS) return false;
    this.#lastRemote = t;
    this.#remotePercent = Math.max(0, Math.min(100, percent));
    return true;
  }

  /** Takes a set-point of the plant's own operator at `t`, null for its own regulation; false when it comes too soon. */
  order(change: OperatorOrder, t: number): boolean {
    if (t - this.#lastOwn < shortestIntervalS) return false;
    this.#lastOwn = t;
    if (change.percent !== undefined) this.#ownPercent = change.percent;
    if (change.reactive !== undefined) this.#reactive = change.reactive;
    return true;
  }

  /** Takes what the schedules ask; false while a limit of the plant's own operator holds: it outranks them. */
  schedule(percent: number | null): boolean {
    if (percent !== null && this.#ownPercent !== null) return false;
    this.#scheduledPercent = percent;
    return true;
  }

  /** Q(V): the share of the rated power that a voltage in per unit asks for. */
  regulate(curve: (voltage: number) => number): void {
    this.#curve = curve;
  }

  step(seconds: number): void {
    const gap = this.setPercent - this.limitPercent;
    const reach = rampPerSecond * seconds;
    this.limitPercent = Math.abs(gap) <= reach ? this.setPercent : this.limitPercent + Math.sign(gap) * reach;
  }

  /** % of the rated power that is asked: the lower of the distribution operator's limit and the plant's own. */
  get setPercent(): number {
    return Math.min(this.#remotePercent, this.#plantPercent);
  }

  /** A command outranks the schedules. */
  get #plantPercent(): number {
    return this.#ownPercent ?? this.#scheduledPercent ?? 100;
  }

  get state(): number {
    return this.#remotePercent < 100 ? controllerStates.automatic : controllerStates.autonomous;
  }

  /** What acts first: a limit of the active power before the reactive power. */
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

  /** Share of the rated power asked of the inverters, at a voltage in per unit and a share `p` of active power. */
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
