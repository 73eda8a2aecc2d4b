import { markOf } from '../../data/alarm-counts';
import { useAgeS } from '../../data/freshness';
import { isProducing } from '../../data/inverter-states';
import { median, percentOf } from '../../data/statistics';
import { InverterTile } from '../../device-screens/InverterTile';
import { formatDuration, formatQuantity, formatTime } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { inverterStateWord } from '../../ui/inverter-words';
import { drawnSingly } from './diagram';
import type { Inverter, Live } from './live';
import type { View } from './view';

interface Props {
  readonly live: Live;
  readonly view: View;
}

/** The row of inverters, each compared with its nominal power and the median. */
export function Inverters({ live: { inverters }, view }: Props) {
  const producing = inverters.filter(isProducing);
  const medianKw = median(producing.flatMap(({ powerKw }) => powerKw ?? []));
  const medianShare = median(
    producing.flatMap(({ powerKw, nominalKw }) => percentOf(powerKw, nominalKw) ?? []),
  );
  return (
    <section className="tiles" translate="no" aria-label={t('drawings.inverters.title')}>
      <div className="tile hd">
        <h2>{t('drawings.inverters.title')}</h2>
        <small>{t('drawings.inverters.median', { power: formatQuantity(medianKw, 1, 'kW') })}</small>
      </div>
      {inverters.map((inverter, index) => (
        <InverterOfPlant
          // biome-ignore lint/suspicious/noArrayIndexKey: the datalogger keeps the order, and names may repeat
          key={index}
          {...{ inverter, medianShare, view }}
          isCompact={inverters.length > drawnSingly}
        />
      ))}
    </section>
  );
}

interface InverterOfPlantProps {
  readonly inverter: Inverter;
  /** Median of power by nominal power, in %. */
  readonly medianShare: number | null;
  readonly view: View;
  readonly isCompact: boolean;
}

function InverterOfPlant({ inverter, medianShare, view, isCompact }: InverterOfPlantProps) {
  const { id, kind, isDoubtful, powerKw, nominalKw, sampledS } = inverter;
  const hasAge = kind === 'silent' && !view.isOld;
  const ageS = useAgeS(hasAge ? sampledS : null);
  return (
    <InverterTile
      {...{ ...inverter, medianShare, isCompact }}
      href={`/impianto/inverters?dispositivo=${id ?? ''}`}
      share={percentOf(powerKw, nominalKw)}
      alarm={id === null ? undefined : markOf(view.alarms, 'inverter', id)}
      isStale={view.isOld || kind === 'silent'}
      word={
        view.isOld && !view.past
          ? formatTime(view.live?.t, view.zone, 'minute')
          : hasAge
            ? t('common.ago', { time: formatDuration(ageS) })
            : isDoubtful
              ? t('panel.doubtful')
              : inverterStateWord(kind)
      }
    />
  );
}
