import { vi } from 'vitest';
import { waitMs } from './patience';

/** Repeats `check` until it does not throw, long enough for a busy machine. Asserts nothing about the duration. */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: waitMs, interval: 20 });
}
