import { useEffect } from 'react';
import { usePublishedFreshness } from '../data/freshness';
import { fetchTextEngine } from './text-engine';

/** On a screen without live values i18next is loaded after this time at the latest. */
const longestWaitMs = 3_000;

/** Loads i18next after the first live values, so that it does not delay them. Until then the same words are looked up directly. */
export function useTextEngine(): void {
  const isLive = usePublishedFreshness() !== null;
  useEffect(() => {
    const timer = setTimeout(() => void fetchTextEngine().catch(() => undefined), isLive ? 0 : longestWaitMs);
    return () => clearTimeout(timer);
  }, [isLive]);
}
