import { setImmediate } from 'node:timers/promises';

/** ms of work on end. */
const longestMs = 10;

/** A pause in which this process does its other work, where there was work for so long that it is time for one. */
export function pauses(): () => Promise<void> | undefined {
  let began = performance.now();
  const pause = async () => {
    await setImmediate();
    began = performance.now();
  };
  return () => (performance.now() - began > longestMs ? pause() : undefined);
}

/** What `work` makes of each item, with pauses in which this process does its other work. */
export async function inPieces<T, R>(items: readonly T[], work: (item: T, index: number) => R): Promise<R[]> {
  const made: R[] = [];
  const pause = pauses();
  for (const [index, item] of items.entries()) {
    const paused = pause();
    if (paused) await paused;
    made.push(work(item, index));
  }
  return made;
}
