import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { setStage } from '../support/browser';
import { longPatience } from '../support/long';
import { excessWidth } from '../support/looks';
import { screens } from '../support/screens';

/* WCAG 2.2 AA where axe sees nothing: every screen at 400 %, with wider text, in forced colours, and with the focus of the keyboard. */

const stage = setStage({ size: 'medium', historyDays: 2 });

/** Opens every screen in one page, and returns what `look` finds on each. */
async function findOnAll(page: Page, look: (page: Page) => Promise<readonly string[]>): Promise<string[]> {
  const found: string[] = [];
  for (const path of screens) {
    await page.goto(new URL(path, page.url()).href);
    await page.locator('main h1').first().waitFor();
    await page.waitForLoadState('networkidle');
    found.push(...(await look(page)).map(each => `${path}: ${each}`));
  }
  return found;
}

/** What stays at the edge of the window while the page scrolls covers this part of its height. */
const coveredShare = (page: Page) =>
  page.evaluate(() => {
    scrollTo(0, document.body.scrollHeight / 2);
    const { innerWidth: width, innerHeight: height } = window;
    const isFixed = (element: Element | null): boolean =>
      element !== null &&
      element !== document.documentElement &&
      (/^(fixed|sticky)$/.test(getComputedStyle(element).position) || isFixed(element.parentElement));
    let covered = 0;
    for (let y = 1; y < height; y += 2) if (isFixed(document.elementFromPoint(width / 2, y))) covered += 2;
    scrollTo(0, 0);
    return covered / height;
  });

test(
  '1.4.10: at 400 % of 1280 x 1024 nothing scrolls sideways, and half of the window is left for the page',
  longPatience,
  async () => {
    const page = await stage.open('admin', '/', { viewport: { width: 320, height: 256 } });
    const found = await findOnAll(page, async () => {
      const [excess, covered] = [await excessWidth(page), await coveredShare(page)];
      return [
        ...(excess > 0 ? [`${excess} px wider than the window`] : []),
        ...(covered > 0.5 ? [`${Math.round(100 * covered)} % covered by bars`] : []),
      ];
    });
    expect(found).toEqual([]);
  },
);

test('1.4.12: with wider text spacing no text is cut off', longPatience, async () => {
  const page = await stage.open('admin', '/', { viewport: { width: 1280, height: 800 } });
  const found = await findOnAll(page, async () => {
    await page.evaluate(() => {
      // A policy of the page allows no style element.
      const spacing = new CSSStyleSheet();
      spacing.replaceSync(`
        * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
        p { margin-bottom: 2em !important }`);
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, spacing];
    });
    return page.evaluate(() => {
      /** Whether text of an element that clips reaches beyond it. Where an ellipsis says so, the whole text is a press away. */
      const isCut = (element: Element) => {
        const { overflowX, overflowY, textOverflow } = getComputedStyle(element);
        const hides = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
        // A folded part of the menu has no height.
        if (textOverflow === 'ellipsis' || element.clientHeight === 0) return false;
        const box = element.getBoundingClientRect();
        const range = document.createRange();
        const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
        while (texts.nextNode()) {
          range.selectNodeContents(texts.currentNode);
          const { left, right, top, bottom, width } = range.getBoundingClientRect();
          if (width === 0 || texts.currentNode.parentElement?.closest('.sr')) continue;
          if (hides(overflowX) && (right > box.right + 2 || left < box.left - 2)) return true;
          if (hides(overflowY) && (bottom > box.bottom + 2 || top < box.top - 2)) return true;
        }
        return false;
      };
      return [...document.querySelectorAll('main *, header *, nav *, footer *')]
        .filter(
          element =>
            !element.closest('svg, .sr, .skip') &&
            element.textContent?.trim() &&
            element.checkVisibility() &&
            isCut(element),
        )
        .map(
          element =>
            `${element.localName}.${element.className} "${element.textContent?.trim().slice(0, 30)}"`,
        );
    });
  });
  expect(found).toEqual([]);
});

/** Focuses one control after the other, as the key Tab does, and returns those that are hidden then, or look as before. */
const badlyFocused = (page: Page) =>
  page.evaluate(() => {
    const still = new CSSStyleSheet();
    still.replaceSync('* { transition: none !important; scroll-behavior: auto !important }');
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, still];
    const isSeen = (element: Element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      const shares = [0.25, 0.5, 0.75];
      return shares.some(x =>
        shares.some(y => {
          const there = document.elementFromPoint(left + x * width, top + y * height);
          return (
            there !== null &&
            (element.contains(there) ||
              there.contains(element) ||
              element.parentElement?.contains(there) === true)
          );
        }),
      );
    };
    const lookOf = (element: Element) =>
      [element, element.parentElement, element.nextElementSibling, ...element.children]
        .map(each => {
          const style = each && getComputedStyle(each);
          return style && [style.outline, style.boxShadow, style.borderColor, style.backgroundColor].join();
        })
        .join();
    const controls = [
      ...document.querySelectorAll<HTMLElement>(
        'a[href], button, input, select, textarea, summary, [tabindex="0"]',
      ),
    ].filter(each => each.tabIndex >= 0 && !each.matches(':disabled, [inert] *') && each.checkVisibility());
    // The first of each kind tells of all: a table has hundreds of rows.
    const kinds = new Map<string, HTMLElement[]>();
    for (const each of controls) {
      const kind = `${each.parentElement?.className} ${each.localName} ${each.className}`;
      kinds.set(kind, [...(kinds.get(kind) ?? []), each]);
    }
    return [...kinds.values()]
      .flatMap(alike => [...new Set([...alike.slice(0, 4), ...alike.slice(-1)])])
      .flatMap(element => {
        (document.activeElement as HTMLElement | null)?.blur();
        const before = lookOf(element);
        element.focus();
        if (document.activeElement !== element) return [];
        const name = `${element.localName}.${element.className} "${element.textContent?.trim().slice(0, 30)}"`;
        return [
          ...(isSeen(element) ? [] : [`${name} is hidden`]),
          ...(lookOf(element) === before ? [`${name} is not marked`] : []),
        ];
      });
  });

test.each([
  ['a laptop', { width: 1280, height: 800 }],
  ['a phone', { width: 360, height: 640 }],
])(
  '2.4.11: on %s what has the focus of the keyboard is in sight, not behind a bar, and marked',
  longPatience,
  async (_, viewport) => {
    const page = await stage.open('admin', '/', { viewport });
    const found = await findOnAll(page, async () => {
      // What the keyboard has focused is marked, what a script has focused after a press of the mouse is not.
      await page.keyboard.press('Tab');
      return [...new Set(await badlyFocused(page))];
    });
    expect(found).toEqual([]);
  },
);

test('forced colours: every control has an edge, by itself or with its group', longPatience, async () => {
  const page = await stage.open('admin', '/', { forcedColors: 'active' });
  const found = await findOnAll(page, () =>
    page.evaluate(() =>
      [...document.querySelectorAll('main button, main input, main select, main textarea')]
        .filter(element => element.checkVisibility() && !element.closest('.sr'))
        .filter(element => {
          const { borderTopWidth, borderTopStyle, outlineStyle, textDecorationLine } =
            getComputedStyle(element);
          const hasEdge = Number.parseFloat(borderTopWidth) > 0 && borderTopStyle !== 'none';
          return (
            !hasEdge &&
            outlineStyle === 'none' &&
            textDecorationLine === 'none' &&
            !element.closest('label, th, .seg')
          );
        })
        .map(
          element =>
            `${element.localName}.${element.className} "${element.textContent?.trim().slice(0, 30)}"`,
        ),
    ),
  );
  expect(found).toEqual([]);
});
