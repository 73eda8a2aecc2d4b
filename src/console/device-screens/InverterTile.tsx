import '../ui/tiles.css';
import type { ReactNode } from 'react';
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
  /** Power in % of the nominal power; `medianShare`: the median of the producing inverters. */
  readonly share: number | null;
  readonly medianShare: number | null;
  /** There is space only for name, sign and level, and for the word that marks a doubtful device. */
  readonly isCompact: boolean;
  readonly isStale: boolean;
  /** The inverter marks its own values as unreliable: they are not compared. */
  readonly isDoubtful: boolean;
  /** The word for the state, the age of old values, or the word for doubtful. */
  readonly word: string;
  /** Address to which the tile leads. */
  readonly href: string;
  /** Id of the link, so that the focus can return to it. */
  readonly linkId?: string | undefined;
  /** A drawing in place of the level. */
  readonly children?: ReactNode;
}

/** A deviation from the median is shown from this value on, in %. */
const leastDeviation = 5;
/** With a median below this, in % of the nominal power, the inverters are not compared: there is too little sun. */
const leastMedian = 5;

/** A small tile for one inverter: its power relative to the nominal power and to the median. */
export function InverterTile(props: Props) {
  const { name, kind, alarm, powerKw, share, medianShare, isCompact, isStale, isDoubtful } = props;
  const { word, href, linkId, children } = props;
  const outline = outlineOf(kind, alarm);
  const className = `tile${outline ? ` p${outline}` : ''}${isStale ? ' stale' : ''}`;
  const isCompared = isProducing({ kind }) && !isStale && !isDoubtful;
  const deviation = isCompared ? deviationWords(share, medianShare) : null;
  return (
    <a id={linkId} className={className} href={href}>
      <span>
        {name} <InverterSign state={kind} alarm={alarm} />
      </span>
      {!isCompact && (
        <div className="val">
          <b>{formatNumber(powerKw, 1)}</b> <small>kW</small>
          {deviation && <small>{deviation}</small>}
        </div>
      )}
      {children ?? <Indicator kind="level" value={share} expected={medianShare} />}
      <span className={isCompact && (isStale || !isDoubtful) ? 'sr' : 'word'}>{word}</span>
    </a>
  );
}

/** Priority of the outline, for a present alarm of priority 1 or 2 and for a fault; null for no outline. */
function outlineOf(kind: InverterKind, alarm: AlarmMark | undefined): 1 | 2 | null {
  if (alarm?.look === 'active' && alarm.priority <= 2) return alarm.priority === 1 ? 1 : 2;
  return kind === 'fault' ? faultPriority : null;
}

/** "−20 %": deviation from the median; null when the deviation is small or cannot be computed. */
function deviationWords(share: number | null, medianShare: number | null): string | null {
  if (share === null || medianShare === null || medianShare < leastMedian) return null;
  const percent = (100 * share) / medianShare - 100;
  return Math.abs(percent) < leastDeviation ? null : `${formatDifference(percent, 0)}\u00a0%`;
}
