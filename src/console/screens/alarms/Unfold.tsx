import type { Alarm, Consequences } from '../../data/alarm-rows';
import { alarmName } from '../../ui/alarm-words';
import { incidentSize } from '../../ui/incident-words';

interface Props {
  readonly alarm: Alarm;
  readonly consequences: Consequences;
  readonly isUnfolded: boolean;
  /** Id of the row that it unfolds. */
  readonly rowId: string;
  readonly onToggle: () => void;
}

/** "12 conseguenze, 10 dispositivi": unfolds what follows from an alarm. */
export function Unfold({ alarm, consequences, isUnfolded, rowId, onToggle }: Props) {
  const size = incidentSize(consequences);
  return (
    <button
      type="button"
      className="lnk keep unfold"
      aria-expanded={isUnfolded}
      aria-controls={isUnfolded ? rowId : undefined}
      aria-label={`${size}: ${alarmName(alarm)}`}
      onClick={onToggle}
    >
      {size}
    </button>
  );
}
