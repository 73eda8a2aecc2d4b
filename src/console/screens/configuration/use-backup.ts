import { useRef, useState } from 'react';
import type { Transfer } from '../../data/backup-history';
import { notePlantSaved } from '../../data/plant-saved';
import { refreshAll } from '../../data/poll';
import { isObject, type Json, textOrNull } from '../../data/read';
import { write } from '../../data/records';
import { t } from '../../i18n/translate';
import { nothingSaid, useSaid } from '../../i18n/use-said';

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

/** The work with files, loaded when somebody saves or chooses one. */
type Files = typeof import('./backup-files');

/** Saves configuration and history as a file and restores them; a file is checked completely before anything changes. */
export function useBackup(): BackupActions {
  const [words, say] = useSaid();
  const [plan, setPlan] = useState<Json | null>(null);
  const [needsRestart, setNeedsRestart] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [percent, setPercent] = useState<number | null>(null);
  const stop = useRef(new AbortController());
  const act = async (work: (files: Files, transfer: Transfer) => Promise<() => string>) => {
    stop.current = new AbortController();
    const { signal } = stop.current;
    setBusy(true);
    say(nothingSaid);
    const result = await import('./backup-files').then(
      files => work(files, { onPercent: setPercent, signal }).catch(files.failureWords),
      () => () => t('setup.noAnswer'),
    );
    say(signal.aborted ? () => t('setup.cancelled') : result);
    setPercent(null);
    setBusy(false);
  };
  return {
    ...{ words, isBusy, percent, plan, needsRestart },
    cancel: () => stop.current.abort(),
    save: (passphrase, hasHistory) =>
      act((files, transfer) => files.saveBackup(passphrase, hasHistory ? transfer : null)),
    check: (file, passphrase, hasHistory) =>
      act(async (files, transfer) => {
        setPlan(null);
        const checked = await files.checkBackup(file, passphrase, hasHistory ? transfer : null);
        setPlan(checked.plan);
        return checked.words;
      }),
    restore: () =>
      act(async files => {
        setPlan(null);
        const params = { id: textOrNull(plan?.id) ?? '' };
        const result = await write('POST sistema/ripristino/:id/conferma', { params });
        // Whatever the result, all values on the screen are read again.
        refreshAll();
        notePlantSaved();
        if (result.kind !== 'saved') return () => files.refusalWords(result);
        setNeedsRestart(isObject(result.value) && result.value.riavvio === true);
        return () => t('setup.restored');
      }),
  };
}
