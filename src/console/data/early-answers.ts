import { nowMs, type Trip } from './monotonic';

/** What nobody took within this time is asked for anew. */
const keptMs = 30_000;

/**
 * Answers that were asked for before the code that reads them is there: on a slow line both travel at once, and not one after the
 * other. Whoever asks the same first takes the answer, once, and learns when it was really sent and came.
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
      // Whoever takes it hears of a failure; until then it is none.
      answer.catch(() => undefined);
      early.set(url, { answer, askedMs });
    },
    /** The answer that was asked for early, or undefined. */
    take(url: string): Early['answer'] | undefined {
      const kept = early.get(url);
      early.delete(url);
      return isKept(kept) ? kept.answer : undefined;
    },
    /** As when another user logs in. */
    forget(): void {
      early.clear();
    },
  };
}
