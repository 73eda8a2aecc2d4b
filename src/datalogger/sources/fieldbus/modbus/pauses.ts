/** Waits, some of which a new request ends. */
export class Pauses {
  readonly #wakes = new Set<() => void>();

  of(ms: number): Promise<void> {
    return ms <= 0 ? Promise.resolve() : new Promise(resolve => setTimeout(resolve, ms));
  }

  /** Lasts until `endAll` at most. */
  untilWoken(ms: number): Promise<void> {
    if (ms <= 0) return Promise.resolve();
    return new Promise(resolve => {
      const end = () => {
        clearTimeout(timer);
        this.#wakes.delete(end);
        resolve();
      };
      const timer = setTimeout(end, ms);
      this.#wakes.add(end);
    });
  }

  endAll(): void {
    for (const wake of this.#wakes) wake();
  }
}
