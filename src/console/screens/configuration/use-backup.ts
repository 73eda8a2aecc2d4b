import { useRef, useState } from 'react';
import type { Transfer } from '../../data/backup-history';
import { notePlantSaved } from '../../data/plant-saved';
import { refreshAll } from '../../data/poll';
import { isObject, type Json, textIn } from '../../data/read';
import { write } from '../../data/records';
import { t } from '../../i18n/translate';
import { nothingSaid, useSaid } from '../../i18n/use-said';
import type { Checked } from './backup-files';

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
  /** Checks a version of the configuration, or one object of it. */
  checkVersion(id: number, object?: string): Promise<void>;
  checkCopy(name: string): Promise<void>;
  /** Narrows the plan of a version to one object of it; undefined where the plan is not of a version. */
  readonly pick: ((object: string) => void) | undefined;
  restore(): Promise<void>;
  cancel(): void;
}

/** The work with files, loaded when somebody saves or chooses one. */
type Files = typeof import('./backup-files');

/** Runs one piece of work at a time, and keeps what it says and how far it is. */
function useWork() {
  const [words, say] = useSaid();
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
  return { words, isBusy, percent, act, cancel: () => stop.current.abort() };
}

/** Saves configuration and history as a file and restores them; a file is checked completely before anything changes. */
export function useBackup(): BackupActions {
  const { act, ...state } = useWork();
  const [plan, setPlan] = useState<Json | null>(null);
  const [version, setVersion] = useState<number>();
  const [needsRestart, setNeedsRestart] = useState(false);
  const checkBy = (check: (files: Files, transfer: Transfer) => Promise<Checked>, of?: number) =>
    act(async (files, transfer) => {
      setPlan(null);
      setVersion(of);
      const checked = await check(files, transfer);
      setPlan(checked.plan);
      return checked.words;
    });
  const checkVersion: BackupActions['checkVersion'] = (id, object) =>
    checkBy(files => files.checkVersion(id, object), object ? undefined : id);
  return {
    ...state,
    plan,
    needsRestart,
    checkVersion,
    pick: version === undefined ? version : object => void checkVersion(version, object),
    checkCopy: name => checkBy(files => files.checkCopy(name)),
    save: (passphrase, hasHistory) =>
      act((files, transfer) => files.saveBackup(passphrase, hasHistory ? transfer : null)),
    check: (file, passphrase, hasHistory) =>
      checkBy((files, transfer) => files.checkBackup(file, passphrase, hasHistory ? transfer : null)),
    restore: () =>
      act(async files => {
        setPlan(null);
        const outcome = await confirm(files, plan);
        setNeedsRestart(outcome.needsRestart);
        return outcome.words;
      }),
  };
}

async function confirm(files: Files, plan: Json | null) {
  const params = { id: textIn(plan?.id) };
  const result = await write('POST sistema/ripristino/:id/conferma', { params });
  // Whatever the result, all values on the screen are read again.
  refreshAll();
  notePlantSaved();
  const isSaved = result.kind === 'saved';
  return {
    needsRestart: isSaved && isObject(result.value) && result.value.riavvio === true,
    words: () => (isSaved ? t('setup.restored') : files.refusalWords(result)),
  };
}
