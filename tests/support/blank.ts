import type { Page } from 'playwright-core';

/**
 * The share of the visible main area below its last text, control or drawing, as the review of the screens measured it. It runs in the page
 * and must therefore use nothing from outside.
 */
function blankInPage(): number {
  const main = document.querySelector('main')?.getBoundingClientRect();
  if (!main) return Number.NaN;
  const top = Math.max(main.top, document.querySelector('header')?.getBoundingClientRect().bottom ?? 0);
  const bottom = document.querySelector('footer')?.getBoundingClientRect().top ?? innerHeight;
  let last = top;
  for (const element of document.querySelectorAll('main *')) {
    if (element.parentElement?.closest('svg') || element.closest('.sr') || !element.checkVisibility())
      continue;
    const isText = [...element.childNodes].some(
      ({ nodeType, nodeValue }) => nodeType === Node.TEXT_NODE && nodeValue?.trim(),
    );
    if (isText || element.matches('svg, canvas, img, input, select, textarea, button, progress'))
      last = Math.max(last, element.getBoundingClientRect().bottom);
  }
  return Math.max(0, (bottom - last) / (bottom - top));
}

/** 0 for a screen that is full to its end, 1 for an empty one. */
export const blankShare = (page: Page): Promise<number> => page.evaluate(blankInPage);
