import { type Delivery, type ReactiveLaw, ReactiveTarget } from './reactive-law';

/** The point of delivery: the meter's power, reactive power (kvar, capacitive positive) and voltage. */
export interface DeliverySample extends Delivery {
  readonly kvar: number;
  readonly sampledMs: number;
}

export interface ReactiveSight {
  readonly nowMs: number;
  /** Null while the meter does not answer. */
  readonly meter: DeliverySample | null;
  /** kW that the inverters report; without the meter the law follows it. */
  readonly madeKw: number;
  /** kvar that they report, capacitive positive; null where one of them does not. */
  readonly madeKvar: number | null;
  /** Rated power of the inverters that answer and take reactive power, kW. */
  readonly ratedKw: number;
  /** Whether all of them were written and read back, and when last, ms. */
  readonly isSettled: boolean;
  readonly writtenMs: number;
}

/** Greatest reactive power of an inverter as a share of its rated power: power factor 0.9 at full power (CEI 0-16). */
const fullReactive = 0.484;
/** What is corrected: a difference of this share of the base, and of the active power (0.003 of a power factor near 0.95). */
const bandShare = 0.004;
const bandOfPower = 0.01;
/** The order that the inverters have is corrected no sooner than this after it was given, ms: more than the pause between two orders. */
const settleMs = 12_000;

/**
 * Regulates the reactive power at the point of delivery: one share of the rated power for all inverters, corrected by what the meter shows of
 * lines, transformer and consumption. Without the meter the law is followed by the inverters alone.
 */
export class ReactiveLoop {
  readonly #target = new ReactiveTarget();
  /** kvar that the inverters are ordered together. */
  #orderedKvar: number | null = null;
  #sampledMs = Number.NEGATIVE_INFINITY;
  #changedMs = Number.NEGATIVE_INFINITY;
  #law = '';

  /** % of the rated power that each inverter is ordered; null without a law, and while nobody can follow it. */
  step(law: ReactiveLaw | null, baseKw: number, sight: ReactiveSight, deadMs: number): number | null {
    const { meter, madeKw, ratedKw } = sight;
    if (law === null || ratedKw <= 0) {
      this.#orderedKvar = null;
      return null;
    }
    const most = fullReactive * ratedKw;
    const delivery = meter ?? { kw: madeKw, voltage: null };
    const wanted = this.#target.of(law, delivery, { baseKw, most });
    const isNewLaw = JSON.stringify(law) !== this.#law;
    this.#law = JSON.stringify(law);
    const isNew = meter === null || meter.sampledMs > this.#sampledMs;
    if (this.#orderedKvar === null || isNewLaw || isNew)
      this.#correct(wanted, sight, { most, deadMs, baseKw, isNewLaw });
    this.#sampledMs = meter?.sampledMs ?? this.#sampledMs;
    return this.#orderedKvar === null ? null : Math.round((1000 * this.#orderedKvar) / ratedKw) / 10;
  }

  #correct(
    wanted: number,
    { nowMs, meter, madeKvar, isSettled, writtenMs }: ReactiveSight,
    { most, deadMs, baseKw, isNewLaw }: { most: number; deadMs: number; baseKw: number; isNewLaw: boolean },
  ): void {
    const before = this.#orderedKvar;
    if (before === null) {
      // Consumption and transformer are made up for from the beginning: what the meter shows beside what the inverters give by themselves.
      const beside = meter && madeKvar !== null ? meter.kvar - madeKvar : 0;
      this.#order(wanted - beside, most, nowMs);
      return;
    }
    const lastMs = Math.max(writtenMs, this.#changedMs);
    const isShown = isSettled
      ? (meter?.sampledMs ?? nowMs) >= lastMs + deadMs
      : nowMs >= this.#changedMs + settleMs + deadMs;
    if (!isNewLaw && !isShown) return;
    const missing = meter ? wanted - meter.kvar : wanted - before;
    const band = Math.min(
      bandShare * baseKw,
      Math.max(0.001 * baseKw, bandOfPower * Math.abs(meter?.kw ?? baseKw)),
    );
    if (Math.abs(missing) > band) this.#order(before + missing, most, nowMs);
  }

  #order(kvar: number, most: number, nowMs: number): void {
    this.#orderedKvar = Math.max(-most, Math.min(most, kvar));
    this.#changedMs = nowMs;
  }
}
