import '../../ui/drawing.css';
import { t } from '../../i18n/translate';
import { BreakerSign } from '../../ui/BreakerSign';
import { positionWord } from './head-words';
import type { Position, Protection } from './protection-list';

const stops = [
  ['mainBreaker', 'DG', 86],
  ['interfaceDevice', 'DDI', 180],
  ['generatorDevice', 'DDG', 274],
] as const;
/** Share of the nominal voltage under which the grid is gone. */
const aliveFrom = 0.2;

const drawn = (position: Position) => (position === 'open' || position === 'closed' ? position : 'unknown');

interface Props {
  readonly protection: Protection;
  /** Line voltages in per unit. */
  readonly units: readonly (number | null)[];
  readonly isStill: boolean;
}

/** From the grid to the generators: the three switches, and how far there is voltage. */
export function SingleLine({ protection, units, isStill }: Props) {
  const known = units.filter(unit => unit !== null);
  const isAlive = known.length > 0 && Math.min(...known) > aliveFrom;
  const words = stops.map(([key, name]) => `${name} ${positionWord(protection[key])}`);
  const wire = (from: number, to: number, isLive: boolean) => (
    <path
      className={isLive && !isStill ? 'f' : isStill ? 'w nc' : 'w'}
      strokeWidth="2.5"
      d={`M${from} 0H${to}`}
    />
  );
  const isBehind = (count: number) =>
    isAlive && stops.slice(0, count).every(([key]) => protection[key] === 'closed');
  return (
    <svg className="sv" viewBox="0 0 360 112" role="img" aria-label={words.join(', ')}>
      <g transform="translate(0 62)">
        {wire(24, 72, isAlive)}
        {wire(100, 166, isBehind(1))}
        {wire(194, 260, isBehind(2))}
        {wire(288, 322, isBehind(3))}
        <path className="k" d="M8-12v24M16-12v24M24-12v24" />
        <circle className="k" cx="336" r="14" />
        <path d="M328 0q4-7 8 0t8 0" fill="none" stroke="var(--ink)" strokeWidth="1.5" />
        <path className="w nc" d="M180-14V-32" />
        <path className="k" d="M158-58h44v26h-44z" />
        <text x="180" y="-40" textAnchor="middle" className="strong">
          SPI
        </text>
        {stops.map(([key, name, u]) => (
          <g key={key}>
            <BreakerSign u={u} breaker={drawn(protection[key])} />
            <text x={u} y="30" textAnchor="middle" className="strong">
              {name}
            </text>
            <text x={u} y="44" textAnchor="middle">
              {positionWord(protection[key])}
            </text>
          </g>
        ))}
        <text x="8" y="30">
          {t('protection.grid')}
        </text>
        <text x="356" y="30" textAnchor="end">
          FV
        </text>
      </g>
    </svg>
  );
}
