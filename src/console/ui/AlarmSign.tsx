import './alarm-signs.css';

/** 1 critical (square), 2 high (triangle), 3 medium (diamond), 4 low (circle). */
export type AlarmPriority = 1 | 2 | 3 | 4;

/**
 * How the sign is drawn: filled while the condition is present, empty once it returned (`returned`), dashed and grey when
 * there is nothing or nothing certain to say (`off`).
 */
export type AlarmLook = 'active' | 'returned' | 'off';

/** What a sign tells of an alarm. */
export interface AlarmFacts {
  readonly priority: AlarmPriority;
  readonly look: AlarmLook;
  /** Whether somebody must still acknowledge it: a ring, independent of the fill. */
  readonly isUnacknowledged: boolean;
}

interface Props extends Partial<AlarmFacts> {
  readonly priority: AlarmPriority;
  /** The word that goes with the sign where none stands beside it; without it the sign is decoration. */
  readonly label?: string;
}

const lookClasses: Record<AlarmLook, string> = { active: '', returned: ' rtn', off: ' off' };

/** The sign of an alarm: shape and number say the priority, so that it reads without colour. */
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
