/** So many wait for one account; the last of them is answered before a console gives up. */
const mostWaiting = 4;

interface Waiting {
  /** How often it was tried from where this attempt comes from: whoever guesses has, whoever knows the password has hardly. */
  readonly tries: number;
  readonly answer: (isTurn: boolean) => void;
}

/** Lets attempts at one account through one by one: first whoever has tried least, of equals the first to come. */
export class Turns {
  readonly #waiting = new Map<string, Waiting[]>();

  /**
   * Resolves with true when it is this attempt's turn, `gapMs` after the one before at least; with false at once, or as soon as
   * one that was tried less needs the place.
   */
  wait(key: string, gapMs: number, tries: number): Promise<boolean> {
    const queue = this.#waiting.get(key) ?? [];
    const last = queue.at(-1);
    if (queue.length >= mostWaiting) {
      if (!last || last.tries <= tries) return Promise.resolve(false);
      queue.pop();
      last.answer(false);
    }
    return new Promise(answer => {
      queue.push({ tries, answer });
      queue.sort((a, b) => a.tries - b.tries);
      if (this.#waiting.has(key)) return;
      this.#waiting.set(key, queue);
      this.#next(key, queue, gapMs);
    });
  }

  #next(key: string, queue: Waiting[], gapMs: number): void {
    const timer = setTimeout(() => {
      queue.shift()?.answer(true);
      queue.length > 0 ? this.#next(key, queue, gapMs) : this.#waiting.delete(key);
    }, gapMs);
    timer.unref();
  }
}
