import { useSyncExternalStore } from 'react';
import { sessionStore } from '../browser/storage';
import type { Edits } from './edits';
import { isSecret } from './facts';

/*
 * Drafts live in the session storage of the tab, one for each record and user, so that neither a session that ends nor a reload
 * loses what was typed. Secrets are only ever in memory.
 */
const prefix = 'app.draft ';
const none: Edits = {};

const cache = new Map<string, Edits>();
const listeners = new Set<() => void>();
let version = 0;

/** `config/inverters/4` of one user; another user of this tab has drafts of their own. */
export const draftKey = (user: string, record: string) => `${prefix}${user} ${record}`;

export function readDraft(key: string): Edits {
  let edits = cache.get(key);
  if (!edits) {
    edits = parse(sessionStore.read(key));
    cache.set(key, edits);
  }
  return edits;
}

/** Nothing is left of a draft without edits. */
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

/** The form is left, or the secrets were taken: they are typed anew. */
export function forgetSecrets(key: string): void {
  const edits = readDraft(key);
  if (Object.keys(edits).some(isSecret)) writeDraft(key, withoutSecrets(edits));
}

/** A draft and nothing else is stored under its key; what is no draft counts as none. */
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

/** Re-renders whenever any draft changes. */
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
