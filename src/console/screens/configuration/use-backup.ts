import { useRef, useState } from 'react';
import { downloadFile } from '../../browser/download';
import { ApiError } from '../../data/api-error';
import { copyHistory, dropCopy, fetchHistory, sendHistory, type Transfer } from '../../data/backup-history';
import { notePlantSaved } from '../../data/plant-saved';
import { refreshAll } from '../../data/poll';
import { isObject, type Json, numberOrNull, textOrNull, timeOrNull } from '../../data/read';
import { type Written, write } from '../../data/records';
import { t } from '../../i18n/translate';

export interface BackupActions {
  /** The result of the last action. */
  readonly words: string;
  readonly isBusy: boolean;
  /** Progress of the transfer of the history, %; null if no transfer is running. */
  readonly percent: number | null;
  /** The changes that a restore of the checked file would make; null before a file is checked. */
  readonly plan: Json | null;
  /** Whether the restored configuration needs a restart. */
  readonly needsRestart: boolean;
  save(passphrase: string, hasHistory: boolean): Promise<void>;
  check(file: File | undefined, passphrase: string, hasHistory: boolean): Promise<void>;
  restore(): Promise<void>;
  cancel(): void;
}

/** Saves configuration and history as a file and restores them; a file is checked completely before anything changes. */
export function useBackup(): BackupActions {
  const [words, setWords] = useState('');
  const [plan, setPlan] = useState<Json | null>(null);
  const [needsRestart, setNeedsRestart] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [percent, setPercent] = useState<number | null>(null);
  const stop = useRef(new AbortController());
  const act = async (work: (transfer: Transfer) => Promise<string>) => {
    stop.current = new AbortController();
    const { signal } = stop.current;
    setBusy(true);
    setWords('');
    const said = await work({ onPercent: setPercent, signal }).catch(cause => failureWords(cause));
    setWords(signal.aborted ? t('system.cancelled') : said);
    setPercent(null);
    setBusy(false);
  };
  return {
    ...{ words, isBusy, percent, plan, needsRestart },
    cancel: () => stop.current.abort(),
    save: (passphrase, hasHistory) => act(transfer => saveBackup(passphrase, hasHistory ? transfer : null)),
    check: (file, passphrase, hasHistory) =>
      act(async transfer => {
        setPlan(null);
        const checked = await checkBackup(file, passphrase, hasHistory ? transfer : null);
        setPlan(checked.plan);
        return checked.words;
      }),
    restore: () =>
      act(async () => {
        setPlan(null);
        const params = { id: textOrNull(plan?.id) ?? '' };
        const result = await write('POST sistema/ripristino/:id/conferma', { params });
        // Whatever the result, all values on the screen are read again.
        refreshAll();
        notePlantSaved();
        if (result.kind !== 'saved') return refusalWords(result);
        setNeedsRestart(isObject(result.value) && result.value.riavvio === true);
        return t('system.restored');
      }),
  };
}

const secretOf = (passphrase: string) => (passphrase === '' ? {} : { passphrase });

/** Checks what a file would change. With `transfer` its history is sent as well, and the progress is reported. */
async function checkBackup(file: File | undefined, passphrase: string, transfer: Transfer | null) {
  const chosen = await readBackupFile(file);
  if (!chosen) return { plan: null, words: t('system.notBackup') };
  const body = { file: chosen.json, ...secretOf(passphrase) };
  const result = await write('POST sistema/ripristino', { body });
  if (result.kind !== 'saved' || !isObject(result.value)) return { plan: null, words: refusalWords(result) };
  const { value: plan } = result;
  if (chosen.history && transfer) await sendHistory(textOrNull(plan.id) ?? '', chosen.history, transfer);
  return { plan, words: planWords(plan, transfer !== null) };
}

/** The number of differences and, if there is a history, its days, whether it is restored, and whether it belongs to another plant. */
function planWords({ totale, storia }: Json, isWithHistory: boolean): string {
  const words = [t('system.differences', { count: numberOrNull(totale) ?? 0 })];
  if (isObject(storia)) {
    const count = numberOrNull(storia.giorni) ?? 0;
    words.push(t(isWithHistory ? 'system.historyDays' : 'system.historyLeft', { count }));
    if (isWithHistory && storia.adatta === false) words.push(t('system.historyOther'));
  }
  return words.join(' ');
}

/** Saves a backup; with `transfer` including the history, with its progress. */
async function saveBackup(passphrase: string, transfer: Transfer | null): Promise<string> {
  const copy = transfer && (await copyHistory(transfer));
  try {
    const body = { ...secretOf(passphrase), ...(copy ? { storia: copy.id } : {}) };
    const result = await write('POST sistema/backup', { body });
    if (result.kind !== 'saved' || !isObject(result.value)) return refusalWords(result);
    const { creato, seriale, storia } = result.value;
    const bytes = isObject(storia) ? (numberOrNull(storia.byte) ?? 0) : 0;
    const history = copy && transfer && (await fetchHistory(copy.id, bytes, transfer));
    const day = new Date((timeOrNull(creato) ?? 0) * 1000).toISOString().slice(0, 10);
    const name = `meridiana-${textOrNull(seriale) ?? ''}-${day}.${history ? 'backup' : 'json'}`;
    downloadFile(name, backupFile(result.value, history));
    return t('system.backupDone', { name });
  } finally {
    if (copy) dropCopy(copy.id);
  }
}

function failureWords(cause: unknown): string {
  if (!(cause instanceof ApiError)) throw cause;
  return refusalWords(cause.isOutage ? { kind: 'unanswered' } : { kind: 'refused', error: cause });
}

function refusalWords(result: Written): string {
  const code = result.kind === 'refused' ? result.error.details.code : undefined;
  if (code === 'wrong_password') return t('system.wrongPassphrase');
  if (code === 'command_expired' || code === 'not_found') return t('system.checkAgain');
  if (code === 'storage_full') return t('system.noRoom');
  if (code === 'too_large') return t('system.tooLarge');
  return t(result.kind === 'refused' ? 'system.notBackup' : 'system.noAnswer');
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
