import { type LogNote, readNotes } from './log-notes';
import { refreshBelow } from './poll';
import { isObject } from './read';
import { type Resource, resource } from './resource';
import { call } from './transport';

/** What notes are about: an alarm, a device, or (without both) the plant. */
export interface Subject {
  readonly alarm?: number;
  readonly group?: string;
  readonly device?: number;
}

const notesOf = (answer: unknown) => readNotes(isObject(answer) ? answer.note : null);

/** The notes on an alarm or a device, newest first. */
export function logNotes({ alarm, group, device }: Subject): Resource<readonly LogNote[]> {
  const query = {
    ...(alarm !== undefined && { allarme: String(alarm) }),
    ...(group !== undefined && { gruppo: group }),
    ...(device !== undefined && { dispositivo: String(device) }),
  };
  return resource('GET diario', { query: query as object }, notesOf);
}

/** What somebody writes down. Without a cause of losses it is empty, without a time (epoch seconds) null: then it is of now. */
export interface NewNote {
  readonly text: string;
  readonly cause: string;
  readonly fromS: number | null;
  readonly toS: number | null;
}

/** Rejects with an ApiError when the datalogger does not take the note. */
export async function addNote(
  { alarm, group, device }: Subject,
  { text, cause, fromS, toS }: NewNote,
): Promise<void> {
  const about = alarm === undefined ? { gruppo: group, dispositivo: device ?? null } : { allarme: alarm };
  const time = { ...(fromS !== null && { da: fromS }), ...(toS !== null && { a: toS }) };
  const body = { ...about, ...time, testo: text, ...(cause !== '' && { causa: cause }) };
  await call('POST diario', { body: body as { testo: string } });
  refreshAll();
}

export async function removeNote(id: number): Promise<void> {
  await call('DELETE diario/:id', { params: { id: String(id) } });
  refreshAll();
}

function refreshAll(): void {
  refreshBelow('/api/diario');
  refreshBelow('/api/report');
}
