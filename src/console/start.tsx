import { keys as baseKeys } from 'virtual:word-keys/base';
import { createRoot } from 'react-dom/client';
import { App, followGuards } from './app/App';
import { guardChunks } from './app/build-check';
import { showPreferredLanguage } from './app/language';
import { takeTyped } from './app/login/typed';
import { takeOtherSession } from './app/other-session';
import { matchRoute } from './app/routes';
import { onSessionLost } from './app/session-flow';
import { wordsAddress } from './browser/added-languages';
import { applyTheme, preferredTheme } from './browser/theme';
import { watchHistory } from './browser/unsaved';
import { loadFile } from './data/file';
import { judgeStoredSession } from './data/session';
import { countBytes, showTraffic } from './data/traffic';
import { setSessionLostHandler } from './data/transport';
import { setWordSource } from './i18n/translate';

async function loadKeys(bundle: string): Promise<unknown> {
  if (bundle === 'base') return baseKeys;
  const { wordKeys } = await import('virtual:word-keys');
  return wordKeys[bundle]?.();
}

const retryLanguageMs = 3_000;

/** Until a language file is loaded, the form in the HTML stays and accepts input. */
async function languageReady(): Promise<void> {
  for (;;) {
    try {
      return await showPreferredLanguage();
    } catch {
      await new Promise(resolve => setTimeout(resolve, retryLanguageMs));
    }
  }
}

/**
 * Applies the page's style where a web server still sends the security policy of the previous release, which blocks it. A restart of that
 * server ends this.
 */
function applyBlockedStyle(): void {
  const style = document.querySelector('style');
  if (!style?.textContent || style.sheet || !('adoptedStyleSheets' in document)) return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style.textContent);
  document.adoptedStyleSheets = [sheet];
}

/** Replaces the form in the HTML by the application. */
async function start(container: HTMLElement): Promise<void> {
  applyBlockedStyle();
  applyTheme(preferredTheme());
  showTraffic();
  countBytes();
  guardChunks();
  watchHistory();
  setWordSource({ file: name => loadFile(wordsAddress(name)), keys: loadKeys });
  setSessionLostHandler(onSessionLost);
  // Only a link to a screen: who opens the login wants to log in.
  const other = matchRoute(location.pathname) && takeOtherSession();
  await languageReady();
  await other;
  // The language file has been loaded, so the datalogger's time is known.
  judgeStoredSession();
  // From here to the new form's first render nothing waits, so that no key typed into the old form is lost.
  followGuards();
  const typed = takeTyped(container);
  createRoot(container).render(<App typed={typed} />);
  document.documentElement.classList.remove('wait');
}

const container = document.getElementById('app');
if (container) void start(container);
