import { useCallback, useSyncExternalStore } from 'react';
import { watch } from './poll';
import { nothing, peek, type Resource, type Snapshot } from './resource';

/** Polls the resource while the component is mounted. Pass the same resource object, or one with the same id; null requests nothing. */
export function useResource<T>(resource: Resource<T> | null): Snapshot<T> {
  const id = resource?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the id stands for the resource
  const subscribe = useCallback(
    (listener: () => void) => (resource ? watch(resource, listener) : () => undefined),
    [id],
  );
  return useSyncExternalStore(subscribe, () => (resource ? peek(resource) : nothing));
}
