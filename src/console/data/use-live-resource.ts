import { deviceFacts, fallbackZone } from './facts';
import { type Freshness, isStill, type Standing, useFreshness, useStanding } from './freshness';
import { answeredS } from './plant-clock';
import { intervalOf } from './poll';
import type { Snapshot } from './poll-store';
import type { Resource } from './resource';
import { useResource } from './use-resource';

interface Timed {
  readonly t: number;
}

/** Live data as a screen shows it. */
export interface LiveData<T> {
  readonly snapshot: Snapshot<T>;
  /** The plant's IANA zone. */
  readonly zone: string;
  /** The datalogger answers, and refuses. */
  readonly isRefused: boolean;
  /** The values stand still: the connection is lost, they do not go on, or the datalogger refuses. */
  readonly isStill: boolean;
}

/**
 * Polls live data while the screen is shown and publishes how fresh it is. `t`: when the newest sample was taken, epoch seconds of the
 * plant's clock. What has no time of its own, as a list, is of the moment of the last answer.
 */
export function useLiveResource<T extends Timed>(live: Resource<T>): LiveData<T> {
  const zone = useResource(deviceFacts).value?.zone ?? fallbackZone;
  const { freshness, standing, ...values } = useLiveValues(live);
  useFreshness(freshness);
  return { ...values, zone };
}

/** Live data where no shell stands around it. */
export interface LiveValues<T> extends Omit<LiveData<T>, 'zone'> {
  readonly freshness: Freshness | null;
  readonly standing: Standing | null;
}

/** The same without a zone, which only a session is told, and without a word to the top bar. */
export function useLiveValues<T extends Timed>(live: Resource<T>): LiveValues<T> {
  const snapshot = useResource<T>(live);
  const freshness = freshnessOf(snapshot, intervalOf(live));
  const standing = useStanding(freshness);
  const { error } = snapshot;
  const isRefused = error !== null && !error.isOutage;
  return { snapshot, freshness, standing, isRefused, isStill: isRefused || isStill(standing) };
}

function freshnessOf({ value, stamp, receivedMs }: Snapshot<Timed>, everyMs: number): Freshness | null {
  if (value === undefined || receivedMs === null) return null;
  const madeS = stamp?.epochS ?? Math.floor(answeredS(receivedMs));
  return { sampledS: stamp ? value.t : madeS, madeS, receivedMs, everyMs };
}
