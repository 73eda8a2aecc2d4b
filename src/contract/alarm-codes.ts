import type { Role } from './endpoint';

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

/** The groups whose alarms a cci user sees and handles. */
export const cciAlarmGroups = [
  'inverter',
  'spi',
  'cci',
] as const satisfies readonly (typeof alarmGroups)[number][];

/** Who may shelve outside the cci user's equipment; everybody who sees an alarm may acknowledge it. */
export const mayShelve: readonly Role[] = ['admin'];
