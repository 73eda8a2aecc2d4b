import { formatQuantity } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { MeterSign } from '../../ui/line-signs';
import { OneLine } from '../../ui/OneLine';
import { TouchStage } from '../../ui/TouchStage';
import type { Controller } from './controller-live';
import { places } from './line-places';

const stops = [
  ['DG', 'main'],
  ['DDI', 'interface'],
] as const;

interface Props {
  readonly controller: Controller;
  readonly isStale: boolean;
  readonly zone: string;
  /** Of the values. */
  readonly time: string;
}

const loadTouched = () => import('./TouchedPart').then(module => module.TouchedPart);

/** From the grid to the plant: the meter, the two switches, and the flow as far as the switches are closed. */
export function SingleLine({ controller, isStale, zone, time }: Props) {
  const { breakers, p, q, voltageKv } = controller;
  const switches = stops.map(([name, key]) => {
    const position = breakers[key];
    return { name, position, word: t(`controller.breaker.${position}`), x: places[key] };
  });
  // Energy drawn from the grid is grey, as on the dashboard.
  const isAlive = (voltageKv ?? 0) > 0 && (p ?? 0) >= 0;
  return (
    <TouchStage
      label={t('drawings.oneLine.title')}
      load={loadTouched}
      props={{ controller, isOld: isStale, zone, time }}
    >
      <OneLine {...{ ...places, switches, isAlive, isStale }}>
        <g transform={`translate(${places.meter} 0)`}>
          <MeterSign />
        </g>
        <text x={places.meter} y="-22" textAnchor="middle" className="strong">
          {formatQuantity(p, 1, 'kW')}
        </text>
        <text x={places.meter} y="16" dy="1em" textAnchor="middle">
          {formatQuantity(q, 0, 'kvar')}
        </text>
        <text x={places.meter} y="16" dy="2.2em" textAnchor="middle">
          {formatQuantity(voltageKv, 2, 'kV')}
        </text>
      </OneLine>
    </TouchStage>
  );
}
