import { useMemo } from 'react';
import { type ClockStep, readClockSteps } from '../../data/clock-steps';
import { dayOf } from '../../data/days';
import { plantNowMs } from '../../data/plant-clock';
import { refresh } from '../../data/poll';
import type { Snapshot } from '../../data/poll-store';
import { resource } from '../../data/resource';
import { type MeasureTable, readTable } from '../../data/table';
import { useResource } from '../../data/use-resource';
import { dayCodes, readDay, type Slot } from './curve';

export interface DayAnswer {
  readonly table: MeasureTable;
  readonly slots: readonly Slot[];
  readonly clockSteps: readonly ClockStep[];
}

const everyMs = 60_000;

function readAnswer(raw: unknown): DayAnswer {
  const table = readTable(raw);
  return { table, slots: readDay(table), clockSteps: readClockSteps(raw) };
}

/** Today's slots, polled once a minute. */
export function useDay(zone: string): Snapshot<DayAnswer> & { readonly retry: () => void } {
  const d = dayOf(plantNowMs(), zone);
  const today = useMemo(
    () => resource('GET dati_impianto/daily', { query: { m: dayCodes, d } }, readAnswer, { everyMs }),
    [d],
  );
  const snapshot = useResource(today);
  return { ...snapshot, retry: () => refresh(today) };
}
