import { existsSync } from 'node:fs';
import { socketPath } from '../../../box-service/protocol';
import type { Settings } from '../../settings';
import type { Log } from '../log';
import { boxClient } from './box-client';
import { boxSystem, readOnlySystem } from './box-system';
import type { System } from './system';

/**
 * The box of a datalogger that reads a real plant: changed through the box service, or only read where that is not installed or does not
 * answer. Null for a simulated or recorded plant, whose actions are recorded.
 */
export async function hostSystem(
  { source, dataFolder }: Pick<Settings, 'source' | 'dataFolder'>,
  log: Log,
): Promise<System | null> {
  if (source !== 'field') return null;
  if (!existsSync(socketPath)) return readOnlySystem(dataFolder);
  try {
    return await boxSystem({ ask: boxClient(socketPath), dataFolder, log });
  } catch (error) {
    log.error('the box service does not answer: nothing of the box can be changed', error);
    return readOnlySystem(dataFolder);
  }
}
