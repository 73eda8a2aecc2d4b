import { type KeyboardEvent, useRef, useState } from 'react';
import { middleOf } from '../day-line';
import { type PlotModel, rowAfter, rowAt } from './model';
import type { Zoom } from './use-view';

interface Cursor {
  /** A position on the axis, which does not change when new values arrive. */
  readonly at: number;
  readonly isByKey: boolean;
}

/** The cursor: its row (-1 for none), and the handlers for pointer and keys. `widthPx`: width of the chart. */
export function useCursor(model: PlotModel, zoom: Zoom, widthPx: number) {
  const [cursor, setCursor] = useState<Cursor | null>(null);
  // A second key may be pressed before the movement of the first is rendered.
  const lastAt = useRef<number | null>(null);
  const point = (at: number | null, isByKey = false) => {
    lastAt.current = at;
    setCursor(at === null ? null : { at, isByKey });
  };
  const row = cursor ? rowAt(model.slots, cursor.at) : -1;
  const slot = model.slots[row];
  const isByKey = cursor?.isByKey ?? false;
  const handlers = {
    onKeyDown(event: KeyboardEvent) {
      const from = lastAt.current === null ? -1 : rowAt(model.slots, lastAt.current);
      const action = keyAction(event.key, model, zoom, from, widthPx);
      if (!action) return;
      event.preventDefault();
      event.stopPropagation();
      const next = action();
      if (next !== undefined) point(next, true);
    },
    onBlur: () => isByKey && point(null),
  };
  return { row, at: slot && middleOf(slot), isByKey, point, handlers };
}

/** The page keys move the cursor by the visible rows divided by this. */
const pages = 10;

/** The action of a key. It returns the new position of the cursor, null to hide it, undefined to leave it where it is. */
function keyAction(
  key: string,
  { slots }: PlotModel,
  zoom: Zoom,
  row: number,
  widthPx: number,
): (() => number | null | undefined) | undefined {
  const { view, show, showAll, zoomBy } = zoom;
  let first = rowAfter(slots, view.from);
  // A bar at the edge may be shown without its middle, where the cursor would be.
  if (middleOf(slots[first] ?? view) < view.from) first += 1;
  const end = rowAfter(slots, view.to) - 1;
  const stepRows = Math.max(1, Math.round((end - first) / Math.max(1, widthPx)));
  const pageRows = Math.max(1, Math.round((end - first) / pages));
  const goTo = (wished: number) => () => {
    const slot = slots[Math.min(slots.length - 1, Math.max(0, wished))];
    if (!slot) return null;
    const at = middleOf(slot);
    const half = (view.to - view.from) / 2;
    if (at < view.from || at > view.to) show({ from: at - half, to: at + half });
    return at;
  };
  const zoomKey = (factor: number) => () => {
    const slot = slots[row];
    zoomBy(factor, slot ? middleOf(slot) : (view.from + view.to) / 2);
    return undefined;
  };
  const actions: Readonly<Record<string, () => number | null | undefined>> = {
    ArrowRight: goTo(row < 0 ? first : row + stepRows),
    ArrowLeft: goTo(row < 0 ? end : row - stepRows),
    PageDown: goTo(row < 0 ? first : row + pageRows),
    PageUp: goTo(row < 0 ? end : row - pageRows),
    Home: goTo(0),
    End: goTo(slots.length - 1),
    '+': zoomKey(0.5),
    '-': zoomKey(2),
  };
  // When there is no zoom and no cursor, Esc is left to the element around the chart.
  if (key === 'Escape' && zoom.isZoomed) return () => void showAll();
  if (key === 'Escape' && row >= 0) return () => null;
  return actions[key];
}
