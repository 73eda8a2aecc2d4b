import { mostConfigured } from '../../../contract/backup';
import type { ConfigDatabase } from '../../storage/config/config-database';
import { ProblemError } from '../http/handler';

/** Profiles, languages and schedules, each as many and as long as they may be, are less. */
const mostBytesOfTexts = 5_000_000;

export type Configured = Pick<ConfigDatabase, 'devices' | 'profiles' | 'languages' | 'schedules'>;

/**
 * 409 where the configuration has become larger than a backup file of it may be. Called in the transaction of the change, which is then
 * undone.
 */
export function requireBackupRoom({ devices, profiles, languages, schedules }: Configured): void {
  const bytes = devices.bytes();
  if (bytes + mostBytesOfTexts <= mostConfigured) return;
  const texts = [profiles.read().value, languages.read().value, schedules.all().map(({ body }) => body)];
  if (bytes + Buffer.byteLength(JSON.stringify(texts)) > mostConfigured)
    throw new ProblemError(409, 'conflict', `A configuration has at most ${mostConfigured} bytes.`);
}
