import type { Reading } from '../device-driver';
import type { Profile } from './profile';
import { reportsIn, type Stored, unreadAlarms } from './values';

/** What the alarms of a device report, and whether an alarm of the catalogue stands for it; undefined for a profile without alarms. */
export function deviceReports(profile: Profile, stored: Stored): Reading['reports'] {
  if (profile.alarms.length === 0) return undefined;
  const made = (reportsIn(profile, stored) ?? []).map(({ event, starts, trips, ...report }) => ({
    ...report,
    isOurs: (event ?? starts ?? trips) !== undefined,
  }));
  return { made, unread: unreadAlarms(profile, stored) };
}
