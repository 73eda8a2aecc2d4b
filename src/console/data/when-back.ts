import { useEffect, useState } from 'react';
import { useConnection } from './connection';

/** Work that waits for the connection. */
interface WhenBack {
  readonly isWaiting: boolean;
  /** Whether the connection is lost: then `wait(true)` is the thing to do, and `wait(false)` gives it up. */
  readonly isLost: boolean;
  readonly wait: (isWanted: boolean) => void;
}

/** Calls `act` once the datalogger answers again, if it was asked to wait; not after the component is gone. */
export function useWhenBack(act: () => void): WhenBack {
  const isLost = useConnection().state === 'lost';
  const [isWaiting, wait] = useState(false);
  useEffect(() => {
    if (!isWaiting || isLost) return;
    wait(false);
    act();
  });
  return { isWaiting, isLost, wait };
}
