import type { Connection } from '../../data/connection';
import { type Freshness, type Standing, standingOf } from '../../data/freshness';
import { ageS, plantTimeS } from '../../data/plant-clock';

/** What the shell shows about the age of the screen's data. Times in epoch seconds of the plant's clock, ages in seconds. */
export type FreshnessState =
  | { readonly kind: 'nothing' }
  | { readonly kind: Standing; readonly epochS: number; readonly ageS: number }
  /** The connection was lost before the first data arrived. */
  | { readonly kind: 'neverConnected' };

/** For a screen without live data only a lost connection is reported. */
export function freshnessState(freshness: Freshness | null, connection: Connection): FreshnessState {
  const isLost = connection.state === 'lost';
  if (freshness) {
    const { sampledS } = freshness;
    return { kind: standingOf(freshness, connection), epochS: sampledS, ageS: ageS(sampledS) };
  }
  if (!isLost) return { kind: 'nothing' };
  if (connection.lastAnswerMs === null) return { kind: 'neverConnected' };
  const epochS = plantTimeS(connection.lastAnswerMs);
  return { kind: 'lost', epochS, ageS: ageS(epochS) };
}
