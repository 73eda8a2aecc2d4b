import type { Page } from 'playwright-core';

/** What others than the console do to its page. */
export const pageChanges = [
  // Leaves alone what is marked.
  'translation',
  'translation of everything',
  'dark theme',
  'password manager',
] as const;
export type PageChange = (typeof pageChanges)[number];

declare global {
  interface Window {
    liveText: { begin(): void; pause(): void; unmarked(): readonly string[]; changes(): number };
    /** Changes the page and all that is added to it from now on; null: nothing more. */
    changePage(change: PageChange | null): void;
  }
}

/** Puts `window.changePage` on the page. */
export const layChanges = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    let change: PageChange | null = null;
    let turn = 0;

    /** As browsers translate: half of the texts are replaced, half are moved into the elements. */
    function translate(text: Text): void {
      const { parentElement } = text;
      if (!text.data.trim() || !parentElement || /^(FONT|SCRIPT|STYLE)$/.test(parentElement.tagName)) return;
      if (change === 'translation' && parentElement.closest('[translate=no]')) return;
      const outer = document.createElement('font');
      const inner = outer.appendChild(document.createElement('font'));
      text.replaceWith(outer);
      turn += 1;
      inner.append(turn % 2 === 0 ? text : text.data);
    }

    function darken(element: Element): void {
      if (!(element instanceof HTMLElement) || element.hasAttribute('data-darkreader-inline-color')) return;
      element.setAttribute('data-darkreader-inline-color', '');
      element.style.setProperty('--darkreader-inline-color', '#e8e6e3');
    }

    function fill(field: Element): void {
      if (!/^(INPUT|FORM|LABEL)$/.test(field.tagName) || field.hasAttribute('data-pm')) return;
      field.setAttribute('data-pm', '');
      const icon = document.createElement('com-password-manager');
      icon.append(document.createElement('div'));
      if (field.tagName === 'INPUT') field.after(icon);
      else field.append(icon);
    }

    function changeAll(): void {
      if (change === 'translation' || change === 'translation of everything') {
        const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        const found: Text[] = [];
        while (texts.nextNode()) if (texts.currentNode instanceof Text) found.push(texts.currentNode);
        for (const text of found) if (!(text.parentElement instanceof SVGElement)) translate(text);
      } else if (change) {
        const act = change === 'dark theme' ? darken : fill;
        for (const element of document.querySelectorAll('#app *')) act(element);
      }
      watch.takeRecords();
    }
    const watch = new MutationObserver(changeAll);
    window.changePage = next => {
      change = next;
      watch.disconnect();
      if (!next) return;
      // A page's own style elements are forbidden here; those of extensions are not.
      if (next === 'dark theme') {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync('html, body { background-color: #181a1b !important; color: #e8e6e3; }');
        document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
        document.head.append(Object.assign(document.createElement('meta'), { name: 'darkreader' }));
      }
      watch.observe(document.body, { childList: true, subtree: true });
      changeAll();
    };
  });

/** Notes which text nodes change while they stay in the page, and which of them are not marked for no translation. */
export async function watchLiveText(page: Page): Promise<void> {
  await page.evaluate(() => {
    const found = new Map<string, string>();
    let changes = 0;
    let isOn = false;
    const placeOf = (node: Node) => {
      const names: string[] = [];
      for (let at = node.parentElement; at && at.id !== 'app'; at = at.parentElement)
        names.unshift([at.tagName.toLowerCase(), ...at.classList].join('.'));
      return names.slice(-4).join(' > ');
    };
    new MutationObserver(records => {
      if (!isOn) return;
      for (const { target, oldValue } of records) {
        if (!(target instanceof Text) || target.data === oldValue) continue;
        changes += 1;
        if (target.parentElement?.closest('[translate=no], .sr')) continue;
        found.set(`${location.pathname}: ${placeOf(target)}`, `${oldValue} -> ${target.data}`);
      }
    }).observe(document.body, { characterData: true, characterDataOldValue: true, subtree: true });
    window.liveText = {
      begin: () => {
        isOn = true;
      },
      pause: () => {
        isOn = false;
      },
      unmarked: () => [...found].map(words => words.join(': ')),
      changes: () => changes,
    };
  });
}
