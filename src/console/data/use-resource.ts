import { useCallback, useSyncExternalStore } from 'react';
import { watch } from './poll';
import { peek, type Snapshot } from './poll-store';
import type { Resource } from './resource';

/** Polls the resource while the component is on the screen. Pass the same resource object, or one with the same id. */
export function useResource<T>(resource: Resource<T>): Snapshot<T> {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the id stands for the resource
  const subscribe = useCallback((listener: () => void) => watch(resource, listener), [resource.id]);
  return useSyncExternalStore(subscribe, () => peek(resource));
}
