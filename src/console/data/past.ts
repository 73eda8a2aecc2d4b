import { type ReactNode, useSyncExternalStore } from 'react';
import { type AlarmCounts, useAlarmCounts } from './alarm-counts';
import type { Alarm } from './alarm-rows';
import type { Resource, Snapshot } from './resource';

/** The alarms of a moment: their signs, and the alarms themselves, the gravest first. */
export interface PastAlarms {
  readonly counts: AlarmCounts;
  readonly alarms: readonly Alarm[];
}

/**
 * A moment of the past, shown in the place of the present: made by the code that is loaded when the meridian is first touched. The polls of
 * the present go on meanwhile, so that it is back at once.
 */
export interface Past {
  /** The moment whose values are shown, and the one at which the gnomon stands while it is being read; epoch seconds. */
  readonly atS: number;
  readonly gnomonS: number;
  /** "Storico 10:35" */
  readonly label: string;
  /** The bar under the header. */
  readonly bar: ReactNode;
  /** Why nothing can be ordered or acknowledged. */
  readonly why: string;
  /** The title of a screen whose state then was `title`. */
  readonly headOf: (title: string) => { readonly title: string; readonly text: string };
  /** What a live resource was then; without a value where it is not known. */
  readonly valuesOf: <T>(live: Resource<T>) => Snapshot<T>;
  /** Undefined while they are not known. */
  readonly alarms: PastAlarms | undefined;
}

let past: Past | null = null;
const listeners = new Set<() => void>();

/** Null: the present is shown. */
export function showPast(next: Past | null): void {
  past = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The moment of the past that is shown; null for the present. */
export const usePast = (): Past | null => useSyncExternalStore(subscribe, () => past);

/** The alarms whose signs the screen shows: those of the present, or of the moment that is shown. Undefined where they are not known. */
export function useShownAlarms(): AlarmCounts | undefined {
  const { counts } = useAlarmCounts();
  const past = usePast();
  return past ? past.alarms?.counts : counts;
}
