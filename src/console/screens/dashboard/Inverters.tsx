import { isProducing } from '../../data/inverter-states';
import { median, percentOf } from '../../data/statistics';
import {
  formatDifference,
  formatDuration,
  formatNumber,
  formatQuantity,
  formatTime,
} from '../../i18n/format';
import { t } from '../../i18n/translate';
import { InverterSign } from '../../ui/InverterSign';
import { faultPriority, inverterStateWord } from '../../ui/inverter-words';
import { Tile } from '../../ui/Tile';
import { drawnSingly } from './diagram';
import type { Inverter, Live } from './live';
import type { View } from './view';

interface Props {
  readonly live: Live;
  readonly view: View;
  /** Where a tile leads; without it tiles are no links. */
  readonly href?: string | undefined;
}

/** A deviation from the median is told from here on, in %. */
const leastDeviation = 5;
/** Below this median, in % of nominal power, the inverters are not compared: the sun is too low. */
const leastMedian = 5;

/** The strip of the inverters: one beside the other, each against its nominal power and the median. */
export function Inverters({ live: { inverters }, view, href }: Props) {
  const producing = inverters.filter(isProducing);
  const medianKw = median(producing.flatMap(({ powerKw }) => powerKw ?? []));
  const medianShare = median(
    producing.flatMap(({ powerKw, nominalKw }) => percentOf(powerKw, nominalKw) ?? []),
  );
  return (
    <section className="tiles" aria-label={t('dashboard.inverters.title')}>
      <div className="tile hd">
        <h2>{t('dashboard.inverters.title')}</h2>
        <small>{t('dashboard.inverters.median', { power: formatQuantity(medianKw, 1, 'kW') })}</small>
      </div>
      {inverters.map((inverter, index) => (
        <InverterTile
          // biome-ignore lint/suspicious/noArrayIndexKey: the datalogger keeps the order, and names may repeat
          key={index}
          {...{ inverter, medianShare, view, href }}
          isCompact={inverters.length > drawnSingly}
        />
      ))}
    </section>
  );
}

interface InverterTileProps {
  readonly inverter: Inverter;
  /** Median of power by nominal power, in %. */
  readonly medianShare: number | null;
  readonly view: View;
  readonly isCompact: boolean;
  readonly href?: string | undefined;
}

function InverterTile({ inverter, medianShare, view, isCompact, href }: InverterTileProps) {
  const { name, kind, powerKw, nominalKw, ageS } = inverter;
  const isStale = view.isOld || kind === 'silent';
  const share = percentOf(powerKw, nominalKw);
  const hasAge = kind === 'silent' && !view.isOld;
  return (
    <Tile
      name={name}
      sign={<InverterSign state={kind} />}
      value={isCompact ? null : { text: formatNumber(powerKw, 1), unit: 'kW' }}
      deviation={isStale || !isProducing(inverter) ? null : deviationWords(share, medianShare)}
      scale={{ kind: 'level', value: share, expected: medianShare }}
      word={
        view.isOld
          ? formatTime(view.live?.t, view.zone, 'minute')
          : hasAge
            ? t('common.ago', { time: formatDuration(ageS) })
            : inverterStateWord(kind)
      }
      isStale={isStale}
      outline={kind === 'fault' ? faultPriority : null}
      href={href}
    />
  );
}

/** "−20 %" away from the median; null when it is near, or there is nothing to compare. */
function deviationWords(share: number | null, medianShare: number | null): string | null {
  if (share === null || medianShare === null || medianShare < leastMedian) return null;
  const percent = (100 * share) / medianShare - 100;
  return Math.abs(percent) < leastDeviation ? null : `${formatDifference(percent, 0)}\u00a0%`;
}
