import { vi } from 'vitest';

/** Moves the clocks of the browser forward by `ms`. The returned function moves them back. */
export function passTime(ms: number): () => void {
  const [monotonicNow, wallNow] = [performance.now.bind(performance), Date.now];
  const spies = [
    vi.spyOn(performance, 'now').mockImplementation(() => monotonicNow() + ms),
    vi.spyOn(Date, 'now').mockImplementation(() => wallNow() + ms),
  ];
  return () => {
    for (const spy of spies) spy.mockRestore();
  };
}
