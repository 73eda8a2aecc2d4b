import { isObject, type Json, numberOrNull } from '../../data/read';

/** Of what is told in a file; the datalogger takes no more (contract/backup.ts). */
const mostBytes = 4_000_000;

/** A file that was chosen: what it tells, and its history where it has one. */
export interface ChosenFile {
  readonly told: Json;
  readonly history: Blob | null;
}

/** The object, and behind a zero byte, which no JSON has, the history as it came. */
export function backupFile(told: Json, history: Blob | null): Blob {
  return new Blob(history ? [JSON.stringify(told), '\0', history] : [JSON.stringify(told)]);
}

/** Null for a file that is none of ours. */
export async function readBackupFile(file: File | undefined): Promise<ChosenFile | null> {
  if (!file) return null;
  const [text = ''] = (await file.slice(0, mostBytes).text()).split('\0', 1);
  try {
    const told: unknown = JSON.parse(text);
    if (!isObject(told)) return null;
    const bytes = isObject(told.storia) ? (numberOrNull(told.storia.byte) ?? 0) : 0;
    return { told, history: bytes > 0 ? file.slice(-bytes) : null };
  } catch {
    return null;
  }
}
