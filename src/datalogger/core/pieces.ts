import { setImmediate } from 'node:timers/promises';

/** ms of work on end. */
const longestMs = 10;

/** What `work` makes of each item, with pauses in which this process does its other work. */
export async function inPieces<T, R>(items: readonly T[], work: (item: T, index: number) => R): Promise<R[]> {
  const made: R[] = [];
  let began = performance.now();
  for (const [index, item] of items.entries()) {
    if (performance.now() - began > longestMs) {
      await setImmediate();
      began = performance.now();
    }
    made.push(work(item, index));
  }
  return made;
}
