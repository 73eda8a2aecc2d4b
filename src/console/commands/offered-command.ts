import type { CommandWish } from '../data/commands';

/** A command as a screen offers it. */
export interface OfferedCommand {
  readonly object: string;
  readonly action: CommandWish['azione'];
  /** The question, with the object: "Limitare la potenza di CCI?" */
  readonly title: string;
  /** What the value is; null for a command without one. */
  readonly value: {
    readonly label: string;
    readonly unit: string;
    readonly hint: string;
    readonly initial: number;
    readonly step: number;
  } | null;
  /** A value, old or new, in words. */
  readonly tell: (value: number | null) => string;
  /** Whether what is measured now is what was asked; null while that is not known. */
  readonly isReached: (asked: number | null) => boolean | null;
  /** What is measured now, in words. */
  readonly measured: string;
  /** Seconds after which what is not reached has failed. */
  readonly withinS?: number;
}

/** What each stage of its dialog gets. */
export interface StageProps {
  readonly offer: OfferedCommand;
  readonly isBusy: boolean;
  readonly isLost: boolean;
  readonly onClose: () => void;
}
