import { useMemo } from 'react';
import { everyCurrentAlarmOf, useCurrent } from '../../data/current-alarms';

/** Begin of the alarm in epoch seconds, by id of the string. */
export type Since = ReadonlyMap<string, number>;

/** The alarms of single strings, which begin after a string has been in its class for some time (domain brief, 3). */
const ofString = ['STR01', 'STR02', 'STR03'];
const stringAlarms = everyCurrentAlarmOf('stringhe');

/** The begin of the current alarm of each string. */
export function useSince(): Since {
  const { value: alarms } = useCurrent(stringAlarms);
  return useMemo(() => {
    const since = new Map<string, number>();
    for (const { code, device, beginS, isPresent } of alarms ?? []) {
      if (!isPresent || !ofString.includes(code)) continue;
      const id = String(device);
      since.set(id, Math.min(beginS, since.get(id) ?? beginS));
    }
    return since;
  }, [alarms]);
}
