import { type RefObject, useEffect, useRef, useState } from 'react';
import uPlot from 'uplot';
import type { ChartData } from './chart-data';
import { alignedData, type Handlers, optionsOf } from './drawing';

interface Cursor {
  readonly index: number;
  readonly leftPx: number;
}

type Range = readonly [from: number, to: number];

export interface Plotted {
  readonly place: RefObject<HTMLDivElement | null>;
  readonly cursor: Cursor | null;
  readonly isZoomed: boolean;
  /** Shows so many times as much as now, around the crosshair; 1 is the most there is. */
  readonly zoomBy: (factor: number) => void;
  readonly showAll: () => void;
  /** Moves the crosshair to a row, and the part that is shown with it. */
  readonly moveTo: (index: number) => void;
}

/** No more is zoomed in than to so many rows on either side. */
const leastRows = 2;
const middleOf = ([from, to]: Range) => (from + to) / 2;
const halfOf = ([from, to]: Range) => (to - from) / 2;
/** On a low window the table under the chart begins to show. */
const lowWindowPx = 850;
const heightPx = () => (innerHeight < lowWindowPx ? 220 : 280);

/** uPlot in the page: made anew when there is other data, drawn again when the theme or its room changes. */
export function usePlot(data: ChartData): Plotted {
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const range = useRef<Range>([data.from, data.to]);
  const [cursor, setCursor] = useState<Cursor | null>(null);
  const [isZoomed, setZoomed] = useState(false);
  const { from, to, xs } = data;

  useEffect(() => {
    const box = place.current;
    if (!box) return;
    const onZoom = (min: number, max: number) => {
      range.current = [min, max];
      setZoomed(min > from || max < to);
    };
    // A new poll keeps what is looked at; another period is shown whole.
    const [min, max] = range.current;
    const kept = min >= from && max <= to ? { min, max } : { min: from, max: to };
    const chart = draw(data, box, { onCursor: setCursor, onZoom });
    chart.setScale('x', kept);
    plot.current = chart;
    const unfollow = follow(chart, box);
    return () => {
      unfollow();
      chart.destroy();
      plot.current = null;
      setCursor(null);
    };
  }, [data, from, to]);

  /** Shows so much around a place, as far as there is something, and at least a few rows. */
  const show = (middle: number, half: number) => {
    const least = leastRows * ((xs[1] ?? 0) - (xs[0] ?? 0));
    const most = Math.max(half, least);
    plot.current?.setScale('x', { min: Math.max(from, middle - most), max: Math.min(to, middle + most) });
  };
  return {
    place,
    cursor,
    isZoomed,
    showAll: () => show(middleOf([from, to]), halfOf([from, to])),
    zoomBy: factor =>
      show((cursor && xs[cursor.index]) ?? middleOf(range.current), factor * halfOf(range.current)),
    moveTo(index) {
      const x = xs[Math.min(Math.max(index, 0), xs.length - 1)] ?? from;
      const [min, max] = range.current;
      if (x < min || x > max) show(x, halfOf([min, max]));
      plot.current?.setCursor({ left: plot.current.valToPos(x, 'x'), top: 0 });
    },
  };
}

function draw(data: ChartData, box: HTMLElement, handlers: Handlers): uPlot {
  return new uPlot(optionsOf(data, box.clientWidth, heightPx(), handlers), alignedData(data), box);
}

/** Keeps the size of the chart that of its box, and its colours those of the theme, until the returned function is called. */
function follow(chart: uPlot, box: HTMLElement): () => void {
  const sizes = new ResizeObserver(() => chart.setSize({ width: box.clientWidth, height: heightPx() }));
  const redraw = () => chart.redraw();
  const themes = new MutationObserver(redraw);
  // Paper is light, whatever the screen is.
  const paper = matchMedia('print');
  sizes.observe(box);
  themes.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  paper.addEventListener('change', redraw);
  return () => {
    sizes.disconnect();
    themes.disconnect();
    paper.removeEventListener('change', redraw);
  };
}
