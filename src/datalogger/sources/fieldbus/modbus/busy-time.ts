/** Window (ms) over which the load is averaged. */
const windowMs = 10_000;

/** How much of its time a line is in use. Times in ms of the monotonic clock. */
export class BusyTime {
  #ms = 0;
  #sinceMs: number;
  #share = 0;

  constructor(nowMs: number) {
    this.#sinceMs = nowMs;
  }

  add(ms: number, nowMs: number, connections: number): void {
    this.#ms += ms;
    const passedMs = nowMs - this.#sinceMs;
    if (passedMs < windowMs) return;
    this.#share = Math.min(1, this.#ms / passedMs / connections);
    this.#ms = 0;
    this.#sinceMs = nowMs;
  }

  /** Share of the time in which a request was in flight, 0 to 1. */
  share(nowMs: number, connections: number): number {
    this.add(0, nowMs, connections);
    return this.#share;
  }
}
