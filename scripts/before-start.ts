/**
 * Tries the settings, the port and the data folder before `npm start` builds, so that nobody waits for a build and then reads that the
 * port is taken. Leaves nothing but the data folder, which the start would make.
 */
import { tryPort } from '../src/datalogger/api/http/port';
import { silentLog } from '../src/datalogger/core/log';
import { readSettings } from '../src/datalogger/settings';
import { claim } from '../src/datalogger/storage/database/data-folder';

try {
  const settings = readSettings(process.env);
  await tryPort(settings);
  claim(settings.dataFolder, silentLog)();
} catch (error) {
  console.error(`meridiana: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
}
