import type { AlarmGroup } from './alarms';

/** The screen that shows the devices of a group. */
export const groupScreens = {
  inverter: '/impianto/inverters',
  stringhe: '/impianto/stringhe',
  tracker: '/impianto/trackers',
  contatori: '/impianto/contatori',
  sensori: '/impianto/sensori',
  di: '/impianto/digital-signals',
  spi: '/impianto/prot-interfaccia',
  cci: '/impianto/cci',
} as const satisfies Partial<Record<AlarmGroup, string>>;
