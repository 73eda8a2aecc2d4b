import { createRoot } from 'react-dom/client';
import { App } from './app/App';
import { guardChunks } from './app/build-check';
import { showPreferredLanguage } from './app/language';
import { takeTyped } from './app/login/typed';
import { onSessionLost } from './app/session-flow';
import { applyTheme, storedTheme } from './browser/theme';
import { watchHistory } from './browser/unsaved';
import { loadFile } from './data/file';
import { judgeStoredSession } from './data/session';
import { countBytes, showTraffic } from './data/traffic';
import { setSessionLostHandler } from './data/transport';
import { setWordSource } from './i18n/translate';

async function loadKeys(bundle: string): Promise<unknown> {
  const { wordKeys } = await import('virtual:word-keys');
  return (await wordKeys[bundle]?.())?.default;
}

const retryLanguageMs = 3_000;

/** Until a language file is there, the form in the HTML stays and can be typed into. */
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
 * A web server that still sends the policy of the release before keeps the page's style from being applied, until it is restarted.
 */
function applyBlockedStyle(): void {
  const style = document.querySelector('style');
  if (!style?.textContent || style.sheet || !('adoptedStyleSheets' in document)) return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style.textContent);
  document.adoptedStyleSheets = [sheet];
}

/** Takes the page over from the form in the HTML. */
async function start(container: HTMLElement): Promise<void> {
  applyBlockedStyle();
  applyTheme(storedTheme());
  showTraffic();
  countBytes();
  guardChunks();
  watchHistory();
  setWordSource({ file: name => loadFile(`/assets/i18n/${name}.json`), keys: loadKeys });
  setSessionLostHandler(onSessionLost);
  await languageReady();
  // By now an answer has told the datalogger's time.
  judgeStoredSession();
  const typed = takeTyped(container);
  createRoot(container).render(<App typed={typed} />);
  document.documentElement.classList.remove('wait');
}

const container = document.getElementById('app');
if (container) void start(container);
