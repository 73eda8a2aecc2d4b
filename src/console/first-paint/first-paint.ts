import { formWords } from 'virtual:form-words';
import { sourceLanguage } from '../../contract/languages';
import { localStore, sessionStore } from '../browser/storage';
import { applyTheme, storedTheme } from '../browser/theme';
import { chooseLanguage } from '../i18n/choose-language';

/*
 * Runs before the first paint, from a file of its own because the page's policy allows no inline script: theme and language
 * of the login form that stands in the HTML, and no form at all where a session is open. Without it, the form is
 * Italian and light.
 */
const page = document.documentElement;

applyTheme(storedTheme());
page.lang = chooseLanguage(Object.keys(formWords), localStore.read('lang'), navigator.languages);
const isLogin = /^\/auth(\/|$)/.test(location.pathname);
const isPublic = /^\/(raw-data\/plant|notfound)$/.test(location.pathname);
if (isPublic || (!isLogin && sessionStore.read('app.token'))) page.classList.add('wait');

/** Replaces the Italian words of the form, text by text: the policy forbids setting HTML. */
function translateForm(): void {
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
  if (document.readyState === 'interactive' && !isFramed) translateForm();
});

// Somebody may be faster than the application: the form is sent as soon as it can be.
document.addEventListener('submit', event => {
  event.preventDefault();
  page.dataset.submitted = 'early';
});
