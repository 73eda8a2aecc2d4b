import { useMemo } from 'react';
import { everyCurrentAlarmOf, useCurrent } from '../../data/current-alarms';
import { usePast } from '../../data/past';

/** Begin of the alarm in epoch seconds, by id of the string. */
export type Since = ReadonlyMap<string, number>;

/** The alarms of single strings, which begin after a string has been in its class for some time (domain brief, 3). */
const ofString = ['STR01', 'STR02', 'STR03'];
const stringAlarms = everyCurrentAlarmOf('stringhe');

/** The begin of the current alarm of each string; none for a moment of the past. */
export function useSince(): Since {
  const { value: alarms } = useCurrent(stringAlarms);
  const isPast = usePast() !== null;
  return useMemo(() => {
    const since = new Map<string, number>();
    for (const { code, device, beginS, isPresent } of isPast ? [] : (alarms ?? [])) {
      if (!isPresent || !ofString.includes(code)) continue;
      const id = String(device);
      since.set(id, Math.min(beginS, since.get(id) ?? beginS));
    }
    return since;
  }, [alarms, isPast]);
}
