import { type Theme, themes } from '../browser/theme';
import { isObject } from '../data/read';

/** The name of the channel on which the tabs of this browser speak. */
export const tabChannel = 'meridiana';

/** A message between the tabs of this browser. A tab does not receive its own messages. */
export type TabMessage =
  /** Only for tabs of the same account (`sub` of the token). */
  | { readonly kind: 'logout'; readonly account: string }
  | { readonly kind: 'plant-changed' }
  /** A tab that has just been opened asks for the session of this one, and gets its token as it is stored. */
  | { readonly kind: 'session-wanted' }
  | { readonly kind: 'session'; readonly token: string }
  | { readonly kind: 'theme'; readonly theme: Theme }
  | { readonly kind: 'language'; readonly language: string };

const listeners = new Set<(message: TabMessage) => void>();
let channel: BroadcastChannel | null = null;

/** Opened at the first use; null where the browser has no BroadcastChannel: then the tabs do not inform each other. */
function openChannel(): BroadcastChannel | null {
  if (channel || typeof BroadcastChannel === 'undefined') return channel;
  channel = new BroadcastChannel(tabChannel);
  channel.onmessage = event => {
    const message = readMessage(event.data);
    if (message) for (const listener of listeners) listener(message);
  };
  return channel;
}

/** Sends a message to the other tabs. Never throws: a tab that misses it learns the change from the datalogger. */
export function announce(message: TabMessage): void {
  try {
    openChannel()?.postMessage(message);
  } catch {
    // The channel is closed or forbidden. The other tabs notice at their next call.
  }
}

export function onMessage(listener: (message: TabMessage) => void): () => void {
  openChannel();
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Another tab may run another version of the console, so a message is validated like an answer of the datalogger. */
function readMessage(raw: unknown): TabMessage | null {
  if (!isObject(raw)) return null;
  const { kind, account, theme, language } = raw;
  if (kind === 'plant-changed' || kind === 'session-wanted') return { kind };
  if (kind === 'logout' && typeof account === 'string') return { kind, account };
  if (kind === 'language' && typeof language === 'string') return { kind, language };
  if (kind === 'theme' && isTheme(theme)) return { kind, theme };
  return null;
}

function isTheme(value: unknown): value is Theme {
  return typeof value === 'string' && Object.hasOwn(themes, value);
}
