import type { LogEntry } from '../../contract/logbook';
import type { Logbook, LogNote } from '../store/logbook';
import type { Stated } from './stops';

/** A note as the API sends it. */
export function entryOf(note: LogNote): LogEntry {
  const { id, group, device, name, alarm, begin, end, text, cause, author, writtenS } = note;
  return {
    ...{ id, gruppo: group, dispositivo: device, nome: name, allarme: alarm, da: begin, a: end },
    ...{ testo: text, causa: cause, autore: author, scritta: writtenS },
  };
}

/** What the log book says of the causes of losses. A time that is about no inverter is about all of them. */
export function statedIn(logbook: Pick<Logbook, 'causes'> | undefined): Stated {
  const notes = logbook?.causes() ?? [];
  return {
    times: notes.flatMap(({ alarm, group, device, begin, end, cause }) =>
      alarm === null && end !== null && cause !== null
        ? [{ device: group === 'inverter' ? device : null, from: begin, to: end, cause }]
        : [],
    ),
    alarms: new Map(
      notes.flatMap(({ alarm, cause }) =>
        alarm === null || cause === null ? [] : [[alarm, cause] as const],
      ),
    ),
  };
}
