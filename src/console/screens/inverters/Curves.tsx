import { useMemo } from 'react';
import { dayOf } from '../../data/days';
import { plantNowMs } from '../../data/plant-clock';
import { refresh } from '../../data/poll';
import { useResource } from '../../data/use-resource';
import { answeredAtS, useWaitedS } from '../../data/waiting';
import { formatList } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { PanelFailure } from '../../ui/PanelFailure';
import { waitingWords } from '../../ui/panel-words';
import type { PlotModel } from '../../ui/plot/model';
import { Plot } from '../../ui/plot/Plot';
import { timeAxis } from '../../ui/plot/time-axis';
import { bandPath, columnOf, curves, type End, endsOf, seriesOf } from './curves-plot';
import type { Inverter } from './inverter-list';
import { powerToday } from './power-today';
import './curves.css';

interface Props {
  readonly inverters: readonly Inverter[];
  readonly zone: string;
}

/** The specific power of all inverters during the day as one chart, in which those apart from the median are named. */
export function Curves({ inverters, zone }: Props) {
  const resource = powerToday(zone);
  const snapshot = useResource(resource);
  const waiting = waitingWords(useWaitedS(snapshot));
  const { value, error } = snapshot;
  // Rounded to whole minutes, so that the chart is drawn again at most once a minute, and not for every poll.
  const nowS = 60 * Math.floor(plantNowMs() / 60_000);
  const marks = inverters.map(({ id, name, isSilent }) => `${id} ${name} ${isSilent}`).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the marks stand for the inverters
  const day = useMemo(() => value && curves(value, inverters, zone), [value, marks, zone]);
  const model = useMemo(() => day && modelOf(day, zone, nowS), [day, zone, nowS]);
  if (!day || !model) {
    return error ? (
      <PanelFailure
        what={t('inverters.curves.failed')}
        cause={error.reason}
        lastS={answeredAtS(snapshot)}
        zone={zone}
        onRetry={() => refresh(resource)}
      />
    ) : (
      <p role="status">{waiting}</p>
    );
  }
  const names = formatList(day.named.map(({ inverter }) => inverter.name));
  const note = names === '' ? t('inverters.curves.alike') : t('inverters.curves.apart', { names });
  const title = t('inverters.curves.title');
  return (
    <Plot
      model={model}
      heading={
        <>
          <h2>{title}</h2>
          <small>kW/kWp</small>
        </>
      }
      summary={`${title}. ${note}`}
      fileName={`meridiana-inverter-${dayOf(1000 * nowS, zone)}`}
    />
  );
}

type DayCurves = ReturnType<typeof curves>;

/** In the evening the axis is longer, so that the names have room beside the last slot, on a phone too. */
const roomS = 4 * 3600;

function modelOf(curvesOfDay: DayCurves, zone: string, nowS: number): PlotModel {
  const { slots, fromS } = curvesOfDay.day;
  const lastS = slots.at(-1)?.to ?? 0;
  const toS = Math.max(curvesOfDay.day.toS, lastS + roomS);
  return {
    slots,
    series: seriesOf(curvesOfDay),
    axis: timeAxis(slots, zone),
    from: fromS,
    to: toS,
    now: nowS,
    drawBelow: scales => <path className="fill compared" d={bandPath(curvesOfDay, scales)} />,
    drawAbove: scales => (
      <Names ends={endsOf(curvesOfDay, scales)} last={scales.x(lastS)} end={scales.x(toS)} />
    ),
  };
}

interface NamesProps {
  readonly ends: readonly End[];
  /** The ends of the last slot and of the axis, px. */
  readonly last: number;
  readonly end: number;
}

/** The names of the lines in a column; a line that ended before the last slot has a point at its end. */
function Names({ ends, last, end }: NamesProps) {
  const column = columnOf(ends, last, end);
  return ends.map(({ label, at: [x, height], y }) => (
    <g key={label}>
      {x < last && <circle cx={x} cy={height} r="2.5" />}
      <text {...column} y={y + 4}>
        {label}
      </text>
    </g>
  ));
}
