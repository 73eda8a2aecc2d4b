import { formatQuantity } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { MeterSign } from '../../ui/line-signs';
import { OneLine } from '../../ui/OneLine';
import type { Controller } from './controller-live';

interface Props {
  readonly controller: Controller;
  readonly isStale: boolean;
}

const stops = [
  ['DG', 'main', 210],
  ['DDI', 'interface', 340],
] as const;

/** From the grid to the plant: the meter, the two switches, and the flow as far as the switches are closed. */
export function SingleLine({ controller, isStale }: Props) {
  const { breakers, p, q, voltageKv } = controller;
  const switches = stops.map(([name, key, x]) => {
    const position = breakers[key];
    return { name, position, word: t(`controller.breaker.${position}`), x };
  });
  const isAlive = (voltageKv ?? 0) > 0;
  return (
    <OneLine width={500} height={96} y={40} gridX={38} fieldX={460} {...{ switches, isAlive, isStale }}>
      <g transform="translate(112 0)">
        <MeterSign />
      </g>
      <text x="112" y="-22" textAnchor="middle" className="strong">
        {formatQuantity(p, 1, 'kW')}
      </text>
      <text x="112" y="30" textAnchor="middle">
        {formatQuantity(q, 0, 'kvar')}
      </text>
      <text x="112" y="45" textAnchor="middle">
        {formatQuantity(voltageKv, 2, 'kV')}
      </text>
    </OneLine>
  );
}
