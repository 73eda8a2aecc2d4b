import type { Subject } from './log-notes';
import { refreshBelow } from './poll';
import { call } from './transport';

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
