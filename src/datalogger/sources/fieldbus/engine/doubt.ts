/** The serial number is read again when another device may be there, but not more often than this, ms. */
const pauseMs = 60_000;

/** Whether another device may be at the place of a known one: the connection is new, it was silent, or a counter jumped. */
export class Doubt {
  #isOpen = false;
  #readMs = Number.NEGATIVE_INFINITY;
  #reconnects = 0;

  raise(): void {
    this.#isOpen = true;
  }

  /** Whether the serial number has to be read now. `reconnects`: connections of the line after its first. */
  isDue(reconnects: number, nowMs: number): boolean {
    this.#isOpen ||= reconnects !== this.#reconnects;
    this.#reconnects = reconnects;
    if (!this.#isOpen || nowMs - this.#readMs < pauseMs) return false;
    this.#isOpen = false;
    this.#readMs = nowMs;
    return true;
  }
}
