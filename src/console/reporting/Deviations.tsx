import { type ReactNode, useMemo } from 'react';
import type { Report } from '../data/report';
import { formatDifference } from '../i18n/format';
import { t } from '../i18n/translate';
import type { PlotModel } from '../ui/plot/model';
import { Plot } from '../ui/plot/Plot';
import { rowSlots, rowsAxis } from '../ui/plot/rows-axis';

/** Inverters whose yield deviates from the median by at least this (%) have dark bars, the others grey ones. */
const awayPercent = 3;
/** Width of a bar relative to its space. */
const barShare = 0.6;
/** Every n-th name is shown, with the smallest of these n for which the names fit. */
const steps = [1, 2, 5, 10, 20, 50];

interface Props {
  readonly report: Report;
  readonly heading: ReactNode;
}

/** Deviation of each inverter's yield from the median of all inverters. */
export function Deviations({ report: { inverters, period }, heading }: Props) {
  const model = useMemo(() => deviations(inverters), [inverters]);
  const fileName = ['meridiana', period, 'scarti'].filter(Boolean).join('-');
  return <Plot model={model} heading={heading} summary={lowestWords(inverters)} fileName={fileName} />;
}

type Inverters = Report['inverters'];

function lowestWords(inverters: Inverters): string {
  const known = inverters.flatMap(({ name, of }) => {
    const value = of('scarto');
    return value === null ? [] : [{ name, value }];
  });
  const [lowest] = known.sort((a, b) => a.value - b.value);
  if (!lowest) return '';
  const { name, value } = lowest;
  return t('statistics.lowest', { value: `${formatDifference(value, 1)}\u00a0%`, name });
}

function deviations(inverters: Inverters): PlotModel {
  const values = inverters.map(({ of }) => of('scarto'));
  const names = inverters.map(({ name }) => name);
  return {
    slots: rowSlots(names.length),
    series: [
      {
        key: 'deviation',
        label: t('report.onMedian'),
        unit: '%',
        decimals: 1,
        look: 'context',
        shape: 'bars',
        values,
        share: barShare,
        isApart: row => Math.abs(values[row] ?? 0) >= awayPercent,
      },
    ],
    axis: rowsAxis({
      head: t('statistics.inverters'),
      names,
      marks: names.map((label, order) => ({ label, order })),
      steps,
    }),
    from: 0,
    to: names.length,
    least: { left: awayPercent },
  };
}
