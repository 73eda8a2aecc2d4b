/** What an alarm can be about: the groups of devices, and four things of the plant that are no such device. */
export const alarmGroups = [
  'inverter',
  'stringhe',
  'tracker',
  'contatori',
  'sensori',
  'di',
  'spi',
  'cci',
  'rete',
  'ups',
  'datalogger',
  'impianto',
] as const;

/** Which alarms a recipient is notified of: those of all devices, or of one kind. */
export const notifiedGroups = ['tutti', ...alarmGroups] as const;

/** The groups whose alarms a cci user sees and handles. */
export const cciAlarmGroups = [
  'inverter',
  'spi',
  'cci',
] as const satisfies readonly (typeof alarmGroups)[number][];

/**
 * For how many minutes at most a role may shelve an alarm that it sees; 0: not at all. Operators may where an administrator allows it.
 * Everybody who sees an alarm may acknowledge it.
 */
export function longestShelving(role: string, areOperatorsAllowed = false): number {
  if (role === 'admin' || role === 'cci') return 1440;
  return role === 'normal' && areOperatorsAllowed ? 480 : 0;
}
