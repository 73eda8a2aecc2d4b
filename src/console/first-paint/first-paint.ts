import { languageCodes, sourceLanguage } from '../../contract/languages';
import { addedLanguages, wordsAddress } from '../browser/added-languages';
import { localStore, sessionStore, tokenKey } from '../browser/storage';
import { applyTheme, preferredTheme } from '../browser/theme';
import { askEarly } from '../data/early-file';
import { chooseLanguage } from '../i18n/choose-language';

/*
 * Runs as an inline script before the first paint: sets theme and language of the login form in the HTML, and hides the form where a
 * session is open. Without this script the form is Italian and light.
 */
const page = document.documentElement;

applyTheme(preferredTheme());
const added = addedLanguages();
const codes = [...languageCodes, ...added.map(({ codice }) => String(codice))];
page.lang = chooseLanguage(codes, localStore.read('lang'), navigator.languages);
const isLogin = /^\/auth(\/|$)/.test(location.pathname);
const isPublic = /^\/(raw-data\/plant|notfound)$/.test(location.pathname);
if (isPublic || (!isLogin && sessionStore.read(tokenKey))) page.classList.add('wait');

/** Translates the Italian texts of the form node by node, because the security policy forbids setting HTML. */
function translateForm(): void {
  const formWords: Readonly<Record<string, readonly string[]>> = JSON.parse(
    document.getElementById('form-words')?.textContent ?? '{}',
  );
  const own = added.find(({ codice }) => codice === page.lang)?.modulo;
  const words = formWords[page.lang] ?? (Array.isArray(own) ? own : []);
  const byItalian = new Map(
    formWords[sourceLanguage]?.map((italian, index) => [italian, words[index] ?? italian]),
  );
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node instanceof Element) {
      const label = byItalian.get(node.getAttribute('aria-label') ?? '');
      if (label) node.setAttribute('aria-label', label);
      if (node instanceof HTMLOptionElement && node.value === page.lang) node.selected = true;
      if (node instanceof HTMLInputElement && node.id === 'dark-theme')
        node.checked = page.dataset.theme !== 'light';
    } else {
      node.nodeValue = byItalian.get(node.nodeValue ?? '') ?? node.nodeValue;
    }
  }
}

// A page that shows this one in a frame could redirect the user's clicks. Headers forbid frames where the web server sends them; without
// them this removes the page in a frame, so that no form is shown and no script of it runs.
const isFramed = window.top !== window;
if (isFramed) page.remove();

// This state is reached before module scripts run and usually before the first paint.
document.addEventListener('readystatechange', () => {
  if (document.readyState !== 'interactive' || isFramed) return;
  translateForm();
  askEarly(wordsAddress(page.lang));
});

// The user may submit before the application is loaded: the form is then sent as soon as possible.
document.addEventListener('submit', event => {
  event.preventDefault();
  page.dataset.submitted = 'early';
});

const retryMs = 3_000;

/** While the application cannot be loaded, the form stays and accepts input. */
function startAgain(address: string): void {
  setTimeout(() => import(/* @vite-ignore */ address).catch(() => startAgain(address)), retryMs);
}

document.addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLScriptElement) startAgain(target.src);
  },
  true,
);
