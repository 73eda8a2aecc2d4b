import { vi } from 'vitest';
import { waitMs } from './patience';

/** Waits until `check` does not throw, long enough for a busy machine; nothing is asserted about how long it takes. */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: waitMs, interval: 20 });
}
