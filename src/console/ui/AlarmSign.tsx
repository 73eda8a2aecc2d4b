import './alarm-signs.css';

/** 1 critical (square), 2 high (triangle), 3 medium (diamond), 4 low (circle). */
export type AlarmPriority = 1 | 2 | 3 | 4;

/**
 * How the sign is drawn: filled while the condition is present, empty when it has returned to normal (`returned`), dashed and grey when the
 * alarm is set aside, or when no alarm is open or its state is unknown (`off`).
 */
export type AlarmLook = 'active' | 'returned' | 'off';

/** The properties of an alarm that its sign shows. */
export interface AlarmFacts {
  readonly priority: AlarmPriority;
  readonly look: AlarmLook;
  /** Whether the alarm is unacknowledged: drawn as a ring, independent of the fill. */
  readonly isUnacknowledged: boolean;
}

interface Props extends Partial<AlarmFacts> {
  readonly priority: AlarmPriority;
  /** The accessible name where no text stands beside the sign; without it the sign is hidden from screen readers. */
  readonly label?: string;
}

const lookClasses: Record<AlarmLook, string> = { active: '', returned: ' rtn', off: ' off' };

/** The sign of an alarm. Shape and number show the priority, so that it can be read without colour. */
export function AlarmSign({ priority, look = 'active', isUnacknowledged = false, label }: Props) {
  const classes = `al p${priority}${isUnacknowledged ? ' un' : ''}${lookClasses[look]}`;
  if (label === undefined) {
    return (
      <svg className={classes} aria-hidden="true">
        <use href={`#p${priority}`} />
      </svg>
    );
  }
  return (
    <svg className={classes} role="img" aria-label={label}>
      <use href={`#p${priority}`} />
    </svg>
  );
}
