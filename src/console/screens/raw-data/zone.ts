import { fallbackZone } from '../../data/facts';

/** Without a session the plant's zone is not told: times are the reader's, and say so. */
export function browserZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || fallbackZone;
}
