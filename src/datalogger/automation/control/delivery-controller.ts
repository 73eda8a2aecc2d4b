import { type ActiveDecision, ActiveLoop, type ActiveSettings } from './active-loop';
import type { ReactiveLaw } from './reactive-law';
import { type DeliverySample, ReactiveLoop } from './reactive-loop';
import { type InverterSight, sumOf } from './sight';

/** What the whole plant shall do at the point of delivery. */
export interface DeliveryOrder {
  /** kW; null for no limit. */
  readonly limitKw: number | null;
  readonly reactive: ReactiveLaw | null;
}

export interface DeliverySight {
  readonly nowMs: number;
  readonly meter: DeliverySample | null;
  readonly inverters: readonly (InverterSight & {
    readonly takesReactive: boolean;
    /** Reactive power that it reports, capacitive positive; null while it does not. */
    readonly kvar: number | null;
  })[];
}

export interface DeliveryDecision extends ActiveDecision {
  /** % of the rated power for every inverter that takes reactive power; null for none. */
  readonly reactivePercent: number | null;
}

/** The controller at the point of delivery: active and reactive power by the exchange meter. Knows no device, and asks nobody for the time. */
export class DeliveryController {
  readonly #active: ActiveLoop;
  readonly #reactive = new ReactiveLoop();

  constructor(settings: ActiveSettings) {
    this.#active = new ActiveLoop(settings);
  }

  set settings(settings: ActiveSettings) {
    this.#active.settings = settings;
  }

  /** ms that the slowest part of the loop needs, as measured. */
  get deadTimeMs(): number {
    return this.#active.deadTime.ms;
  }

  step({ limitKw, reactive }: DeliveryOrder, sight: DeliverySight): DeliveryDecision {
    const { nowMs, meter, inverters } = sight;
    const active = this.#active.step(limitKw, sight);
    const regulated = inverters.filter(({ isReachable, takesReactive }) => isReachable && takesReactive);
    const reactivePercent = this.#reactive.step(
      reactive,
      this.#active.settings.baseKw,
      {
        nowMs,
        meter,
        madeKvar: inverters.reduce<number | null>(
          (sum, { kvar }) => (sum === null || kvar === null ? null : sum + kvar),
          0,
        ),
        madeKw: sumOf(inverters.map(({ powerKw }) => powerKw ?? 0)),
        ratedKw: sumOf(regulated.map(({ ratedKw }) => ratedKw)),
        isSettled: regulated.every(({ isSettled }) => isSettled),
        writtenMs: Math.max(Number.NEGATIVE_INFINITY, ...regulated.map(({ writtenMs }) => writtenMs)),
      },
      this.deadTimeMs,
    );
    return { ...active, reactivePercent };
  }
}
