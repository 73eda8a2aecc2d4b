import type { Clock } from '../../core/time/clock';

/** s after a login, or after the password was typed once more, in which it is not asked for again (OWASP ASVS 5.0, 7.5.1). */
export const recentS = 900;

/** The sessions whose account has typed its password once more, by id. A restart forgets them. */
export class RecentPasswords {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #typedMs = new Map<string, number>();

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.#clock = clock;
  }

  note(sessionId: string): void {
    for (const id of [...this.#typedMs.keys()]) if (!this.isRecent(id)) this.#typedMs.delete(id);
    this.#typedMs.set(sessionId, this.#clock.monotonic());
  }

  isRecent(sessionId: string): boolean {
    const typedMs = this.#typedMs.get(sessionId);
    return typedMs !== undefined && this.#clock.monotonic() - typedMs < recentS * 1000;
  }
}
