import { useMemo } from 'react';
import type { Alarm } from '../../data/alarm-rows';
import { dayOf, startOfDayS } from '../../data/days';
import { plantNowMs } from '../../data/plant-clock';
import { type Series, seriesOf } from '../../data/series';
import { useResource } from '../../data/use-resource';
import { formatTime } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { alarmTitle } from '../../ui/alarm-words';
import type { PlotModel } from '../../ui/plot/model';
import { Plot } from '../../ui/plot/Plot';
import { timeAxis } from '../../ui/plot/time-axis';
import type { Measure } from './peers-of';

interface Props {
  readonly alarm: Alarm;
  readonly by: Measure;
  readonly zone: string;
}

const hourS = 3600;
const dayS = 24 * hourS;

/** The device of an alarm against the median of its peers, on the day on which the alarm began, which is marked. */
export function Peers({ alarm, by, zone }: Props) {
  const { group, device, name, beginS, code } = alarm;
  const [point, unit, decimals] = by;
  const signal = `${group}.${device}.${point}`;
  const day = dayOf(1000 * beginS, zone);
  const isToday = day === dayOf(plantNowMs(), zone);
  const resource = useMemo(() => {
    const fromS = startOfDayS(day, zone) ?? beginS;
    const both = [signal, `${signal}.mediana`];
    return seriesOf(both, { fromS, toS: fromS + dayS }, { isRunning: isToday, step: '15' });
  }, [day, signal, isToday, zone, beginS]);
  const { value } = useResource(resource);
  const title = t('alarms.peers.title', { name });
  const model = useMemo(
    () =>
      value && modelOf(value, { signal, unit, decimals, name, mark: beginS, label: alarmTitle(code), zone }),
    [value, signal, unit, decimals, name, beginS, code, zone],
  );
  // Without a value of the day there is nothing to compare.
  if (!model?.series.some(({ values }) => values.some(each => each !== null))) return null;
  return (
    <Plot
      model={model}
      heading={
        <>
          <h3>{title}</h3>
          <small>{unit}</small>
        </>
      }
      summary={`${title}. ${formatTime(beginS, zone, 'minute')} ${alarmTitle(code)}.`}
      fileName={`meridiana-${signal.replaceAll('.', '-')}-${day}`}
    />
  );
}

interface Facts {
  readonly signal: string;
  readonly unit: string;
  readonly decimals: number;
  readonly name: string;
  /** When the alarm began, and its title. */
  readonly mark: number;
  readonly label: string;
  readonly zone: string;
}

function modelOf(series: Series, { signal, unit, decimals, name, mark, label, zone }: Facts): PlotModel {
  const { starts, endS, knownToS, columns } = series;
  const slots = starts
    .map((from, row) => ({ from, to: Math.min(starts[row + 1] ?? endS, Math.max(from, knownToS)) }))
    .filter(({ from }) => from < knownToS);
  const common = { unit, decimals, shape: 'line' } as const;
  const valuesOf = (key: string) => columns.get(key)?.slice(0, slots.length) ?? [];
  const median = `${signal}.mediana`;
  return {
    slots,
    series: [
      { ...common, key: median, label: t('alarms.peers.median'), look: 'expected', values: valuesOf(median) },
      { ...common, key: signal, label: name, look: 'measured', values: valuesOf(signal) },
    ],
    axis: timeAxis(slots, zone),
    ...lightOf(slots, [valuesOf(signal), valuesOf(median)], mark),
    marks: [{ at: mark, label }],
    drawBelow: ({ x, y }) => <path className="begin" d={`M${x(mark)} 0V${y(0)}`} />,
  };
}

/** The part of the day in which there is something to see, with an hour around it and the mark. */
function lightOf(
  slots: readonly { readonly from: number; readonly to: number }[],
  columns: readonly (readonly (number | null)[])[],
  mark: number,
) {
  const lit = slots.filter((_, row) => columns.some(values => Math.abs(values[row] ?? 0) > 0.01));
  const from = Math.min(lit[0]?.from ?? mark, mark) - hourS;
  const to = Math.max(lit.at(-1)?.to ?? mark, mark) + hourS;
  return { from, to };
}
