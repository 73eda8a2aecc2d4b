import { useState } from 'react';
import { nowMs } from '../../data/monotonic';
import { useCountdown } from '../../data/ticker';

/** A countdown in whole seconds; 0 when none is running. */
export function useWait(): { readonly leftS: number; readonly start: (seconds: number) => void } {
  const [untilMs, setUntilMs] = useState<number | null>(null);
  const leftS = useCountdown(untilMs);
  return { leftS, start: seconds => setUntilMs(nowMs() + seconds * 1000) };
}
