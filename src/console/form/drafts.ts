import { useSyncExternalStore } from 'react';
import { sessionStore } from '../browser/storage';
import type { Edits } from './edits';
import { isSecret } from './facts';

/*
 * Drafts are stored in the session storage of the tab, one for each record and user, so that typed values survive the end of a session and
 * a reload. Secrets are only kept in memory.
 */
const prefix = 'app.draft ';
const none: Edits = {};

const cache = new Map<string, Edits>();
const listeners = new Set<() => void>();
let version = 0;

/** The key of a user's draft, e.g. for `config/inverters/4`. Each user of this tab has separate drafts. */
export const draftKey = (user: string, record: string) => `${prefix}${user} ${record}`;

export function readDraft(key: string): Edits {
  let edits = cache.get(key);
  if (!edits) {
    edits = parse(sessionStore.read(key));
    cache.set(key, edits);
  }
  return edits;
}

/** A draft without edits is deleted. */
export function writeDraft(key: string, edits: Edits): void {
  cache.set(key, edits);
  const kept = withoutSecrets(edits);
  if (hasEdits(kept)) sessionStore.write(key, JSON.stringify(kept));
  else sessionStore.remove(key);
  version += 1;
  for (const listener of listeners) listener();
}

const withoutSecrets = (edits: Edits): Edits =>
  Object.fromEntries(Object.entries(edits).filter(([path]) => !isSecret(path)));

/** Called when the form is closed or the secrets were saved: they must be typed again. */
export function forgetSecrets(key: string): void {
  const edits = readDraft(key);
  if (Object.keys(edits).some(isSecret)) writeDraft(key, withoutSecrets(edits));
}

/** Reads a stored draft. An invalid text counts as no draft. */
function parse(text: string | null): Edits {
  try {
    const stored: unknown = JSON.parse(text ?? 'null');
    if (typeof stored !== 'object' || stored === null) return none;
    const entries = Object.entries(stored).filter(([, edit]) => {
      const input: unknown = edit?.input;
      return typeof input === 'string' || typeof input === 'boolean';
    });
    return Object.fromEntries(entries);
  } catch {
    return none;
  }
}

/** Re-renders the component when any draft changes. */
export function useDrafts(): number {
  return useSyncExternalStore(
    listener => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => version,
  );
}

export const hasEdits = (edits: Edits) => Object.keys(edits).length > 0;
