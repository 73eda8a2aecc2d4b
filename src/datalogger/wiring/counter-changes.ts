import { dataloggerItself } from '../api/http/handler';
import type { Log } from '../core/log';
import type { CounterChange } from '../plant/counters/device-counters';
import { kindOfGroup } from '../plant/gate/judge';
import type { Plant } from '../plant/processing/plant';
import type { Recorder } from '../storage/config/audit';

/** Writes an audit row for each counter of a device that continues from another reading. */
export const recordChanges = (plant: Pick<Plant, 'onCounterChange'>, record: Recorder, log: Log): void =>
  plant.onCounterChange(change => recordChange(change, record, log));

function recordChange(
  { group, record: id, point, from, to }: CounterChange,
  record: Recorder,
  log: Log,
): void {
  const object = `config/${kindOfGroup[group]}/${id}`;
  log.info(`${object}: the counter ${point} continues from ${to} instead of ${from}`);
  try {
    record(dataloggerItself, 'counter.change', object, {
      changes: { punto: [null, point], lettura: [from, to] },
    });
  } catch (error) {
    log.error('the change of a counter could not be written to the audit log', error);
  }
}
