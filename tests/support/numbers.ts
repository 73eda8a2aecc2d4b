import { uniform } from '../../src/datalogger/simulator/random';

/** Numbers in [0, 1) that are the same for the same seed. */
export function numbersFrom(seed: number): () => number {
  let index = 0;
  return () => uniform(seed, 0, index++);
}
