/** 1 critical to 4 low; 5 is an event, which needs no acknowledgement. */
export type Priority = 1 | 2 | 3 | 4 | 5;
export type AlarmPriority = Exclude<Priority, 5>;

export function isPriority(value: unknown): value is Priority {
  return value === 1 || value === 2 || value === 3 || value === 4 || value === 5;
}

export function isAlarmPriority(value: unknown): value is AlarmPriority {
  return isPriority(value) && value !== 5;
}
