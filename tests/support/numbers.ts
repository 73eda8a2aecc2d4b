import { uniform } from '../../src/datalogger/sources/simulator/physics/random';

/** Returns a generator of numbers in [0, 1); the same seed gives the same numbers. */
export function numbersFrom(seed: number): () => number {
  let index = 0;
  return () => uniform(seed, 0, index++);
}
