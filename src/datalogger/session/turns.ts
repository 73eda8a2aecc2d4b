/** How many attempts may wait for one account: so few that the last one is answered before a console gives up. */
const mostWaiting = 4;

interface Waiting {
  /** Number of earlier attempts from the same place: many from a guesser, few from somebody who knows the password. */
  readonly tries: number;
  readonly answer: (isTurn: boolean) => void;
}

/** Lets attempts on one account through one at a time: those from places with the fewest attempts first, among equals the earliest. */
export class Turns {
  readonly #waiting = new Map<string, Waiting[]>();

  /**
   * Resolves with true when it is this attempt's turn, at least `gapMs` after the previous one; with false where all places are taken, or
   * as soon as an attempt from a place with fewer attempts needs this one's place.
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
