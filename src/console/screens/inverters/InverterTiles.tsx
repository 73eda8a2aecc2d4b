import { markOf, useAlarmCounts } from '../../data/alarm-counts';
import { InverterTile } from '../../devices/InverterTile';
import { deviceHref, rowLinkId } from '../../devices/use-open-device';
import { formatDuration, formatTime } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { inverterStateWord } from '../../ui/inverter-words';
import { levelOf } from './figures';
import { type Inverter, numberOf } from './inverter-list';

interface Props {
  readonly inverters: readonly Inverter[];
  /** The median of the levels, in %. */
  readonly median: number | null;
  readonly isCompact: boolean;
  readonly zone: string;
  readonly isStill: boolean;
}

/** All inverters at once, each with its name, its sign and how far it is filled; the whole tile opens it. */
export function InverterTiles({ inverters, median, isCompact, zone, isStill }: Props) {
  const { counts } = useAlarmCounts();
  const wordOf = ({ kind, ageS, sampledS }: Inverter) => {
    if (isStill) return formatTime(sampledS, zone, 'minute');
    return kind === 'silent' ? t('common.ago', { time: formatDuration(ageS) }) : inverterStateWord(kind);
  };
  return (
    <div className="tiles">
      {inverters.map(inverter => (
        <InverterTile
          key={inverter.id}
          {...{ isCompact, name: inverter.name, kind: inverter.kind, medianShare: median }}
          alarm={markOf(counts, 'inverter', Number(inverter.id))}
          powerKw={numberOf(inverter, 'pac')}
          share={levelOf(inverter)}
          isStale={isStill || inverter.kind === 'silent'}
          word={wordOf(inverter)}
          href={deviceHref(inverter.id)}
          linkId={rowLinkId(inverter.id)}
        />
      ))}
    </div>
  );
}
