import { useMemo } from 'react';
import { formatNumber } from '../../../i18n/format';
import { t } from '../../../i18n/translate';
import type { PlotModel } from '../../../ui/plot/model';
import { isOfClock } from './align';
import { type ChartProps, Drawn, summaryOf } from './Drawn';
import { dayPlot } from './day-plot';
import { change, type Query } from './query';
import { daysIn } from './range';
import { type Scatter, scatterOf, scatterPlot } from './scatter';
import { lineName, type Signal } from './signals';

/** One signal over another, or the days of a signal over each other; with the choice of the signals. */
export function OtherChart(props: ChartProps) {
  const { query, signals } = props;
  const axes = axesOf(query, signals);
  const isOfDays = query.kind === 'giorni';
  const choices = [
    ['y', t(isOfDays ? 'analysis.overlaid' : 'analysis.up')],
    ...(isOfDays ? [] : [['x', t('analysis.across')] as const]),
  ] as const;
  return (
    <Drawn {...props} {...useDrawn(props, axes)}>
      <div className="row flt noprint">
        {choices.map(([axis, word]) => (
          <label key={axis} className="row">
            {word}
            <select
              className="keep"
              value={axes[axis]?.code ?? ''}
              onChange={event => change(query, { [axis]: event.currentTarget.value })}
            >
              {signals.filter(isOne).map(signal => (
                <option key={signal.code} value={signal.code}>
                  {lineName(signal)}
                </option>
              ))}
            </select>
          </label>
        ))}
      </div>
    </Drawn>
  );
}

/** Signals of one device each: all devices of a group have no axis of their own. */
const isOne = ({ isAll }: Signal) => !isAll;

interface Axes {
  readonly x: Signal | undefined;
  readonly y: Signal | undefined;
}

/** The signals of the axes: those of the address, else irradiance across and the first other one up. */
function axesOf({ kind, x, y }: Query, signals: readonly Signal[]): Axes {
  const ones = signals.filter(isOne);
  const up = ones.find(({ code }) => code === y);
  if (kind === 'giorni') return { x: undefined, y: up ?? ones[0] };
  const others = ones.filter(signal => signal !== up);
  const across =
    others.find(({ code }) => code === x) ?? others.find(({ unit }) => unit === 'W/m²') ?? others[up ? 0 : 1];
  return { x: across, y: up ?? ones.find(signal => signal !== across) };
}

interface Drawing {
  readonly model: PlotModel | null;
  readonly words: string;
  readonly summary: string;
}

const nothing = (words: string): Drawing => ({ model: null, words, summary: '' });

/** Maximum number of days drawn over each other. */
const mostDays = 63;

function useDrawn({ query: { kind }, range, zone, series }: ChartProps, { x, y }: Axes): Drawing {
  return useMemo(() => {
    if (!series) return nothing('');
    if (kind === 'giorni') {
      if (!y || !isOfClock(series) || daysIn(range) > mostDays) return nothing(t('analysis.daysNeeded'));
      return { model: dayPlot(y, series, zone), words: '', summary: summaryOf(y, series) };
    }
    if (!x || !y) return nothing(t('analysis.twoNeeded'));
    const scatter = scatterOf(x.code, y.code, series);
    if (scatter.points.length === 0) return nothing(t('analysis.noValues'));
    const words = scatterWords(scatter, y);
    return { model: scatterPlot(scatter, [x, y], zone), words, summary: words };
  }, [kind, range, zone, series, x, y]);
}

/** Significant digits of a coefficient. */
const digits = 3;

function scatterWords({ points, fit, leftOut }: Scatter, { unit }: Signal): string {
  const coefficient = (value: number) => {
    const decimals = digits - 1 - Math.floor(Math.log10(Math.abs(value) || 1));
    return formatNumber(Math.abs(value), Math.min(6, Math.max(0, decimals)));
  };
  const words = fit
    ? t('analysis.fitWords', {
        slope: (fit.slope < 0 ? '−' : '') + coefficient(fit.slope),
        offset: `${fit.offset < 0 ? '−' : '+'} ${coefficient(fit.offset)} ${unit}`.trim(),
        r2: formatNumber(fit.r2, digits),
        count: formatNumber(points.length, 0),
      })
    : t('analysis.noFit');
  return leftOut > 0 ? `${words} ${t('analysis.leftOut', { count: leftOut })}` : words;
}
