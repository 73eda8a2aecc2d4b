import '../ui/tiles.css';
import type { AlarmMark } from '../data/alarm-counts';
import { type InverterKind, isProducing } from '../data/inverter-states';
import { formatDifference, formatNumber } from '../i18n/format';
import { Indicator } from '../ui/Indicator';
import { InverterSign } from '../ui/InverterSign';
import { faultPriority } from '../ui/inverter-words';

interface Props {
  readonly name: string;
  readonly kind: InverterKind;
  readonly alarm: AlarmMark | undefined;
  readonly powerKw: number | null;
  /** % of the nominal power, and the median of those that produce. */
  readonly share: number | null;
  readonly medianShare: number | null;
  /** Only name, sign and level find room; and the word of a doubt. */
  readonly isCompact: boolean;
  readonly isStale: boolean;
  /** It says itself that its values are not to be relied on: they are compared with nothing. */
  readonly isDoubtful: boolean;
  /** The word of the state, the age of what is not of now, or the doubt. */
  readonly word: string;
  /** Where the tile leads; without it the tile is no link. */
  readonly href?: string | undefined;
  /** Id of the link, for the focus to return to. */
  readonly linkId?: string | undefined;
}

/** A deviation from the median is told from here on, in %. */
const leastDeviation = 5;
/** Below this median, in % of nominal power, the inverters are not compared: the sun is too low. */
const leastMedian = 5;

/** One inverter of many, against its nominal power and the median. */
export function InverterTile(props: Props) {
  const { name, kind, alarm, powerKw, share, medianShare, isCompact, isStale, isDoubtful } = props;
  const { word, href, linkId } = props;
  const outline = outlineOf(kind, alarm);
  const className = `tile${outline ? ` p${outline}` : ''}${isStale ? ' stale' : ''}`;
  const isCompared = isProducing({ kind }) && !isStale && !isDoubtful;
  const deviation = isCompared ? deviationWords(share, medianShare) : null;
  const content = (
    <>
      <span>
        {name} <InverterSign state={kind} alarm={alarm} />
      </span>
      {!isCompact && (
        <div className="val">
          <b>{formatNumber(powerKw, 1)}</b> <small>kW</small>
          {deviation && <small>{deviation}</small>}
        </div>
      )}
      <Indicator kind="level" value={share} expected={medianShare} />
      <span className={isCompact && (isStale || !isDoubtful) ? 'sr' : 'word'}>{word}</span>
    </>
  );
  if (href === undefined) return <div className={className}>{content}</div>;
  return (
    <a id={linkId} className={className} href={href}>
      {content}
    </a>
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
