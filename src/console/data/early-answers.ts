import { nowMs, type Trip } from './monotonic';

/** An answer that nobody has used within this time is requested again. */
const keptMs = 30_000;

/**
 * Answers that are requested before the code that reads them is loaded: on a slow connection both load in parallel. The first caller of the
 * same request gets the answer, once, together with the true times of request and answer.
 */
export function earlyAnswers<Answer extends object>() {
  interface Early {
    readonly answer: Promise<Answer & { readonly trip: Trip }>;
    readonly askedMs: number;
  }
  const early = new Map<string, Early>();
  const isKept = (kept: Early | undefined): kept is Early =>
    kept !== undefined && nowMs() - kept.askedMs < keptMs;
  return {
    keep(url: string, ask: () => Promise<Answer>): void {
      if (isKept(early.get(url))) return;
      const askedMs = nowMs();
      const answer = ask().then(each => ({ ...each, trip: { sentMs: askedMs, receivedMs: nowMs() } }));
      // The caller that takes the answer handles a failure; until then it must not be an unhandled rejection.
      answer.catch(() => undefined);
      early.set(url, { answer, askedMs });
    },
    /** The answer that was requested early, or undefined. */
    take(url: string): Early['answer'] | undefined {
      const kept = early.get(url);
      early.delete(url);
      return isKept(kept) ? kept.answer : undefined;
    },
    /** Discards all answers, as when another user logs in. */
    forget(): void {
      early.clear();
    },
  };
}
