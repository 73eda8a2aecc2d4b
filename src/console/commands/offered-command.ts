import type { CommandWish } from '../data/commands';

export interface OfferedCommand {
  readonly object: string;
  readonly action: CommandWish['azione'];
  /** The question, with the device's name: "Limitare la potenza di CCI?" */
  readonly title: string;
  /** The input for the value of the command; null for a command without one. */
  readonly value: {
    readonly label: string;
    readonly unit: string;
    readonly hint: string;
    readonly initial: number;
    /** Whether it can be below zero. */
    readonly isSigned: boolean;
  } | null;
  /** A value, present or requested, as text. */
  readonly textOf: (value: number | null) => string;
  /** Whether the measured state equals the requested one; null while that is not known. */
  readonly isReached: (asked: number | null) => boolean | null;
  /** What is in force now and prevails over the requested value, as text; null when nothing does. */
  readonly prevailing?: (asked: number | null) => string | null;
  /** The measured state, as text. */
  readonly measured: string;
  /** Time limit in seconds: a state that is not reached by then counts as failed. */
  readonly withinS?: number;
}

/** The properties that every step of the dialog receives. */
export interface StageProps {
  readonly offer: OfferedCommand;
  readonly isBusy: boolean;
  readonly isLost: boolean;
  readonly onClose: () => void;
}
