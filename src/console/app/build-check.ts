import { useSyncExternalStore } from 'react';
import { sessionStore } from '../browser/storage';
import { hasUnsaved } from '../browser/unsaved';
import { nowMs } from '../data/monotonic';
import { fetchPage, repeatWhileVisible } from '../data/page';
import { isLowTraffic } from '../data/traffic';

/*
 * After an upgrade the server no longer has the scripts of a console that is still open. The names of the scripts contain a hash of their
 * content: other names in the server's page mean another build.
 */
const everyMs = 30 * 60_000;
const reloadKey = 'app.reload';
const assetName = /\/assets\/[\w.-]+-[\w-]{8}\.(?:js|css)\b|sha256-[\w+/=]{44}/g;

let isNewer = false;
const listeners = new Set<() => void>();

/** The hashed assets that a page refers to and the hashes of its inline code, sorted. Empty for a page that is not a built console. */
export function assetsOf(html: string): readonly string[] {
  return [...new Set(html.match(assetName))].sort();
}

/** The hashed assets that this page has loaded, lazy chunks included. */
function runningAssets(): ReadonlySet<string> {
  const elements = document.querySelectorAll('script[src], link[href], meta[content]');
  const named = (element: Element) =>
    ['src', 'href', 'content'].flatMap(name => assetsOf(element.getAttribute(name) ?? ''));
  return new Set([...elements].flatMap(named));
}

/** Whether the server's page belongs to another build than the running one. False when one of the two names no assets. */
export function isOtherBuild(html: string, running: ReadonlySet<string>): boolean {
  const assets = assetsOf(html);
  return running.size > 0 && assets.some(name => !running.has(name));
}

/** The hashed file name of the running console's main script; null in an unbuilt console. */
export function runningBuild(): string | null {
  const scripts = document.querySelectorAll('script[type=module][src]');
  const [name] = [...scripts].flatMap(script => assetsOf(script.getAttribute('src') ?? ''));
  return name?.match(/-([\w-]{8})\.js$/)?.[1] ?? null;
}

/** Fetches the server's page once and publishes the result through `useNewBuild`. Returns the page, or null when it is not available. */
export async function checkBuild(): Promise<string | null> {
  const html = await fetchPage();
  if (html !== null && !isNewer && isOtherBuild(html, runningAssets())) {
    isNewer = true;
    for (const listener of listeners) listener();
  }
  return html;
}

/**
 * Checks for a new build every 30 minutes, and at once if the page was loaded longer ago than that. In low-traffic mode a check follows
 * only a failure or a restart of the datalogger.
 */
export function watchBuild(): () => void {
  const look = () => {
    if (!isLowTraffic()) void checkBuild();
  };
  if (nowMs() > everyMs) look();
  return repeatWhileVisible(look, everyMs);
}

/** Whether the server has another build than the running one. */
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
 * A chunk that cannot be loaded usually belongs to a build that was replaced. Reloads the page, at most once for each build of the server,
 * never with unsaved work and never while the server cannot be reached. In all other cases the part of the page that needs the chunk
 * reports the failure and offers a retry.
 */
export async function recoverFromMissingChunk(reload: () => void = () => location.reload()): Promise<void> {
  const html = await checkBuild();
  const build = assetsOf(html ?? '').join();
  if (build === '' || hasUnsaved() || sessionStore.read(reloadKey) === build) return;
  sessionStore.write(reloadKey, build);
  reload();
}

/** Handles chunks that fail to load, until the page is closed. */
export function guardChunks(): void {
  window.addEventListener('vite:preloadError', () => void recoverFromMissingChunk());
}
