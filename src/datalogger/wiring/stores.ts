import { join } from 'node:path';
import { FirstAccount } from '../api/auth/first-account';
import { createPasswords } from '../api/auth/passwords';
import { passingKey, signingKeyOf } from '../api/auth/signing-key';
import { createTokens } from '../api/auth/tokens';
import { openAlarms } from '../storage/alarms/alarms';
import { type ConfigDatabase, openConfigDatabase } from '../storage/config/config-database';
import { longestSessionS } from '../storage/config/sessions';
import { createStorage, memoryStorage } from '../storage/database/storage';
import { openJobsDatabase } from '../storage/jobs/jobs-database';
import type { DataloggerOptions } from './options';

export type Stores = ReturnType<typeof openStores>;

/** Opens everything that is kept, except the archive (compose/measurements.ts), and what guards its secrets. */
export function openStores({ dataFolder, deviceClock, scryptCost, log, onOpen }: DataloggerOptions) {
  const key = dataFolder === null ? passingKey() : signingKeyOf(join(dataFolder, 'session.key'));
  const storage =
    dataFolder === null ? memoryStorage : createStorage(dataFolder, key, { clock: deviceClock, log, onOpen });
  const config = storage.open('config.db', openConfigDatabase);
  storage.whenTaken(() => config.sessions.takeEnds());
  // A rescued configuration is an older copy: sessions that were ended since would be valid again.
  if (storage.rescues.length > 0) endEverySession(config);
  const store = storage.open('alarms.db', openAlarms);
  const split = store.takeSplit();
  if (split) {
    const since = new Date(split.since * 1000).toISOString().slice(0, 10);
    log.info(
      `${split.alarms} alarms since ${since} had come again before they were acknowledged: they count as ${split.spans} times, and figures of such days are others than before`,
    );
  }
  const codeFile = dataFolder && join(dataFolder, 'setup-code');
  return {
    storage,
    config,
    store,
    jobs: storage.open('jobs.db', openJobsDatabase),
    tokens: createTokens(key.bytes, config.installation.serial, longestSessionS),
    passwords: createPasswords(scryptCost),
    firstAccount: new FirstAccount({ accounts: config.accounts, key, codeFile, log }),
  };
}

function endEverySession({ accounts, sessions, resetCodes, atomically }: ConfigDatabase): void {
  atomically(() => {
    for (const { id } of accounts.all()) {
      sessions.endAllOf(id);
      resetCodes.remove(id);
    }
  });
}
