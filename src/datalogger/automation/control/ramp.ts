/** % of the base per minute; null for none. */
export interface RampRates {
  readonly upPercent: number | null;
  readonly downPercent: number | null;
}

/** A target that reaches what is asked no faster than its ramps allow. Without a ramp it is there at once. */
export class Ramp {
  #value: number | null = null;
  #atMs = 0;

  get isRunning(): boolean {
    return this.#value !== null;
  }

  /** The target at `nowMs`, in the unit of `asked`. The first ramp begins at `present`. */
  next(
    asked: number,
    nowMs: number,
    { present, base, rates }: { present: number; base: number; rates: RampRates },
  ): number {
    const value = this.#value ?? Math.max(asked, present);
    const minutes = this.#value === null ? 0 : (nowMs - this.#atMs) / 60_000;
    const reach = (percent: number | null) =>
      percent === null ? Number.POSITIVE_INFINITY : (base * percent * minutes) / 100;
    this.#atMs = nowMs;
    this.#value =
      asked < value
        ? Math.max(asked, value - reach(rates.downPercent))
        : Math.min(asked, value + reach(rates.upPercent));
    return this.#value;
  }

  end(): void {
    this.#value = null;
  }
}
