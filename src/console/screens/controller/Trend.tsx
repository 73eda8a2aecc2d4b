import { type ReactNode, useMemo } from 'react';
import { formatQuantity, formatTime } from '../../i18n/format';
import { t } from '../../i18n/translate';
import type { PlotModel } from '../../ui/plot/model';
import { Plot } from '../../ui/plot/Plot';
import { timeAxis } from '../../ui/plot/time-axis';
import { gapS, type TrendSample } from './trend';

interface Props {
  readonly samples: readonly TrendSample[];
  readonly ratedKw: number;
  readonly zone: string;
  readonly heading: ReactNode;
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

/** Between two samples that are too far apart there is a point without values. */
export function trendPlot(samples: readonly TrendSample[], ratedKw: number, zone: string): PlotModel {
  const all = samples.flatMap((sample, index): readonly TrendSample[] => {
    const before = samples[index - 1];
    const isAfterGap = before !== undefined && sample.t - before.t > gapS;
    return isAfterGap ? [{ t: (before.t + sample.t) / 2, p: null, limit: null }, sample] : [sample];
  });
  const slots = all.map(({ t: at }) => ({ from: at, to: at }));
  const to = slots.at(-1)?.to ?? leastS;
  const power = { unit: 'kW', shape: 'line' } as const;
  return {
    slots,
    series: [
      {
        ...power,
        key: 'limit',
        label: t('controller.trend.limit'),
        look: 'limit',
        decimals: 0,
        values: all.map(({ limit }) => limit),
      },
      {
        ...power,
        key: 'p',
        label: t('controller.column.measured'),
        look: 'measured',
        decimals: 1,
        values: all.map(({ p }) => p),
      },
    ],
    axis: timeAxis(slots, zone),
    from: Math.min(slots[0]?.from ?? 0, to - leastS),
    to,
    least: { left: ratedKw },
  };
}
