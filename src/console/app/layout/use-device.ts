import { useEffect, useRef } from 'react';
import { type DeviceFacts, deviceFacts } from '../../data/facts';
import { setClockDoubtHandler } from '../../data/plant-clock';
import { refresh, refreshAll } from '../../data/poll';
import { checkBuild } from '../build-check';

setClockDoubtHandler(() => refresh(deviceFacts));

/** After a restart of the datalogger everything is requested again: it may have other data, or serve another console. */
export function useDeviceStart(device: DeviceFacts | undefined): void {
  const bootId = device?.bootId ?? null;
  const known = useRef(bootId);
  useEffect(() => {
    const isRestart = known.current !== null && bootId !== null && known.current !== bootId;
    known.current = bootId ?? known.current;
    if (!isRestart) return;
    refreshAll();
    void checkBuild();
  }, [bootId]);
}
