import { randomBytes } from 'node:crypto';
import type { Clock } from '../../core/time/clock';

/** A selected command, and who selected it. */
export interface Selection<Planned> {
  readonly id: string;
  /** `cci.1`, `tracker` or `tracker.2`. */
  readonly object: string;
  readonly user: string;
  readonly sessionId: string;
  /** Epoch s of the device's clock. */
  readonly expires: number;
  /** The same on the monotonic clock, ms, so that setting the clock changes nothing. */
  readonly expiresMs: number;
  readonly planned: Planned;
}

type Taken<Planned> =
  | { readonly kind: 'taken'; readonly selection: Selection<Planned> }
  | { readonly kind: 'unknown' | 'expired' };

/** Commands between their two steps. One operator at a time for each object; a selection can be confirmed once, and for a short time. */
export class CommandSelections<Planned> {
  readonly #clock: Clock;
  readonly #forS: number;
  readonly #waiting = new Map<string, Selection<Planned>>();

  constructor(clock: Clock, forS: number) {
    this.#clock = clock;
    this.#forS = forS;
  }

  /** The user of another session who has selected the object, a part of it, or something that contains it; null when it is free. */
  holderOf(object: string, sessionId: string): string | null {
    const other = [...this.#waiting.values()].find(
      selection =>
        selection.sessionId !== sessionId && this.#isInForce(selection) && overlaps(selection.object, object),
    );
    return other?.user ?? null;
  }

  /** Replaces an earlier selection of the same object by the same session. */
  select(wish: Pick<Selection<Planned>, 'object' | 'user' | 'sessionId' | 'planned'>): Selection<Planned> {
    for (const [id, old] of this.#waiting) {
      const isReplaced = old.sessionId === wish.sessionId && overlaps(old.object, wish.object);
      // An expired one is kept for a while, so that the answer to its confirmation can say that it is expired.
      if (isReplaced || old.expiresMs + 10_000 * this.#forS < this.#clock.monotonic())
        this.#waiting.delete(id);
    }
    const id = randomBytes(18).toString('base64url');
    const expires = this.#clock.now() / 1000 + this.#forS;
    const expiresMs = this.#clock.monotonic() + 1000 * this.#forS;
    const selection = { ...wish, id, expires, expiresMs };
    this.#waiting.set(id, selection);
    return selection;
  }

  /** What a session selected under an id; undefined where it is not kept any more. */
  find(id: string, sessionId: string): Taken<Planned> {
    const selection = this.#waiting.get(id);
    if (selection?.sessionId !== sessionId) return { kind: 'unknown' };
    return this.#isInForce(selection) ? { kind: 'taken', selection } : { kind: 'expired' };
  }

  /** A selection is removed by its confirmation. */
  drop(id: string): void {
    this.#waiting.delete(id);
  }

  #isInForce({ expiresMs }: Selection<Planned>): boolean {
    return expiresMs > this.#clock.monotonic();
  }
}

function overlaps(a: string, b: string): boolean {
  return a === b || a.startsWith(`${b}.`) || b.startsWith(`${a}.`);
}
