/** A rectangle in units of the drawing. */
export interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The drawing that is shown, and where its devices are. */
export interface Scene<D> {
  readonly svg: SVGSVGElement;
  readonly placeOf: (device: D) => Place;
  /** The device that is meant at a point, in units of the drawing. */
  readonly deviceAt: (devices: readonly D[], point: readonly [x: number, y: number]) => D | undefined;
  /** The energy flows downwards: the card stands beside its device and not below the drawing. */
  readonly isUpright: boolean;
}

/** The element around the drawing, from anything inside of it. */
export function stageOf(target: EventTarget): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[role="application"]') : null;
}

/** Where an event was on the screen. */
export interface Point {
  readonly clientX: number;
  readonly clientY: number;
}

/** A point of the screen in units of the drawing; null where the drawing has no size. */
export function pointOf(
  svg: SVGSVGElement,
  { clientX, clientY }: Point,
): readonly [x: number, y: number] | null {
  const matrix = svg.getScreenCTM();
  if (!matrix?.a) return null;
  const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse());
  return [x, y];
}

/** Space between what is framed and its card, px. */
const apartPx = 8;

/** Puts the frame around a place of the drawing, and the card below the drawing, or in an upright one below or above the place. */
export function putAround(
  { svg, isUpright }: Pick<Scene<never>, 'svg' | 'isUpright'>,
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
  const below = isUpright ? top + height : host.height;
  card.style.inset = 'auto';
  move(card, {
    left: Math.max(0, Math.min(host.width - offsetWidth, left + (width - offsetWidth) / 2)),
    // It grows away from the place when its day arrives.
    ...(isUpright && top > host.height / 2
      ? { bottom: host.height - top + apartPx }
      : { top: below + apartPx }),
  });
}

function move({ style }: HTMLElement, lengths: Readonly<Record<string, number>>): void {
  for (const [name, px] of Object.entries(lengths)) style.setProperty(name, `${Math.round(px)}px`);
}
