import { languageCodes, sourceLanguage } from '../../contract/languages';
import { localStore, sessionStore } from '../browser/storage';
import { applyTheme, storedTheme } from '../browser/theme';
import { askEarly } from '../data/early-file';
import { chooseLanguage } from '../i18n/choose-language';

/*
 * Runs before the first paint, within the page: theme and language of the login form that stands in the HTML, and no form
 * at all where a session is open. Without it, the form is Italian and light.
 */
const page = document.documentElement;

applyTheme(storedTheme());
const language = chooseLanguage(languageCodes, localStore.read('lang'), navigator.languages);
page.lang = language;
const isLogin = /^\/auth(\/|$)/.test(location.pathname);
const isPublic = /^\/(raw-data\/plant|notfound)$/.test(location.pathname);
if (isPublic || (!isLogin && sessionStore.read('app.token'))) page.classList.add('wait');

/** Replaces the Italian words of the form, text by text: the policy forbids setting HTML. */
function translateForm(): void {
  const formWords: Readonly<Record<string, readonly string[]>> = JSON.parse(
    document.getElementById('form-words')?.textContent ?? '{}',
  );
  const words = formWords[page.lang] ?? [];
  const byItalian = new Map(
    formWords[sourceLanguage]?.map((italian, index) => [italian, words[index] ?? italian]),
  );
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node instanceof Element) {
      const label = byItalian.get(node.getAttribute('aria-label') ?? '');
      if (label) node.setAttribute('aria-label', label);
      if (node instanceof HTMLOptionElement && node.value === page.lang) node.selected = true;
      if (node instanceof HTMLInputElement && node.id === 'theme')
        node.checked = page.dataset.theme !== 'light';
    } else {
      node.nodeValue = byItalian.get(node.nodeValue ?? '') ?? node.nodeValue;
    }
  }
}

// The page around a frame could steer the user's clicks. Where the web server sends headers they forbid frames; everywhere
// else there is nothing in one: no form is parsed into a page that is gone, and no script of it runs.
const isFramed = window.top !== window;
if (isFramed) page.remove();

// 'interactive' comes before module scripts run and, as a rule, before the first paint.
document.addEventListener('readystatechange', () => {
  if (document.readyState !== 'interactive' || isFramed) return;
  translateForm();
  askEarly(`/assets/i18n/${language}.json`);
});

// Somebody may be faster than the application: the form is sent as soon as it can be.
document.addEventListener('submit', event => {
  event.preventDefault();
  page.dataset.submitted = 'early';
});

const retryMs = 3_000;

/** Until the application can be had, the form stays and can be typed into. */
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
