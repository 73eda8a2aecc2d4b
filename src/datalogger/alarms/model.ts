import type { AlarmGroup, AlarmState, Priority } from '../../contract/alarms';

/** The device of an alarm, and the name it had when the alarm was raised. */
export interface Subject {
  readonly group: AlarmGroup;
  /** Null for what has no device. */
  readonly device: number | null;
  readonly name: string;
  /** The maker's number, where the alarm is one of several of its code on the device. */
  readonly report?: string;
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

/** A time in which the condition of an occurrence was true. Later than an hour after `from`, another cause or priority begins a new one. */
export interface TrueSpan {
  /** Since when it has been true with the same cause. */
  readonly begin: number;
  readonly from: number;
  /** Null while it is true. */
  readonly end: number | null;
  readonly value: number | null;
  readonly cause: number | null;
  readonly priority: Priority;
  /** Whether it was shown as active in this time. */
  readonly isAnnounced: boolean;
  /** How often it came: more than once where it was unstable, 0 where it goes on from the time before. */
  readonly times: number;
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
  /** The last time in which its condition was true. */
  readonly span: TrueSpan;
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

/** What a cycle or a person changed: the occurrence as it is now, the steps that led there, and the times that are others than before. */
export interface Change {
  readonly occurrence: Occurrence;
  readonly steps: readonly Step[];
  readonly spans: readonly TrueSpan[];
}

/** Both as one, the earlier first. */
export function joined(earlier: Change | undefined, later: Change): Change {
  if (earlier === undefined) return later;
  const spans = new Map([...earlier.spans, ...later.spans].map(span => [span.from, span]));
  return {
    occurrence: later.occurrence,
    steps: [...earlier.steps, ...later.steps],
    spans: [...spans.values()],
  };
}

/** What can happen to an occurrence. Times in epoch seconds. */
export type Happening =
  | {
      readonly kind: 'on';
      readonly t: number;
      readonly value: number | null;
      readonly threshold: number | null;
    }
  | { readonly kind: 'off'; readonly t: number; readonly value: number | null }
  | { readonly kind: 'acknowledge'; readonly action: OperatorAction }
  | { readonly kind: 'shelve'; readonly shelf: Shelf }
  /** Somebody ended it (the action), or it expired at `t`. */
  | { readonly kind: 'unshelve'; readonly action: OperatorAction }
  | { readonly kind: 'expire'; readonly t: number }
  /** Hidden by the occurrence `cause`, or by its device's maintenance. */
  | { readonly kind: 'suppress'; readonly t: number; readonly cause: number | null }
  | { readonly kind: 'release'; readonly t: number }
  | { readonly kind: 'outOfService'; readonly t: number }
  | { readonly kind: 'backInService'; readonly t: number }
  /** The condition has become more or less urgent. */
  | { readonly kind: 'prioritise'; readonly t: number; readonly priority: Priority }
  /** Comes and goes too fast, or no longer; `times` is how often it came until now. */
  | { readonly kind: 'chatter'; readonly isChattering: boolean; readonly times: number };

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
