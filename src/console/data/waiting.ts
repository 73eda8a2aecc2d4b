import { plantTimeS } from './plant-clock';
import type { Snapshot } from './poll-store';
import { useNowMs } from './ticker';

/** Nothing is said of a wait shorter than this. */
const quietMs = 300;

/** Whole seconds, from 1, for which an answer has been awaited; null while that is not worth a word. */
export function useWaitedS({ waitingSinceMs }: Snapshot<unknown>): number | null {
  const nowMs = useNowMs();
  if (waitingSinceMs === null || nowMs - waitingSinceMs < quietMs) return null;
  return Math.max(1, Math.round((nowMs - waitingSinceMs) / 1000));
}

/** When the last good answer came, in epoch seconds of the plant's clock; null before the first. */
export function answeredAtS({ receivedMs }: Snapshot<unknown>): number | null {
  return receivedMs === null ? null : plantTimeS(receivedMs);
}
