/** Dead time before one was measured, and its bounds, ms. */
const assumedMs = 5000;
const leastMs = 500;
const mostMs = 30_000;
/** A change that the meter has not shown within this time may never be seen, ms. */
const longestAwaitedMs = 12_000;
/** A step has arrived when this share of it is seen. */
const seenShare = 0.5;
/** A shorter dead time than the known one counts with this weight: one quick answer does not make a line quick. */
const quickWeight = 0.2;

interface Step {
  readonly sentMs: number;
  readonly from: number;
  readonly change: number;
}

/** Measures how long the meter needs to show what was written to the inverters: the line, the inverter, and the meter's own polls. */
export class DeadTime {
  ms = assumedMs;
  #step: Step | null = null;

  /** Whether a change is on its way that the meter does not show yet. */
  isAwaited(nowMs: number): boolean {
    return this.#step !== null && nowMs - this.#step.sentMs < longestAwaitedMs;
  }

  /** A change of the power by `change` kW was decided while the meter showed `from` kW. */
  begin(sentMs: number, from: number, change: number): void {
    this.#step = { sentMs, from, change };
  }

  /** The meter shows `kw` in a sample of `sampledMs`. */
  see(sampledMs: number, kw: number): void {
    const step = this.#step;
    if (!step || sampledMs <= step.sentMs) return;
    const tookMs = sampledMs - step.sentMs;
    if (tookMs > mostMs) this.#step = null;
    else if ((kw - step.from) / step.change >= seenShare) {
      const kept = tookMs >= this.ms ? tookMs : this.ms + quickWeight * (tookMs - this.ms);
      this.ms = Math.min(mostMs, Math.max(leastMs, kept));
      this.#step = null;
    }
  }
}
