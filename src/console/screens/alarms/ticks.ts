import { useState } from 'react';
import { sessionStore } from '../../browser/storage';
import { useSession } from '../../data/session';

/** Where the ticked steps of an account's alarm are kept: they stay while one looks at other alarms, and over a reload. */
const keyOf = (user: string, id: number) => `ticks/${user}/${id}`;

/** The ticked steps of an alarm, in the order in which they were done. They become the note of its acknowledgement. */
export interface Ticks {
  readonly done: readonly string[];
  readonly toggle: (step: string) => void;
  readonly clear: () => void;
}

export function useTicks(id: number): Ticks {
  const [, setChange] = useState(0);
  const key = keyOf(useSession()?.user ?? '', id);
  // A line each: a step has none.
  const done = (sessionStore.read(key) ?? '').split('\n').filter(Boolean);
  const set = (steps: readonly string[]) => {
    if (steps.length > 0) sessionStore.write(key, steps.join('\n'));
    else sessionStore.remove(key);
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
