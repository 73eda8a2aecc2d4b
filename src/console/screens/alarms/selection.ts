import { useState } from 'react';
import { type Alarm, waitingIn } from '../../data/alarm-rows';

/** The selected alarms: only alarms on this page that wait for acknowledgement can be selected. */
export interface Selection {
  readonly ids: ReadonlySet<number>;
  readonly alarms: readonly Alarm[];
  readonly toggle: (id: number) => void;
}

export function useSelection(shown: readonly Alarm[]): Selection {
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set());
  const alarms = shown.filter(alarm => ticked.has(alarm.id) && waitingIn(alarm) > 0);
  const toggle = (id: number) => {
    const next = new Set(alarms.map(alarm => alarm.id));
    if (!next.delete(id)) next.add(id);
    setTicked(next);
  };
  return { ids: new Set(alarms.map(({ id }) => id)), alarms, toggle };
}
