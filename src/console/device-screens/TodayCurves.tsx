import { Lazy } from '../ui/Lazy';
import type { TrendLine } from './descriptor';
import type { Today } from './today';

/** A chart of today: its title, and the lines of several devices in one unit. */
export interface TodayChart {
  readonly title: string;
  readonly lines: readonly Omit<TrendLine, 'look'>[];
}

interface Props {
  readonly charts: readonly TodayChart[];
  /** The values behind the small curves of the table; undefined in low-traffic mode, where there are none. */
  readonly today: Today | undefined;
  readonly zone: string;
}

/** The first lines of a chart by rank; further ones are like the last. */
const looks = ['measured', 'expected', 'l0', 'context'] as const;

// Its code is loaded after the first values are on the screen.
const load = () => import('./TrendDrawing').then(module => module.TrendDrawing);

/** Today's curves of the devices of a table against each other, below it. */
export function TodayCurves({ charts, today, zone }: Props) {
  const shown = charts.filter(({ lines }) => lines.length > 0);
  if (!today) return null;
  return shown.map(({ title, lines }) => (
    <section key={title} className={shown.length > 1 ? 'today c6' : 'today'} aria-label={title}>
      <Lazy
        load={load}
        props={{
          trendLines: lines.map((line, index) => ({ ...line, look: looks[index] ?? 'context' })),
          today,
          zone,
          heading: <h2>{title}</h2>,
          time: null,
        }}
      />
    </section>
  ));
}
