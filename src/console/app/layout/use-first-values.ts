import { useEffect, useState } from 'react';
import { usePublishedFreshness } from '../../data/freshness';
import { type RoutePath, routeOf } from '../routes';

/** Where no value arrives, the rest of the frame is shown after this time. */
const longestWaitMs = 3_000;

/**
 * Whether the first values of the page are shown, so that the rest of the frame may use the connection. Only a screen that requests its
 * values ahead of its code is waited for. Once true, it stays true.
 */
export function useFirstValues(path: RoutePath): boolean {
  const [isOver, setOver] = useState(!routeOf(path).codes);
  const hasValues = usePublishedFreshness() !== null || isOver;
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), hasValues ? 0 : longestWaitMs);
    return () => clearTimeout(timer);
  }, [hasValues]);
  return hasValues;
}
