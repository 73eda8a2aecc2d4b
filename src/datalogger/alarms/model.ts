import type { AlarmGroup, AlarmState, Priority } from '../../contract/alarms';

/** The device of an alarm, and the name it had when the alarm was raised. */
export interface Subject {
  readonly group: AlarmGroup;
  /** Null for what has no device. */
  readonly device: number | null;
  readonly name: string;
}

export interface OperatorAction {
  readonly by: string;
  /** Epoch seconds of the plant's clock. */
  readonly at: number;
  readonly note: string;
}

export interface Shelf {
  readonly by: string;
  readonly at: number;
  readonly until: number;
  readonly reason: string;
}

/** One occurrence: from when a condition becomes true until it is gone and acknowledged. Times in epoch seconds. */
export interface Occurrence {
  readonly id: number;
  readonly code: string;
  readonly subject: Subject;
  readonly priority: Priority;
  readonly state: AlarmState;
  /** Whether the condition is true now, independent of the state. */
  readonly isPresent: boolean;
  /** Whether it was ever shown as active: an alarm that came and went while it was hidden need not be acknowledged. */
  readonly isAnnounced: boolean;
  readonly begin: number;
  readonly end: number | null;
  readonly value: number | null;
  readonly threshold: number | null;
  readonly times: number;
  readonly acknowledged: OperatorAction | null;
  readonly shelf: Shelf | null;
  /** Hidden by design: by another occurrence (`cause`) or because its device is under maintenance. */
  readonly isSuppressed: boolean;
  readonly isOutOfService: boolean;
  /** Id of the occurrence whose cause hides this one. */
  readonly cause: number | null;
  readonly isChattering: boolean;
  readonly version: number;
}

/**
 * A step from one state to another: stored with the occurrence, in the same transaction. Both are the same where the
 * occurrence is hidden and its condition goes or somebody acknowledges it, and where the condition becomes more urgent.
 */
export interface Step {
  readonly t: number;
  readonly from: AlarmState;
  readonly to: AlarmState;
  /** Null where no person caused it. */
  readonly by: string | null;
  readonly note: string;
  readonly value: number | null;
}

/** What a cycle or a person changed: the occurrence as it is now, and the steps that led there. */
export interface Change {
  readonly occurrence: Occurrence;
  readonly steps: readonly Step[];
}

/** A rule of the catalogue with the changes that are configured. Delays in seconds, `minPoa` in W/m². */
export interface Rule {
  readonly code: string;
  readonly isEnabled: boolean;
  readonly priority: Priority;
  readonly threshold: number | null;
  readonly unit: string;
  readonly hysteresis: number | null;
  readonly onDelayS: number;
  readonly offDelayS: number;
  readonly minPoa: number | null;
}
