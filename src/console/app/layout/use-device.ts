import { useEffect, useRef } from 'react';
import { type DeviceFacts, deviceFacts } from '../../data/facts';
import { nowMs } from '../../data/monotonic';
import { setClockDoubtHandler } from '../../data/plant-clock';
import { readWholeScreen, refresh } from '../../data/poll';
import { checkBuild } from '../build-check';

/**
 * Between two refreshes at least this much time passes, in ms: each asks for the start of the datalogger again, and a datalogger that
 * states another start in every answer would be asked without end.
 */
const leastBetweenMs = 60_000;

setClockDoubtHandler(() => refresh(deviceFacts));

/** After a restart of the datalogger everything is requested again: it may have other data, or serve another console. */
export function useDeviceStart(device: DeviceFacts | undefined): void {
  const bootId = device?.bootId ?? null;
  const known = useRef(bootId);
  const refreshedMs = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    const isRestart = known.current !== null && bootId !== null && known.current !== bootId;
    if (!isRestart) {
      known.current ??= bootId;
      return;
    }
    const timer = setTimeout(
      () => {
        known.current = bootId;
        refreshedMs.current = nowMs();
        readWholeScreen();
        void checkBuild();
      },
      Math.max(0, refreshedMs.current + leastBetweenMs - nowMs()),
    );
    return () => clearTimeout(timer);
  }, [bootId]);
}
