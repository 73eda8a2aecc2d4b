import { formatNumber, formatQuantity, formatTime } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { linePath, type PlotPoint, roundScale } from '../../ui/chart-scale';
import { Plot } from '../../ui/Plot';
import type { TrendSample } from './trend';

interface Props {
  readonly samples: readonly TrendSample[];
  readonly ratedKw: number;
  readonly zone: string;
}

/** Polls further apart than this are not joined by a line, in s. */
const gapS = 13;
/** The plot is never narrower than this, in s. */
const leastS = 60;

/** Active power and its limit, poll by poll, since the screen was opened. */
export function Trend({ samples, ratedKw, zone }: Props) {
  const [first, last] = [samples[0], samples.at(-1)];
  if (!first || !last) return null;
  const from = Math.min(first.t, last.t - leastS);
  const { step, top } = roundScale(Math.max(ratedKw, ...samples.map(({ p }) => p ?? 0)));
  const x = (time: number) => (100 * (time - from)) / (last.t - from);
  const place = (time: number, kw: number): PlotPoint => [x(time), 100 - (100 * Math.max(0, kw)) / top];
  const path = (of: 'p' | 'limit') => runsOf(samples, of, place).map(linePath).join('');
  const lines = Array.from({ length: Math.round(top / step) + 1 }, (_, line) => line * step);
  const time = (epochS: number) => formatTime(epochS, zone, 'clock');
  return (
    <Plot
      summary={t('controller.trend.summary', {
        from: time(first.t),
        p: formatQuantity(last.p, 1, 'kW'),
        limit: formatQuantity(last.limit, 0, 'kW'),
      })}
      x={[
        { at: 0, label: time(from) },
        { at: 100, label: time(last.t) },
      ]}
      y={lines.map(kw => ({ at: (100 * kw) / top, label: formatNumber(kw, 0) }))}
      now={null}
    >
      <path d={path('limit')} stroke="var(--ink)" strokeWidth="1.5" fill="none" />
      <path className="meas" d={path('p')} />
    </Plot>
  );
}

function runsOf(
  samples: readonly TrendSample[],
  of: 'p' | 'limit',
  place: (t: number, kw: number) => PlotPoint,
): readonly (readonly PlotPoint[])[] {
  const runs: PlotPoint[][] = [];
  let lastT = Number.NEGATIVE_INFINITY;
  for (const sample of samples) {
    const value = sample[of];
    if (value === null) continue;
    if (sample.t - lastT > gapS) runs.push([]);
    runs.at(-1)?.push(place(sample.t, value));
    lastT = sample.t;
  }
  return runs;
}
