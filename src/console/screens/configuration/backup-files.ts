import { downloadFile } from '../../browser/download';
import { ApiError } from '../../data/api-error';
import { copyHistory, dropCopy, fetchHistory, sendHistory, type Transfer } from '../../data/backup-history';
import { isObject, type Json, numberOrNull, textIn, timeOrNull } from '../../data/read';
import { type Written, write } from '../../data/records';
import { t } from '../../i18n/translate';

const secretOf = (passphrase: string) => (passphrase === '' ? {} : { passphrase });

/** What a restore would change, null if it is refused, and the words for that. */
export interface Checked {
  readonly plan: Json | null;
  readonly words: () => string;
}

/** Checks what a file would change. With `transfer` its history is sent as well, and the progress is reported. */
export async function checkBackup(
  file: File | undefined,
  passphrase: string,
  transfer: Transfer | null,
): Promise<Checked> {
  const chosen = await readBackupFile(file);
  if (!chosen) return { plan: null, words: () => t('setup.notBackup') };
  const body = { file: chosen.json, ...secretOf(passphrase) };
  const checked = planIn(await write('POST sistema/ripristino', { body }), transfer !== null);
  if (chosen.history && transfer && checked.plan)
    await sendHistory(textIn(checked.plan.id), chosen.history, transfer);
  return checked;
}

/** Checks what the return to a version of the configuration would change: all of it, or one object. */
export const checkVersion = async (id: number, object?: string): Promise<Checked> =>
  planIn(
    await write('POST sistema/versioni/:id/ripristino', {
      params: { id: String(id) },
      body: object ? { oggetti: [object] } : {},
    }),
  );

/** Checks what the return to an automatic copy would change. */
export const checkCopy = async (copia: string): Promise<Checked> =>
  planIn(await write('POST sistema/copie/ripristino', { body: { copia } }));

function planIn(result: Written, isWithHistory = false): Checked {
  const plan = result.kind === 'saved' && isObject(result.value) ? result.value : null;
  return { plan, words: () => (plan ? planWords(plan, isWithHistory) : refusalWords(result)) };
}

/** The number of differences and, if there is a history, its days, whether it is restored, and whether it belongs to another plant. */
function planWords({ totale, storia }: Json, isWithHistory: boolean): string {
  const words = [t('setup.differences', { count: numberOrNull(totale) ?? 0 })];
  if (isObject(storia)) {
    const count = numberOrNull(storia.giorni) ?? 0;
    words.push(t(isWithHistory ? 'setup.historyDays' : 'setup.historyLeft', { count }));
    if (isWithHistory && storia.adatta === false) words.push(t('setup.historyOther'));
  }
  return words.join(' ');
}

/** Saves a backup; with `transfer` including the history, with its progress. */
export async function saveBackup(passphrase: string, transfer: Transfer | null): Promise<() => string> {
  const copy = transfer && (await copyHistory(transfer));
  try {
    const body = { ...secretOf(passphrase), ...(copy ? { storia: copy.id } : {}) };
    const result = await write('POST sistema/backup', { body });
    if (result.kind !== 'saved' || !isObject(result.value)) return () => refusalWords(result);
    const { creato, seriale, storia, note_escluse } = result.value;
    const bytes = isObject(storia) ? (numberOrNull(storia.byte) ?? 0) : 0;
    const history = copy && transfer && (await fetchHistory(copy.id, bytes, transfer));
    const day = new Date((timeOrNull(creato) ?? 0) * 1000).toISOString().slice(0, 10);
    const name = `meridiana-${textIn(seriale)}-${day}.${history ? 'backup' : 'json'}`;
    downloadFile(name, backupFile(result.value, history));
    const leftOut = numberOrNull(note_escluse) ?? 0;
    return () =>
      [t('setup.backupDone', { name }), leftOut > 0 ? t('setup.notesLeft', { count: leftOut }) : '']
        .join(' ')
        .trim();
  } finally {
    if (copy) dropCopy(copy.id);
  }
}

export function failureWords(cause: unknown): () => string {
  if (!(cause instanceof ApiError)) throw cause;
  return () => refusalWords(cause.isOutage ? { kind: 'unanswered' } : { kind: 'refused', error: cause });
}

export function refusalWords(result: Written): string {
  const { code, by } = result.kind === 'refused' ? result.error.details : {};
  // A device of a version, whose name or place another one has now.
  if (by) return t('config.fault.in_use', { by });
  if (code === 'password_again') return t('setup.cancelled');
  if (code === 'wrong_password') return t('setup.wrongPassphrase');
  if (code === 'command_expired' || code === 'not_found') return t('setup.checkAgain');
  if (code === 'storage_full') return t('setup.noRoom');
  if (code === 'too_large') return t('setup.tooLarge');
  return t(result.kind === 'refused' ? 'setup.notBackup' : 'setup.noAnswer');
}

/** Upper limit for the configuration in a file; the datalogger accepts no more (contract/backup.ts). */
const mostBytes = 4_000_000;

/** A chosen file: its configuration, and its history if it has one. */
interface ChosenFile {
  readonly json: Json;
  readonly history: Blob | null;
}

/** The configuration as JSON and, after a zero byte, which cannot occur in JSON, the history unchanged. */
function backupFile(json: Json, history: Blob | null): Blob {
  return new Blob(history ? [JSON.stringify(json), '\0', history] : [JSON.stringify(json)]);
}

/** Null if the file is not a backup. */
async function readBackupFile(file: File | undefined): Promise<ChosenFile | null> {
  if (!file) return null;
  const [text = ''] = (await file.slice(0, mostBytes).text()).split('\0', 1);
  try {
    const json: unknown = JSON.parse(text);
    if (!isObject(json)) return null;
    const bytes = isObject(json.storia) ? (numberOrNull(json.storia.byte) ?? 0) : 0;
    return { json, history: bytes > 0 ? file.slice(-bytes) : null };
  } catch {
    return null;
  }
}
