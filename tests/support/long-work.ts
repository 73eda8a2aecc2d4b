import { LongWork } from '../../src/datalogger/api/long-work/long-work';
import { openAlarms } from '../../src/datalogger/storage/alarms/alarms';
import { openConfigDatabase } from '../../src/datalogger/storage/config/config-database';
import type { Measures } from '../../src/datalogger/storage/measures/measures';

/** Long work on an archive in memory, done in this thread. */
export function longWorkOn(archive: Measures): LongWork {
  const { logbook, workOrders, fiscalReadings } = openConfigDatabase(':memory:');
  const alarms = openAlarms(':memory:');
  return new LongWork({
    thread: null,
    readers: { archive, alarms, logbook, workOrders, fiscalReadings },
    isRefused: () => false,
  });
}
