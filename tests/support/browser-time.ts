import { vi } from 'vitest';

/** From now on the browser's clocks are further on by `ms`, as after a long time; what is returned takes that back. */
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
