import { useState } from 'react';
import { downloadText } from '../../browser/download';
import { notePlantSaved } from '../../data/plant-saved';
import { refreshAll } from '../../data/poll';
import { isObject, type Json, numberOrNull, textOrNull } from '../../data/read';
import { type Written, write } from '../../data/records';
import { t } from '../../i18n/translate';

/** Of a file that is taken; the datalogger takes no larger one (contract/backup.ts). */
const mostBytes = 4_000_000;

export interface BackupDeeds {
  /** How it went last. */
  readonly words: string;
  readonly isBusy: boolean;
  /** What a restore of the checked file would change; null before one is checked. */
  readonly plan: Json | null;
  save(passphrase: string): Promise<void>;
  check(file: File | undefined, passphrase: string): Promise<void>;
  restore(): Promise<void>;
}

/** The whole configuration as a file, and back again: checked whole before anything changes. */
export function useBackup(): BackupDeeds {
  const [words, setWords] = useState('');
  const [plan, setPlan] = useState<Json | null>(null);
  const [isBusy, setBusy] = useState(false);
  const act = async (work: () => Promise<string>) => {
    setBusy(true);
    setWords('');
    setWords(await work());
    setBusy(false);
  };
  return {
    ...{ words, isBusy, plan },
    save: passphrase => act(() => saveBackup(passphrase)),
    check: (file, passphrase) =>
      act(async () => {
        setPlan(null);
        const content = await readFile(file);
        if (!content) return t('system.notBackup');
        const body = { file: content, ...secretOf(passphrase) };
        const result = await write('POST sistema/ripristino', { body });
        if (result.kind !== 'saved' || !isObject(result.value)) return refusalWords(result);
        setPlan(result.value);
        return t('system.differences', { count: numberOrNull(result.value.totale) ?? 0 });
      }),
    restore: () =>
      act(async () => {
        setPlan(null);
        const params = { id: String(plan?.id) };
        const result = await write('POST sistema/ripristino/:id/conferma', { params });
        // Whatever came of it, what is on the screen is read again.
        refreshAll();
        notePlantSaved();
        return result.kind === 'saved' ? t('system.restored') : refusalWords(result);
      }),
  };
}

const secretOf = (passphrase: string) => (passphrase === '' ? {} : { passphrase });

async function saveBackup(passphrase: string): Promise<string> {
  const result = await write('POST sistema/backup', { body: secretOf(passphrase) });
  if (result.kind !== 'saved' || !isObject(result.value)) return refusalWords(result);
  const { creato, seriale } = result.value;
  const day = new Date((numberOrNull(creato) ?? 0) * 1000).toISOString().slice(0, 10);
  const name = `meridiana-${textOrNull(seriale) ?? ''}-${day}.json`;
  downloadText(name, JSON.stringify(result.value), 'application/json');
  return t('system.backupDone', { name });
}

async function readFile(file: File | undefined): Promise<Json | null> {
  if (!file || file.size > mostBytes) return null;
  try {
    const content: unknown = JSON.parse(await file.text());
    return isObject(content) ? content : null;
  } catch {
    return null;
  }
}

function refusalWords(result: Written): string {
  const code = result.kind === 'refused' ? result.error.details.code : undefined;
  if (code === 'wrong_password') return t('system.wrongPassphrase');
  if (code === 'command_expired' || code === 'not_found') return t('system.checkAgain');
  return t(result.kind === 'refused' ? 'system.notBackup' : 'system.noAnswer');
}
