import { dataloggerItself } from '../api/http/handler';
import type { Log } from '../core/log';
import type { Plant } from '../plant/processing/plant';
import type { Recorder } from '../storage/config/audit';

/**
 * Writes an audit row for each write to an output of a module: 1 for on, refused where it was not read back as asked. What a silent module
 * does not take is written again every half minute: that is one row, until something else comes of it.
 */
export function recordOutputs({ outputs }: Pick<Plant, 'outputs'>, record: Recorder, log: Log): void {
  const refused = new Map<number, boolean>();
  outputs?.onWritten((signal, isOn, result) => {
    if (result !== true && refused.get(signal) === isOn) return;
    if (result === true) refused.delete(signal);
    else refused.set(signal, isOn);
    try {
      record(dataloggerItself, 'command.result', `config/digital-signals/${signal}`, {
        changes: { uscita: [null, Number(isOn)] },
        result: result === true ? 'ok' : 'refused',
      });
    } catch (error) {
      log.error('the switching of an output could not be written to the audit log', error);
    }
  });
}
