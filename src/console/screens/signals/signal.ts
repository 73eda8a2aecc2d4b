import { inputKinds } from '../../../contract/codes';
import { type Device, numberOf } from '../../device-screens/device-list';
import { missing } from '../../i18n/format';
import { t } from '../../i18n/translate';
import type { WordKey } from '../../i18n/words';

type Kind = (typeof inputKinds)[number];

/** Names for the two states of an input. */
type Family = 'breaker' | 'door' | 'selector' | 'fan' | 'surge' | 'contact';

const families: Partial<Record<Kind, Family>> = {
  interfaceOpen: 'breaker',
  mainOpen: 'breaker',
  generatorOpen: 'breaker',
  doorOpen: 'door',
  localControl: 'selector',
  ventilation: 'fan',
  surgeAc: 'surge',
  surgeDc: 'surge',
};

/** Kinds for which being on is not an anomaly: work on site, a running fan, an input without a meaning. */
const harmless: readonly Kind[] = ['other', 'doorOpen', 'localControl', 'ventilation'];

function kindOf(signal: Device): Kind {
  return inputKinds[numberOf(signal, 'tipo') ?? 0] ?? 'other';
}

/** The logical state: that of a normally closed contact is already inverted. Null without a value. */
export function isOn(signal: Device): boolean | null {
  const value = numberOf(signal, 'v');
  return value === null ? null : value !== 0;
}

/** Whether the contact is closed at rest; then the raw level is the inverse of the logical state. */
export function isNormallyClosed(signal: Device): boolean | null {
  const [value, raw] = [numberOf(signal, 'v'), numberOf(signal, 'raw')];
  return value === null || raw === null ? null : value !== raw;
}

/** The input responds, is on, and this is an anomaly. */
export function isAbnormal(signal: Device): boolean {
  return !signal.isSilent && isOn(signal) === true && !harmless.includes(kindOf(signal));
}

export function stateWord(signal: Device): string {
  const on = isOn(signal);
  const family = families[kindOf(signal)] ?? 'contact';
  const key: WordKey = `signals.state.${family}.${on ? 'on' : 'off'}`;
  return on === null ? missing : t(key);
}

export function contactWord(signal: Device): string {
  const isClosed = isNormallyClosed(signal);
  return isClosed === null ? missing : t(isClosed ? 'signals.closed' : 'signals.open');
}

/** Seconds from the last change to the sample; null if it is not known. */
export function restS(signal: Device): number | null {
  const changedS = numberOf(signal, 'cambio');
  return changedS === null ? null : Math.max(0, signal.sampledS - changedS);
}
