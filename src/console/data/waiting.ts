import { plantTimeS } from './plant-clock';
import type { Snapshot } from './resource';
import { useNowMs } from './ticker';

/** A wait shorter than this is not shown. */
const quietMs = 300;

/** How long an answer has been expected, in whole seconds from 1 on; null while the wait is not shown. */
export function useWaitedS({ waitingSinceMs }: Snapshot<unknown>): number | null {
  const nowMs = useNowMs();
  if (waitingSinceMs === null || nowMs - waitingSinceMs < quietMs) return null;
  return Math.max(1, Math.round((nowMs - waitingSinceMs) / 1000));
}

/** Time of the last valid answer, in epoch seconds of the plant's clock; null before the first. */
export function answeredAtS({ receivedMs }: Snapshot<unknown>): number | null {
  return receivedMs === null ? null : plantTimeS(receivedMs);
}
