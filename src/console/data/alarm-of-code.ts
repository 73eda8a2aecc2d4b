import { isAlarmPriority } from './alarm-priority';
import { type Alarm, signOf } from './alarm-rows';

/** The sign of the current alarm with this code; undefined if absent. */
export function markOfCode(alarms: readonly Alarm[], code: string) {
  const found = alarms.find(alarm => alarm.code === code && alarm.state !== 'over');
  return found && isAlarmPriority(found.priority)
    ? { priority: found.priority, ...signOf(found) }
    : undefined;
}
