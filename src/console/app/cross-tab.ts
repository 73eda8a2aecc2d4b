import { isLanguage, type Language } from '../../contract/languages';
import { type Theme, themes } from '../browser/theme';
import { isObject } from '../data/read';

/** What the tabs of this browser tell each other. A tab does not hear itself. */
export type TabMessage =
  /** Concerns only tabs of the same account (`sub` of the token). */
  | { readonly kind: 'logout'; readonly account: string }
  | { readonly kind: 'plant-changed' }
  | { readonly kind: 'theme'; readonly theme: Theme }
  | { readonly kind: 'language'; readonly language: Language };

const channelName = 'meridiana';
const listeners = new Set<(message: TabMessage) => void>();
let channel: BroadcastChannel | null = null;

/** Opened at the first use; null where the browser has none, and then each tab minds its own. */
function openChannel(): BroadcastChannel | null {
  if (channel || typeof BroadcastChannel === 'undefined') return channel;
  channel = new BroadcastChannel(channelName);
  channel.onmessage = event => {
    const message = readMessage(event.data);
    if (message) for (const listener of listeners) listener(message);
  };
  return channel;
}

/** Tells the other tabs. Never throws: what they miss they learn from the datalogger. */
export function announce(message: TabMessage): void {
  try {
    openChannel()?.postMessage(message);
  } catch {
    // A closed channel or a forbidden one: the other tabs follow at their next call.
  }
}

export function onMessage(listener: (message: TabMessage) => void): () => void {
  openChannel();
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Another tab may run another version of the console, so a message is checked like an answer. */
function readMessage(raw: unknown): TabMessage | null {
  if (!isObject(raw)) return null;
  const { kind, account, theme, language } = raw;
  if (kind === 'plant-changed') return { kind };
  if (kind === 'logout' && typeof account === 'string') return { kind, account };
  if (kind === 'language' && isLanguage(language)) return { kind, language };
  if (kind === 'theme' && isTheme(theme)) return { kind, theme };
  return null;
}

function isTheme(value: unknown): value is Theme {
  return typeof value === 'string' && Object.hasOwn(themes, value);
}
