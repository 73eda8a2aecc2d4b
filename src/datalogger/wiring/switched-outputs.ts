import { dataloggerItself } from '../api/http/handler';
import type { Log } from '../core/log';
import type { Plant } from '../plant/processing/plant';
import type { Recorder } from '../storage/config/audit';

/** Writes an audit row for each write to an output of a module: 1 for on, refused where it was not read back as asked. */
export function recordOutputs({ outputs }: Pick<Plant, 'outputs'>, record: Recorder, log: Log): void {
  outputs?.onWritten((signal, isOn, result) => {
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
