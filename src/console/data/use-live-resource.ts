import { useConnection } from './connection';
import { deviceFacts, fallbackZone } from './facts';
import { useFreshness } from './freshness';
import type { Snapshot } from './poll-store';
import type { Resource } from './resource';
import { useResource } from './use-resource';
import { answeredAtS } from './waiting';

/** Live data as a screen shows it. */
export interface LiveData<T> {
  readonly snapshot: Snapshot<T>;
  /** The plant's IANA zone. */
  readonly zone: string;
  /** The datalogger answers, and refuses. */
  readonly isRefused: boolean;
  /** The values stand still: the connection is lost, or the datalogger refuses. */
  readonly isStill: boolean;
}

interface Options {
  /** An answer that nothing has changed is as good as a new one: so of lists, not of samples. */
  readonly isConfirmedByAnswer?: boolean;
}

/** Polls live data while the screen is shown and publishes how fresh it is. `t`: epoch seconds of the plant's clock. */
export function useLiveResource<T extends { readonly t: number }>(
  live: Resource<T>,
  everyMs: number,
  { isConfirmedByAnswer = false }: Options = {},
): LiveData<T> {
  const snapshot = useResource<T>(live);
  const { state } = useConnection();
  const zone = useResource(deviceFacts).value?.zone ?? fallbackZone;
  const { value, error, receivedMs } = snapshot;
  const confirmedS = isConfirmedByAnswer ? Math.floor(answeredAtS(snapshot) ?? 0) : 0;
  useFreshness({ epochS: value ? Math.max(value.t, confirmedS) : null, receivedMs, everyMs });
  const isRefused = error !== null && !error.isOutage;
  return { snapshot, zone, isRefused, isStill: state === 'lost' || isRefused };
}
