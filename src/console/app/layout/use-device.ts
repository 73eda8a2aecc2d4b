import { useEffect, useRef } from 'react';
import type { DeviceFacts } from '../../data/facts';
import { setPlantTime } from '../../data/plant-clock';
import { refreshAll } from '../../data/poll';
import type { Snapshot } from '../../data/poll-store';
import { checkBuild } from '../build-check';

/** Keeps the plant's clock at what the datalogger says. */
export function usePlantTime({ value, receivedMs }: Snapshot<DeviceFacts>): void {
  const epochS = value?.epochS ?? null;
  useEffect(() => {
    if (epochS !== null && receivedMs !== null) setPlantTime(epochS, receivedMs);
  }, [epochS, receivedMs]);
}

/** After a restart of the datalogger everything is asked anew: it may hold other data, or serve another console. */
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
