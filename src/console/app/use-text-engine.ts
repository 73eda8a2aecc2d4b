import { useEffect } from 'react';
import { usePublishedFreshness } from '../data/freshness';
import { fetchTextEngine } from './text-engine';

/** A screen without live values does not keep i18next waiting for longer. */
const longestWaitMs = 3_000;

/** i18next comes after the first live values, which nothing may keep waiting: until then the same words are looked up directly. */
export function useTextEngine(): void {
  const isLive = usePublishedFreshness() !== null;
  useEffect(() => {
    const timer = setTimeout(() => void fetchTextEngine().catch(() => undefined), isLive ? 0 : longestWaitMs);
    return () => clearTimeout(timer);
  }, [isLive]);
}
