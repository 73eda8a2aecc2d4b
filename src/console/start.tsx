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
import { setLanguageLoader } from './i18n/translate';

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

/** Takes the page over from the form in the HTML. */
export async function start(container: HTMLElement): Promise<void> {
  applyTheme(storedTheme());
  showTraffic();
  countBytes();
  guardChunks();
  watchHistory();
  setLanguageLoader(name => loadFile(`/assets/i18n/${name}.json`));
  setSessionLostHandler(onSessionLost);
  await languageReady();
  // By now an answer has told the datalogger's time.
  judgeStoredSession();
  const typed = takeTyped(container);
  createRoot(container).render(<App typed={typed} />);
  document.documentElement.classList.remove('wait');
}
