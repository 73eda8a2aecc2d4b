import type { Page } from 'playwright-core';

/**
 * The share of the cells in the visible part of the main area that hold nothing: no text, no line, no control, no chart or drawing. A cell
 * is one row of text high (24 px) and a short word wide (48 px). It runs in the page and must therefore use nothing from outside.
 */
function blankInPage(): number {
  const cell = { width: 48, height: 24 };
  const main = document.querySelector('main')?.getBoundingClientRect();
  if (!main) return Number.NaN;
  const top = Math.max(main.top, document.querySelector('header')?.getBoundingClientRect().bottom ?? 0);
  const bottom = document.querySelector('footer')?.getBoundingClientRect().top ?? innerHeight;
  const columns = Math.floor((main.right - main.left) / cell.width);
  const rows = Math.floor((bottom - top) / cell.height);
  const filled = new Set<number>();
  const fill = ({ left, right, top: from, bottom: to }: DOMRect) => {
    const row = (y: number) => Math.floor((y - top) / cell.height);
    const column = (x: number) => Math.floor((x - main.left) / cell.width);
    for (let y = Math.max(0, row(from)); y <= Math.min(rows - 1, row(to - 0.5)); y += 1)
      for (let x = Math.max(0, column(left)); x <= Math.min(columns - 1, column(right - 0.5)); x += 1)
        filled.add(y * columns + x);
  };
  /** The edges of a box that are drawn as lines. */
  const fillLines = (element: Element) => {
    const style = getComputedStyle(element);
    const { left, right, top: from, bottom: to } = element.getBoundingClientRect();
    const isDrawn = (side: 'Top' | 'Bottom' | 'Left' | 'Right') =>
      style[`border${side}Style`] !== 'none' && Number.parseFloat(style[`border${side}Width`]) > 0;
    if (isDrawn('Top')) fill(new DOMRect(left, from, right - left, 1));
    if (isDrawn('Bottom')) fill(new DOMRect(left, to - 1, right - left, 1));
    if (isDrawn('Left')) fill(new DOMRect(left, from, 1, to - from));
    if (isDrawn('Right')) fill(new DOMRect(right - 1, from, 1, to - from));
  };
  const isSeen = (element: Element) =>
    element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }) && !element.closest('.sr');
  for (const element of document.querySelectorAll('main *')) {
    if (element.parentElement?.closest('svg') || !isSeen(element)) continue;
    if (element.matches('svg, canvas, img, input, select, textarea, button, progress'))
      fill(element.getBoundingClientRect());
    else fillLines(element);
    for (const node of element.childNodes) {
      if (node.nodeType !== Node.TEXT_NODE || !node.nodeValue?.trim()) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const box of range.getClientRects()) fill(box);
    }
  }
  return 1 - filled.size / (rows * columns);
}

/** 0 for a screen that is full, 1 for an empty one. */
export const blankShare = (page: Page): Promise<number> => page.evaluate(blankInPage);
