import type { AlarmMark } from '../data/alarm-counts';
import { type InverterKind, isProducing } from '../data/inverter-states';
import { formatDifference, formatNumber } from '../i18n/format';
import { InverterSign } from '../ui/InverterSign';
import { faultPriority } from '../ui/inverter-words';
import { Tile } from '../ui/Tile';

interface Props {
  readonly name: string;
  readonly kind: InverterKind;
  readonly alarm: AlarmMark | undefined;
  readonly powerKw: number | null;
  /** % of the nominal power, and the median of those that produce. */
  readonly share: number | null;
  readonly medianShare: number | null;
  /** Only name, sign and level find room. */
  readonly isCompact: boolean;
  readonly isStale: boolean;
  /** The word of the state, or the age of what is not of now. */
  readonly word: string;
  readonly href?: string | undefined;
  readonly linkId?: string | undefined;
}

/** A deviation from the median is told from here on, in %. */
const leastDeviation = 5;
/** Below this median, in % of nominal power, the inverters are not compared: the sun is too low. */
const leastMedian = 5;

/** One inverter of many, against its nominal power and the median. */
export function InverterTile(props: Props) {
  const { name, kind, alarm, powerKw, share, medianShare, isCompact, isStale, word, href, linkId } = props;
  return (
    <Tile
      sign={<InverterSign state={kind} alarm={alarm} />}
      value={isCompact ? null : { text: formatNumber(powerKw, 1), unit: 'kW' }}
      deviation={isStale || !isProducing({ kind }) ? null : deviationWords(share, medianShare)}
      scale={{ kind: 'level', value: share, expected: medianShare }}
      outline={outlineOf(kind, alarm)}
      {...{ name, word, isStale, href, linkId }}
    />
  );
}

/** The edge of the tile tells of what is grave and there. */
function outlineOf(kind: InverterKind, alarm: AlarmMark | undefined): 1 | 2 | null {
  if (alarm?.look === 'active' && alarm.priority <= 2) return alarm.priority === 1 ? 1 : 2;
  return kind === 'fault' ? faultPriority : null;
}

/** "−20 %" away from the median; null when it is near, or there is nothing to compare. */
function deviationWords(share: number | null, medianShare: number | null): string | null {
  if (share === null || medianShare === null || medianShare < leastMedian) return null;
  const percent = (100 * share) / medianShare - 100;
  return Math.abs(percent) < leastDeviation ? null : `${formatDifference(percent, 0)}\u00a0%`;
}
