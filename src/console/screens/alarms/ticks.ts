import { useState } from 'react';

/** The steps that are ticked, by the id of their alarm: they stay while one looks at other alarms. */
const kept = new Map<number, readonly string[]>();

/** The ticked steps of an alarm, in the order in which they were done. They become the note of its acknowledgement. */
export interface Ticks {
  readonly done: readonly string[];
  readonly toggle: (step: string) => void;
  readonly clear: () => void;
}

export function useTicks(id: number): Ticks {
  const [, setChange] = useState(0);
  const done = kept.get(id) ?? [];
  const set = (steps: readonly string[]) => {
    kept.set(id, steps);
    setChange(change => change + 1);
  };
  return {
    done,
    toggle: step => set(done.includes(step) ? done.filter(each => each !== step) : [...done, step]),
    clear: () => set([]),
  };
}

/** The sentences of a text, each a step. */
export const stepsOf = (text: string): readonly string[] => text.split(/(?<=[.!?])\s+/).filter(Boolean);

/** What was done, as the note of an acknowledgement. */
export const noteOf = ({ done }: Ticks): string => done.join(' ');
