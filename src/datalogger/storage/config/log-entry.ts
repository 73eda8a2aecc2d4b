import type { LogEntry } from '../../../contract/logbook';
import type { LogNote } from './logbook';

/** A note as the API and the backup write it. */
export function entryOf(note: LogNote): LogEntry {
  const { id, group, device, name, alarm, begin, end, text, cause, author, writtenS } = note;
  return {
    id,
    gruppo: group,
    dispositivo: device,
    nome: name,
    allarme: alarm,
    da: begin,
    a: end,
    testo: text,
    causa: cause,
    autore: author,
    scritta: writtenS,
  };
}
