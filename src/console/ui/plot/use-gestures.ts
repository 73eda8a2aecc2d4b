import { type DOMAttributes, type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { View } from './model';
import type { Zoom } from './use-view';
import { pinched, placeOf } from './view';

/** A drag shorter than this is a click, px. */
const leastDragPx = 5;
/** For the wheel, which some browsers report in lines: the height of a line in px, and the zoom per px. */
const linePx = 16;
const zoomPerPx = 0.002;

interface Gestures {
  /** The range over which the mouse was dragged. */
  readonly selection: View | null;
  readonly handlers: Pick<
    DOMAttributes<HTMLElement>,
    'onPointerDown' | 'onPointerMove' | 'onPointerUp' | 'onPointerCancel' | 'onPointerLeave' | 'onDoubleClick'
  >;
}

/** Cursor and zoom by mouse (drag, wheel, double click) and by touch (one finger, two fingers). */
export function useGestures(
  area: RefObject<HTMLElement | null>,
  zoom: Zoom,
  setCursor: (at: number | null) => void,
): Gestures {
  const [selection, setSelection] = useState<View | null>(null);
  const dragFrom = useRef<{ readonly at: number; readonly leftPx: number } | null>(null);
  const { view, show, showAll } = zoom;
  const shareAt = (clientX: number) => {
    const { left = 0, width = 1 } = area.current?.getBoundingClientRect() ?? {};
    return Math.min(1, Math.max(0, (clientX - left) / Math.max(1, width)));
  };
  const fingers = useFingers(zoom);
  useWheel(area, zoom, shareAt);

  const release = (event: PointerEvent) => {
    fingers.lift(event.pointerId);
    dragFrom.current = null;
    setSelection(null);
  };
  const handlers = {
    onPointerDown(event: PointerEvent) {
      const share = shareAt(event.clientX);
      const at = placeOf(view, share);
      if (event.pointerType === 'touch') fingers.put(event.pointerId, share);
      else if (event.button === 0) dragFrom.current = { at, leftPx: event.clientX };
      area.current?.setPointerCapture?.(event.pointerId);
      setCursor(at);
    },
    onPointerMove(event: PointerEvent) {
      const share = shareAt(event.clientX);
      if (fingers.move(event.pointerId, share)) return;
      const at = placeOf(view, share);
      setCursor(at);
      const start = dragFrom.current;
      if (start && Math.abs(event.clientX - start.leftPx) >= leastDragPx) {
        setSelection({ from: Math.min(start.at, at), to: Math.max(start.at, at) });
      }
    },
    onPointerUp(event: PointerEvent) {
      if (selection) show(selection);
      release(event);
    },
    onPointerCancel: release,
    onPointerLeave: (event: PointerEvent) => event.pointerType !== 'touch' && setCursor(null),
    onDoubleClick: showAll,
  };
  return { selection, handlers };
}

/** Pinch zoom: the positions on the axis under the two fingers stay under them while they move. Positions are fractions of the width. */
function useFingers({ view, show }: Zoom) {
  const places = useRef(new Map<number, number>());
  const held = useRef<readonly [number, number] | null>(null);
  return {
    put(finger: number, share: number) {
      places.current.set(finger, share);
      const [first, second] = places.current.values();
      const areTwo = places.current.size === 2 && first !== undefined && second !== undefined;
      held.current = areTwo ? [placeOf(view, first), placeOf(view, second)] : null;
    },
    /** Records a movement; returns whether several fingers are down. */
    move(finger: number, share: number): boolean {
      if (!places.current.has(finger)) return false;
      places.current.set(finger, share);
      const [first, second] = places.current.values();
      if (!held.current || first === undefined || second === undefined) return places.current.size > 1;
      const next = pinched(held.current, [first, second]);
      if (next) show(next);
      return true;
    },
    lift(finger: number) {
      places.current.delete(finger);
      held.current = null;
    },
  };
}

/** The wheel zooms with Ctrl, or while the chart has the focus. Otherwise it scrolls the page as usual. */
function useWheel(area: RefObject<HTMLElement | null>, zoom: Zoom, shareAt: (clientX: number) => number) {
  const now = useRef({ zoom, shareAt });
  now.current = { zoom, shareAt };
  useEffect(() => {
    const element = area.current;
    const onWheel = (event: WheelEvent) => {
      const { view, isZoomed, zoomBy } = now.current.zoom;
      if (!event.ctrlKey && document.activeElement !== element) return;
      if (event.deltaY > 0 && !isZoomed && !event.ctrlKey) return;
      // Prevents the page from scrolling. React's own wheel listeners are passive and cannot do so.
      event.preventDefault();
      const factor = Math.exp(event.deltaY * (event.deltaMode ? linePx : 1) * zoomPerPx);
      zoomBy(factor, placeOf(view, now.current.shareAt(event.clientX)));
    };
    element?.addEventListener('wheel', onWheel, { passive: false });
    return () => element?.removeEventListener('wheel', onWheel);
  }, [area]);
}
