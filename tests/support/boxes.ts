import type { Page } from 'playwright-core';

/** What is wrong on a page as its boxes say, and how many boxes were looked at. */
export interface Measured {
  readonly findings: readonly string[];
  readonly checks: number;
}

/**
 * Measures every box of the page as it stands: text that is clipped or covered, text of drawings that is too small or too large, targets
 * that a finger misses, scrollbars that nobody needs. It runs in the page and must therefore use nothing from outside.
 */
function measureInPage(isTouch: boolean): { findings: string[]; checks: number } {
  const findings = new Set<string>();
  let checks = 0;
  const least = 2;
  const nameOf = (element: Element) => {
    const part = (each: Element) =>
      each.localName +
      (each.getAttribute('class') ? `.${each.getAttribute('class')?.split(' ').join('.')}` : '');
    const parent = element.parentElement;
    const text = element.textContent?.trim().replace(/\s+/g, ' ').slice(0, 40) || element.ariaLabel || '';
    return `${parent ? `${part(parent)} > ` : ''}${part(element)} "${text}"`;
  };
  const add = (kind: string, element: Element, more = '') =>
    findings.add(`${kind}: ${nameOf(element)} ${more}`.trim());
  const isSeen = (element: Element) =>
    !element.closest('.sr, .skip, [inert]') &&
    element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true });
  const layerOf = (element: Element): Element | null => {
    for (let each: Element | null = element; each; each = each.parentElement)
      if (/fixed|sticky/.test(getComputedStyle(each).position) || each.localName === 'dialog') return each;
    return null;
  };

  /** The innermost element that reaches beyond the right edge of a box. */
  const widestIn = (box: Element) => {
    const edge = box.getBoundingClientRect().left + box.clientWidth;
    const wide = [...box.querySelectorAll('*')].filter(each => {
      const range = document.createRange();
      range.selectNodeContents(each);
      return Math.max(range.getBoundingClientRect().right, each.getBoundingClientRect().right) > edge + 0.5;
    });
    return wide.length > 0 ? `by ${nameOf(wide[wide.length - 1] as Element)}` : '';
  };

  /** The title block of a phone shows whole what it shortens as soon as it is opened; the analogue of a tile's word is its sign. */
  const isMeantToBeCut = (element: Element) => element.matches('.foot dt, .foot dd');

  interface Text {
    readonly element: Element;
    readonly box: DOMRect;
    readonly layer: Element | null;
  }
  /** The part of a box that its clipping ancestors leave. */
  const shownPart = (element: Element, box: DOMRect): DOMRect => {
    let { left, right, top, bottom } = box;
    for (let each: Element | null = element; each && each !== document.body; each = each.parentElement) {
      const style = getComputedStyle(each);
      if (style.overflowX === 'visible' && style.overflowY === 'visible') continue;
      const edge = each.getBoundingClientRect();
      if (style.overflowX !== 'visible')
        [left, right] = [Math.max(left, edge.left), Math.min(right, edge.right)];
      if (style.overflowY !== 'visible')
        [top, bottom] = [Math.max(top, edge.top), Math.min(bottom, edge.bottom)];
    }
    return new DOMRect(left, top, Math.max(0, right - left), Math.max(0, bottom - top));
  };
  /** The nearest ancestor that cuts what is outside of it, and cannot be scrolled there. */
  const cutterOf = (element: Element): Element | null => {
    for (let each: Element | null = element; each && each !== document.body; each = each.parentElement) {
      const { overflowX } = getComputedStyle(each);
      if (overflowX === 'auto' || overflowX === 'scroll') return null;
      if (overflowX === 'hidden' || overflowX === 'clip') return each;
    }
    return null;
  };

  const texts: Text[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (
      !element ||
      !node.nodeValue?.trim() ||
      /^(script|style|option|noscript|title)$/.test(element.localName)
    )
      continue;
    if (!isSeen(element)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const cutter = cutterOf(element);
    const layer = layerOf(element);
    for (const box of range.getClientRects()) {
      if (box.width < 1 || box.height < 1) continue;
      checks += 1;
      const edge = cutter?.getBoundingClientRect();
      if (
        cutter &&
        edge &&
        !isMeantToBeCut(element) &&
        (box.right > edge.right + 1 || box.left < edge.left - 1)
      ) {
        const isDots = getComputedStyle(cutter).textOverflow === 'ellipsis';
        add(isDots ? 'shortened' : 'clipped', element);
      }
      // The box of a line is higher than what is written in it.
      const ink = new DOMRect(box.left, box.top + box.height * 0.15, box.width, box.height * 0.75);
      const shown = shownPart(element, ink);
      if (shown.width > least && shown.height > least) texts.push({ element, box: shown, layer });
    }
    const drawing = element.closest('svg');
    if (drawing || element.closest('.plot')) {
      const scale = element instanceof SVGGraphicsElement ? (element.getScreenCTM()?.a ?? 1) : 1;
      const size = Number.parseFloat(getComputedStyle(element).fontSize) * scale;
      const isValue = drawing && /\bv\b/.test(element.getAttribute('class') ?? '');
      checks += 1;
      if (!isValue && (size < 10.95 || size > 13.05))
        add('text of a drawing', element, `${size.toFixed(1)} px`);
    }
  }

  const isApart = (one: DOMRect, other: DOMRect) =>
    Math.min(one.right, other.right) - Math.max(one.left, other.left) <= least ||
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) <= least + 1;
  texts.sort((one, other) => one.box.top - other.box.top);
  for (const [at, one] of texts.entries()) {
    for (let next = at + 1; next < texts.length; next += 1) {
      const other = texts[next];
      if (!other || other.box.top >= one.box.bottom) break;
      checks += 1;
      if (one.element === other.element || one.layer !== other.layer || isApart(one.box, other.box)) continue;
      add('overlap', one.element, `and ${nameOf(other.element)}`);
    }
  }

  const controls = document.querySelectorAll(
    'button, [role="button"], select, input, textarea, [role="switch"], nav a, .row > a, .ph a',
  );
  for (const control of controls) {
    if (!isSeen(control)) continue;
    const own = control.getBoundingClientRect();
    const box = shownPart(control, own);
    if (box.width < least || box.height < least) continue;
    const layer = layerOf(control);
    const style = getComputedStyle(control);
    for (const text of texts) {
      checks += 1;
      if (text.layer !== layer || control.contains(text.element) || text.element.contains(control)) continue;
      if (
        control.closest('label')?.contains(text.element) &&
        /checkbox|radio/.test(control.getAttribute('type') ?? '')
      )
        continue;
      if (
        style.pointerEvents === 'none' ||
        (style.backgroundColor === 'rgba(0, 0, 0, 0)' && control.matches('.hit, .all, .help'))
      )
        continue;
      if (!isApart(box, text.box)) add('covers', control, `over ${nameOf(text.element)}`);
    }
    if (!isTouch) continue;
    checks += 1;
    const label = control.closest('label');
    const target =
      /checkbox|radio/.test(control.getAttribute('type') ?? '') && label
        ? label.getBoundingClientRect()
        : own;
    const hit =
      control.matches('input') && control.closest('.chk')
        ? (control.closest('.chk')?.getBoundingClientRect() ?? target)
        : target;
    // A head that sorts is as wide as its column.
    const isNarrow = hit.width < 43.5 && !control.matches('.sort');
    if (hit.height < 43.5 || isNarrow)
      add('target', control, `${Math.round(hit.width)} x ${Math.round(hit.height)} px`);
  }

  // Between figures only a hairline shows of what is behind them.
  for (const box of document.querySelectorAll('.figs')) {
    if (!isSeen(box)) continue;
    checks += 1;
    const areaOf = (element: Element) => {
      const { width, height } = element.getBoundingClientRect();
      return width * height;
    };
    const filled = [...box.children].reduce((sum, figure) => sum + areaOf(figure), 0);
    if (filled < 0.95 * areaOf(box)) add('hole', box, `${Math.round((100 * filled) / areaOf(box))} % filled`);
  }

  const root = document.documentElement;
  checks += 2;
  if (root.scrollWidth > root.clientWidth) add('page too wide', document.body, widestIn(root));
  const excess = root.scrollHeight - root.clientHeight;
  // Content that is a little higher than the window scrolls with need.
  const parts = [...document.querySelectorAll('main > *')].map(part => part.getBoundingClientRect().bottom);
  const footer = document.querySelector('footer')?.getBoundingClientRect().height ?? 0;
  const needed = Math.max(0, ...parts) + scrollY + footer;
  if (excess > 0 && excess < 12 && needed < root.scrollHeight - 1)
    add('page too high', document.body, `${excess} px`);
  for (const box of document.body.querySelectorAll('*')) {
    const style = getComputedStyle(box);
    if (!isSeen(box)) continue;
    checks += 1;
    const [wide, high] = [box.scrollWidth - box.clientWidth, box.scrollHeight - box.clientHeight];
    if (
      /auto|scroll/.test(style.overflowX) &&
      wide > 0 &&
      (wide < 8 || !box.matches('.scroll, .scroll *, .rows'))
    )
      add('scrolls sideways', box, `${wide} px ${widestIn(box)}`);
    if (/auto|scroll/.test(style.overflowY) && high > 0 && high < 8)
      add('scrolls a little', box, `${high} px`);
  }
  return { findings: [...findings], checks };
}

export function measureBoxes(page: Page, isTouch: boolean): Promise<Measured> {
  return page.evaluate(measureInPage, isTouch);
}
