import type { Settings } from '../settings';
import type { ConfigDatabase } from '../storage/config/config-database';

/**
 * A data folder never changes its source: the addresses that the simulator invents would be dialled, and invented history would stand
 * beside a measured one. Throws an Error of one line that says what to do.
 */
export function requireSource(
  { source, dataFolder }: Pick<Settings, 'source' | 'dataFolder'>,
  { installation }: ConfigDatabase,
): void {
  const stored = installation.source();
  if (stored !== null && stored !== source) {
    throw new Error(
      `${dataFolder} holds the data of SOURCE=${stored}: set that, or another DATA_DIR for SOURCE=${source}`,
    );
  }
  installation.setSource(source);
}
