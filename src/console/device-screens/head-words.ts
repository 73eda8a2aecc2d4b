import { formatDuration, formatList } from '../i18n/format';
import { t } from '../i18n/translate';
import type { Device } from './device-list';

/** Up to this many devices are listed by name; for more only their number is given. */
const namedAtMost = 3;

/** "M2 Scambio e M3 Ausiliari" */
export function namesOf(devices: readonly Device[]): string {
  return formatList(devices.map(({ name }) => name));
}

/** A sentence about the devices that do not communicate, with names or a number; empty for none. */
export function silenceWords(devices: readonly Device[]): string {
  const silent = devices.filter(({ isSilent }) => isSilent);
  const count = silent.length;
  if (count === 0) return '';
  const time = formatDuration(Math.min(...silent.map(({ ageS }) => ageS)));
  if (count > namedAtMost) return t('details.manySilent', { count, time });
  return t('details.silent', { count, names: namesOf(silent), time });
}

/** Joins sentences and omits empty ones. */
export function sentences(...parts: readonly string[]): string {
  return parts.filter(part => part !== '').join(' ');
}
