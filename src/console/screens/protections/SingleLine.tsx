import { t } from '../../i18n/translate';
import { RelaySign } from '../../ui/line-signs';
import { OneLine } from '../../ui/OneLine';
import { TouchStage } from '../../ui/TouchStage';
import { positionWord } from './head-words';
import { places } from './line-places';
import type { Protection } from './protection-list';

const stops = [
  ['mainBreaker', 'DG', places.main],
  ['interfaceDevice', 'DDI', places.interface],
  ['generatorDevice', 'DDG', places.generator],
] as const;
/** Below this share of the nominal voltage the grid counts as absent. */
const aliveFrom = 0.2;

interface Props {
  readonly protection: Protection;
  /** Line voltages in per unit. */
  readonly units: readonly (number | null)[];
  readonly isStale: boolean;
  readonly zone: string;
  /** Of the sample. */
  readonly time: string;
}

const loadTouched = () => import('./TouchedSwitch').then(module => module.TouchedSwitch);

/** From the grid to the generators: the three switches, the relay above the one that it controls, and how far voltage is present. */
export function SingleLine({ protection, units, isStale, zone, time }: Props) {
  const known = units.filter(unit => unit !== null);
  const isAlive = known.length > 0 && Math.min(...known) > aliveFrom;
  const switches = stops.map(([key, name, x]) => {
    const reported = protection[key];
    const position = reported === 'open' || reported === 'closed' ? reported : ('unknown' as const);
    return { name, position, word: positionWord(reported), x };
  });
  return (
    <TouchStage
      label={t('protection.line')}
      load={loadTouched}
      props={{ protection, isOld: isStale, zone, time }}
    >
      <OneLine {...{ ...places, switches, isAlive, isStale }}>
        <path className="w nc" d="M180-14V-32" />
        <RelaySign x={places.interface} y={-45} halfWidth={22} />
        <text x="8" y="30">
          {t('protection.grid')}
        </text>
      </OneLine>
    </TouchStage>
  );
}
