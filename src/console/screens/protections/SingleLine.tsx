import { t } from '../../i18n/translate';
import { RelaySign } from '../../ui/line-signs';
import { OneLine } from '../../ui/OneLine';
import { positionWord } from './head-words';
import type { Protection } from './protection-list';

const stops = [
  ['mainBreaker', 'DG', 86],
  ['interfaceDevice', 'DDI', 180],
  ['generatorDevice', 'DDG', 274],
] as const;
/** Below this share of the nominal voltage the grid counts as absent. */
const aliveFrom = 0.2;

interface Props {
  readonly protection: Protection;
  /** Line voltages in per unit. */
  readonly units: readonly (number | null)[];
  readonly isStale: boolean;
}

/** From the grid to the generators: the three switches, the relay above the one that it controls, and how far voltage is present. */
export function SingleLine({ protection, units, isStale }: Props) {
  const known = units.filter(unit => unit !== null);
  const isAlive = known.length > 0 && Math.min(...known) > aliveFrom;
  const switches = stops.map(([key, name, x]) => {
    const reported = protection[key];
    const position = reported === 'open' || reported === 'closed' ? reported : ('unknown' as const);
    return { name, position, word: positionWord(reported), x };
  });
  return (
    <OneLine width={360} height={112} y={62} gridX={24} fieldX={336} {...{ switches, isAlive, isStale }}>
      <path className="w nc" d="M180-14V-32" />
      <RelaySign x={180} y={-45} halfWidth={22} />
      <text x="8" y="30">
        {t('protection.grid')}
      </text>
    </OneLine>
  );
}
