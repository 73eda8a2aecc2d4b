import type { Connection } from '../../data/connection';
import { type Freshness, type Standing, standingOf } from '../../data/freshness';
import { ageS, plantTimeS } from '../../data/plant-clock';

/** What the shell shows about the age of the screen's data. Times in epoch seconds of the plant's clock, ages in seconds. */
export type FreshnessState =
  | { readonly kind: 'nothing' }
  | { readonly kind: Standing; readonly epochS: number; readonly ageS: number }
  /** The connection was lost before the first data arrived. */
  | { readonly kind: 'neverConnected' };

/** A screen that never has live values (`hasValues`), such as one of the configuration, has the age of the datalogger's last answer. */
export function freshnessState(
  freshness: Freshness | null,
  connection: Connection,
  hasValues = true,
): FreshnessState {
  if (freshness) {
    const { sampledS } = freshness;
    return { kind: standingOf(freshness, connection), epochS: sampledS, ageS: ageS(sampledS) };
  }
  const { state, lastAnswerMs } = connection;
  if (lastAnswerMs === null) return { kind: state === 'lost' ? 'neverConnected' : 'nothing' };
  if (hasValues && state !== 'lost') return { kind: 'nothing' };
  const epochS = plantTimeS(lastAnswerMs);
  return { kind: state === 'online' ? 'fresh' : state, epochS, ageS: ageS(epochS) };
}
