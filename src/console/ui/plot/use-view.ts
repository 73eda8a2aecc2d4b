import { useMemo, useState } from 'react';
import type { PlotModel, View } from './model';
import { within, zoomed } from './view';

/** The zoom shows at least this many slots. */
const leastSlots = 4;

export interface Zoom {
  readonly view: View;
  readonly isZoomed: boolean;
  readonly show: (view: View) => void;
  readonly showAll: () => void;
  /** Multiplies the visible width by `factor`, around a position. */
  readonly zoomBy: (factor: number, around: number) => void;
}

/** The visible part of the axis. New values do not move it; when nothing of it exists any more, the whole axis is shown. */
export function useView({ from, to, slots }: PlotModel): Zoom {
  const [part, setPart] = useState<View | null>(null);
  const least = (leastSlots * (to - from)) / Math.max(leastSlots, slots.length);
  const isThere = part !== null && part.from < to && part.to > from;
  const shown = isThere ? within(part, { from, to }, least) : { from, to };
  // The same object while the view is the same, so that the drawing is not rendered again.
  const view = useMemo(() => ({ from: shown.from, to: shown.to }), [shown.from, shown.to]);
  const show = (next: View) => {
    const kept = within(next, { from, to }, least);
    setPart(kept.to - kept.from < (to - from) * (1 - 1e-9) ? kept : null);
  };
  return {
    view,
    isZoomed: isThere,
    show,
    showAll: () => setPart(null),
    zoomBy: (factor, around) => show(zoomed(view, around, factor)),
  };
}
