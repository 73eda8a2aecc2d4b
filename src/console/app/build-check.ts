import { useSyncExternalStore } from 'react';
import { sessionStore } from '../browser/storage';
import { hasUnsaved } from '../browser/unsaved';
import { nowMs } from '../data/monotonic';
import { fetchPage, repeatWhileVisible } from '../data/page';
import { isLowTraffic } from '../data/traffic';

/*
 * After an upgrade an open console would go on with scripts that the datalogger no longer has. The page of the server
 * names its scripts by content, so other names mean another build.
 */
const everyMs = 30 * 60_000;
const reloadKey = 'app.reload';
const assetName = /\/assets\/[\w.-]+-[\w-]{8}\.(?:js|css)\b|sha256-[\w+/=]{44}/g;

let isNewer = false;
const listeners = new Set<() => void>();

/** The hashed assets that a page names, and the hashes of what it has within it, sorted; empty for anything that is not a built console. */
export function assetsOf(html: string): readonly string[] {
  return [...new Set(html.match(assetName))].sort();
}

/** What this page was loaded from, lazy chunks included. */
function runningAssets(): ReadonlySet<string> {
  const elements = document.querySelectorAll('script[src], link[href], meta[content]');
  const named = (element: Element) =>
    ['src', 'href', 'content'].flatMap(name => assetsOf(element.getAttribute(name) ?? ''));
  return new Set([...elements].flatMap(named));
}

/** Whether a page of the server belongs to another build than the running one. False when either cannot tell. */
export function isOtherBuild(html: string, running: ReadonlySet<string>): boolean {
  const assets = assetsOf(html);
  return running.size > 0 && assets.some(name => !running.has(name));
}

/** What the running console's own script is called by its content; null where it was not built. */
export function runningBuild(): string | null {
  const scripts = document.querySelectorAll('script[type=module][src]');
  const [name] = [...scripts].flatMap(script => assetsOf(script.getAttribute('src') ?? ''));
  return name?.match(/-([\w-]{8})\.js$/)?.[1] ?? null;
}

/** Asks the server once; what it finds shows through `useNewBuild`. Answers its page, or null when it cannot be had. */
export async function checkBuild(): Promise<string | null> {
  const html = await fetchPage();
  if (html !== null && !isNewer && isOtherBuild(html, runningAssets())) {
    isNewer = true;
    for (const listener of listeners) listener();
  }
  return html;
}

/** Looks for a new build every 30 minutes, and at once where the page is older. In low-traffic mode only failures and restarts make it look. */
export function watchBuild(): () => void {
  const look = () => {
    if (!isLowTraffic()) void checkBuild();
  };
  if (nowMs() > everyMs) look();
  return repeatWhileVisible(look, everyMs);
}

/** Whether the server has another build than the one that runs. */
export function useNewBuild(): boolean {
  return useSyncExternalStore(
    listener => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => isNewer,
  );
}

/**
 * A chunk that cannot be had most often belongs to a build that is gone: reloads, but once for each build the server has,
 * never over unsaved work and never while the server cannot be reached. Otherwise the part of the page that wanted
 * the chunk says so and offers another try.
 */
export async function recoverFromMissingChunk(reload: () => void = () => location.reload()): Promise<void> {
  const html = await checkBuild();
  const build = assetsOf(html ?? '').join();
  if (build === '' || hasUnsaved() || sessionStore.read(reloadKey) === build) return;
  sessionStore.write(reloadKey, build);
  reload();
}

/** Listens for chunks that fail to load, for as long as the page lives. */
export function guardChunks(): void {
  window.addEventListener('vite:preloadError', () => void recoverFromMissingChunk());
}
