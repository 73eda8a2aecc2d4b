import { flat, type Layout, upright } from '../diagram-layout';
import type { Place } from './places';

/** The drawing that is shown, of the two layouts. */
export interface Shown {
  readonly svg: SVGSVGElement;
  readonly layout: Layout;
}

/** The element around both layouts, from anything inside of it. */
export function stageOf(target: EventTarget): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[role="application"]') : null;
}

export function shownIn(stage: HTMLElement): Shown | null {
  for (const layout of [flat, upright]) {
    const svg = stage.querySelector<SVGSVGElement>(`svg[class="${layout.className}"]`);
    if (svg && svg.getClientRects().length > 0) return { svg, layout };
  }
  return null;
}

/** Where an event was on the screen. */
export interface Point {
  readonly clientX: number;
  readonly clientY: number;
}

/** A point of the screen in units of the drawing; null where the drawing has no size. */
export function pointOf({ svg }: Shown, { clientX, clientY }: Point): readonly [x: number, y: number] | null {
  const matrix = svg.getScreenCTM();
  if (!matrix?.a) return null;
  const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse());
  return [x, y];
}

/** Space between what is framed and its card, px. */
const apartPx = 8;

/** Puts the frame around a place of the drawing, and the card below the drawing, or in an upright one below or above the place. */
export function putAround(
  { svg, layout }: Shown,
  place: Place,
  frame: HTMLElement | null,
  card: HTMLElement | null,
): void {
  const matrix = svg.getScreenCTM();
  const host = frame?.offsetParent?.getBoundingClientRect();
  if (!matrix || !frame || !host) return;
  const left = matrix.a * place.x + matrix.e - host.left;
  const top = matrix.d * place.y + matrix.f - host.top;
  const [width, height] = [matrix.a * place.width, matrix.d * place.height];
  move(frame, { left, top, width, height });
  if (!card) return;
  const { offsetWidth } = card;
  const below = layout.isUpright ? top + height : host.height;
  card.style.inset = 'auto';
  move(card, {
    left: Math.max(0, Math.min(host.width - offsetWidth, left + (width - offsetWidth) / 2)),
    // It grows away from the place when its day arrives.
    ...(layout.isUpright && top > host.height / 2
      ? { bottom: host.height - top + apartPx }
      : { top: below + apartPx }),
  });
}

function move({ style }: HTMLElement, lengths: Readonly<Record<string, number>>): void {
  for (const [name, px] of Object.entries(lengths)) style.setProperty(name, `${Math.round(px)}px`);
}
