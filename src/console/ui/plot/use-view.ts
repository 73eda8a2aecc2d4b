import { useMemo, useState } from 'react';
import type { PlotModel, View } from './model';
import { within, zoomed } from './view';

/** No more is zoomed in than to so many slots. */
const leastSlots = 4;

export interface Zoom {
  readonly view: View;
  readonly isZoomed: boolean;
  readonly show: (view: View) => void;
  readonly showAll: () => void;
  /** Shows so many times as much as now, around a place. */
  readonly zoomBy: (factor: number, around: number) => void;
}

/** The part of the axis that is shown. New values leave it where it is; what has nothing of it any more is shown whole. */
export function useView({ from, to, slots }: PlotModel): Zoom {
  const [part, setPart] = useState<View | null>(null);
  const least = (leastSlots * (to - from)) / Math.max(leastSlots, slots.length);
  const isThere = part !== null && part.from < to && part.to > from;
  const shown = isThere ? within(part, { from, to }, least) : { from, to };
  // The same object while it shows the same: what is drawn of it stays too.
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
