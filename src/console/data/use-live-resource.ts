import { deviceFacts, fallbackZone } from './facts';
import { type Freshness, isStill, type Standing, useFreshness, useStanding } from './freshness';
import { usePast } from './past';
import { answeredS } from './plant-clock';
import { intervalOf } from './poll';
import type { Resource, Snapshot } from './resource';
import { useResource } from './use-resource';

interface Timed {
  readonly t: number;
}

/** Live data as a screen shows it. */
export interface LiveData<T> {
  readonly snapshot: Snapshot<T>;
  /** The plant's IANA zone. */
  readonly zone: string;
  /** The datalogger answers but refuses the request. */
  readonly isRefused: boolean;
  /** The values are not live: they are of the past, the connection is lost, they no longer change, or the datalogger refuses. */
  readonly isStill: boolean;
}

/**
 * Polls live data while the screen is shown, and publishes its age. `t`: time of the newest sample, epoch seconds of the plant's clock.
 * Data without a time of its own, such as a list, has the time of the last answer.
 */
export function useLiveResource<T extends Timed>(live: Resource<T>): LiveData<T> {
  const zone = useResource(deviceFacts).value?.zone ?? fallbackZone;
  const { freshness, standing, ...values } = useLiveValues(live);
  useFreshness(freshness);
  return { ...values, zone };
}

/** Live data for a page without the shell. */
export interface LiveValues<T> extends Omit<LiveData<T>, 'zone'> {
  readonly freshness: Freshness | null;
  readonly standing: Standing | null;
}

/** The same without the time zone, which is known only in a session, and without publishing the age to the top bar. */
export function useLiveValues<T extends Timed>(live: Resource<T>): LiveValues<T> {
  const now = useResource<T>(live);
  const past = usePast();
  const snapshot = past ? past.valuesOf(live) : now;
  const freshness = freshnessOf(now, intervalOf(live));
  const standing = useStanding(freshness);
  const { error } = snapshot;
  const isRefused = error !== null && !error.isOutage;
  // The datalogger is there, but nothing it has said so far could be read.
  const isUnreadable = snapshot.value === undefined && error?.kind === 'invalid';
  const isOld = past !== null || isRefused || isUnreadable || isStill(standing);
  return { snapshot, freshness, standing, isRefused, isStill: isOld };
}

function freshnessOf({ value, stamp, receivedMs }: Snapshot<Timed>, everyMs: number): Freshness | null {
  if (value === undefined || receivedMs === null) return null;
  const madeS = stamp?.epochS ?? Math.floor(answeredS(receivedMs));
  return { sampledS: stamp ? value.t : madeS, madeS, receivedMs, everyMs };
}
