import { cciAlarmGroups } from '../../../contract/alarm-codes';
import { groupScreens } from '../../../contract/group-screens';
import type { Alarm, AlarmGroup } from '../../data/alarm-rows';
import type { Session } from '../../data/session';

/** The screens that show the devices of each group. Power supply and datalogger have none: the footer of every page shows them. */
const screens = {
  ...groupScreens,
  rete: groupScreens.spi,
  impianto: '/',
} as const satisfies Partial<Record<AlarmGroup, string>>;

const isShown = (group: string): group is keyof typeof screens => Object.hasOwn(screens, group);

/** The address that opens the device of an alarm; null if there is no screen for it, or not for this role. */
export function deviceAddress(
  { group, device }: Pick<Alarm, 'group' | 'device'>,
  role: Session['role'] | undefined,
): string | null {
  if (!isShown(group)) return null;
  if (role === 'cci' && !cciAlarmGroups.some(each => each === group)) return null;
  return device === null ? screens[group] : `${screens[group]}?dispositivo=${device}`;
}
