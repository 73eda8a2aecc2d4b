import type { View } from '../../devices/descriptor';
import { numberOf } from '../../devices/device-list';
import { InverterTile } from '../../devices/InverterTile';
import { deviceHref, rowLinkId } from '../../devices/use-open-device';
import { formatDuration, formatTime } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { inverterStateWord } from '../../ui/inverter-words';
import type { Inverter } from './inverter-list';

interface Props {
  readonly inverters: readonly Inverter[];
  readonly isCompact: boolean;
  readonly view: View<Inverter>;
}

/** All inverters as tiles with name, sign and level; a click on a tile opens the inverter. */
export function InverterTiles({ inverters, isCompact, view: { markOf, zone, isStill } }: Props) {
  const wordOf = ({ kind, isSilent, isDoubtful, ageS, sampledS }: Inverter) => {
    if (isStill) return formatTime(sampledS, zone, 'minute');
    if (isSilent) return t('common.ago', { time: formatDuration(ageS) });
    return isDoubtful ? t('panel.doubtful') : inverterStateWord(kind);
  };
  return (
    <div className="tiles">
      {inverters.map(inverter => (
        <InverterTile
          key={inverter.id}
          {...inverter}
          isCompact={isCompact}
          alarm={markOf(inverter)}
          powerKw={numberOf(inverter, 'pac')}
          share={inverter.level}
          medianShare={inverter.medianLevel}
          isStale={isStill || inverter.isSilent}
          word={wordOf(inverter)}
          href={deviceHref(inverter.id)}
          linkId={rowLinkId(inverter.id)}
        />
      ))}
    </div>
  );
}
