import '../../ui/drawing.css';
import { formatQuantity } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { BreakerSign } from '../../ui/BreakerSign';
import type { Controller, Position } from './controller-live';

interface Props {
  readonly controller: Controller;
  readonly isStale: boolean;
}

const positionWord = (position: Position) => t(`controller.breaker.${position}`);

/** From the grid to the field: where it is measured, the two switches, and as far as they are closed the flow. */
export function SingleLine({ controller, isStale }: Props) {
  const { breakers, p, q, voltageKv } = controller;
  const stops = [
    ['DG', breakers.main, 210],
    ['DDI', breakers.interface, 340],
  ] as const;
  const isAlive = !isStale && (voltageKv ?? 0) > 0;
  const wire = (from: number, to: number, isClosed: boolean) => (
    <path
      className={isStale ? 'w nc' : isAlive && isClosed ? 'f' : 'w'}
      strokeWidth="2.5"
      d={`M${from} 0H${to}`}
    />
  );
  const isMainClosed = breakers.main === 'closed';
  const summary = stops.map(([name, position]) => `${name} ${positionWord(position)}`).join(', ');
  return (
    <svg className="sv" viewBox="0 0 500 96" role="img" aria-label={summary}>
      <g transform="translate(0 40)">
        {wire(38, 196, true)}
        {wire(224, 326, isMainClosed)}
        {wire(354, 446, isMainClosed && breakers.interface === 'closed')}
        <path className="k" d="M22-12v24M30-12v24M38-12v24" />
        <circle className="k" cx="112" r="9" />
        <circle className="k" cx="460" r="14" />
        <path d="M452 0q4-7 8 0t8 0" fill="none" stroke="var(--ink)" strokeWidth="1.5" />
        <text x="112" y="-16" textAnchor="middle" className="strong">
          {formatQuantity(p, 1, 'kW')}
        </text>
        <text x="112" y="30" textAnchor="middle">
          {formatQuantity(q, 0, 'kvar')}
        </text>
        <text x="112" y="46" textAnchor="middle">
          {formatQuantity(voltageKv, 2, 'kV')}
        </text>
        {stops.map(([name, position, x]) => (
          <g key={name}>
            <BreakerSign u={x} breaker={position} />
            <text x={x} y="30" textAnchor="middle" className="strong">
              {name}
            </text>
            <text x={x} y="46" textAnchor="middle">
              {positionWord(position)}
            </text>
          </g>
        ))}
        <text x="474" y="30" textAnchor="end">
          FV
        </text>
      </g>
    </svg>
  );
}
