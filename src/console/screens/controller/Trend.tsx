import { type ReactNode, useMemo } from 'react';
import { formatQuantity, formatTime } from '../../i18n/format';
import { t } from '../../i18n/translate';
import type { PlotModel, Series } from '../../ui/plot/model';
import { Plot } from '../../ui/plot/Plot';
import { timeAxis } from '../../ui/plot/time-axis';
import { gapS, type TrendSample } from './trend';

interface Props {
  readonly samples: readonly TrendSample[];
  readonly ratedKw: number;
  readonly zone: string;
  readonly heading: ReactNode;
}

type Line = Pick<Series, 'label' | 'look' | 'unit' | 'decimals'>;

/** What was sampled at one time. */
export interface Sample {
  readonly t: number;
  readonly values: readonly (number | null)[];
}

/** Minimum time span of the plot, in s. */
const leastS = 60;

/** Active power and its limit in the last minutes. */
export function Trend({ samples, ratedKw, zone, heading }: Props) {
  const model = useMemo(() => trendPlot(samples, ratedKw, zone), [samples, ratedKw, zone]);
  const [first, last] = [samples[0], samples.at(-1)];
  if (!first || !last) return null;
  const summary = t('controller.trend.summary', {
    from: formatTime(first.t, zone, 'clock'),
    p: formatQuantity(last.p, 1, 'kW'),
    limit: formatQuantity(last.limit, 0, 'kW'),
  });
  return <Plot model={model} heading={heading} summary={summary} fileName="meridiana-cci" />;
}

function trendPlot(samples: readonly TrendSample[], ratedKw: number, zone: string): PlotModel {
  const all = samples.map(({ t: at, p, limit }) => ({ t: at, values: [limit, p] }));
  const lines: readonly Line[] = [
    { label: t('controller.trend.limit'), look: 'limit', unit: 'kW', decimals: 0 },
    { label: t('controller.column.measured'), look: 'measured', unit: 'kW', decimals: 1 },
  ];
  return { ...samplesPlot(all, lines, zone), least: { left: ratedKw } };
}

/** Lines through single samples, which have a value for each line. Between two that are too far apart there is a point without values. */
export function samplesPlot(samples: readonly Sample[], lines: readonly Line[], zone: string): PlotModel {
  const all = samples.flatMap((sample, index): readonly Sample[] => {
    const before = samples[index - 1];
    const isAfterGap = before !== undefined && sample.t - before.t > gapS;
    return isAfterGap ? [{ t: (before.t + sample.t) / 2, values: [] }, sample] : [sample];
  });
  const slots = all.map(({ t: at }) => ({ from: at, to: at }));
  const to = slots.at(-1)?.to ?? leastS;
  return {
    slots,
    series: lines.map((line, index) => ({
      ...line,
      key: line.look,
      shape: 'line',
      values: all.map(({ values }) => values[index] ?? null),
    })),
    axis: timeAxis(slots, zone),
    from: Math.min(slots[0]?.from ?? 0, to - leastS),
    to,
  };
}
