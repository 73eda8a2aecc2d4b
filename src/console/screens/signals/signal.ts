import { inputKinds } from '../../../contract/codes';
import { type Device, numberOf } from '../../devices/device-list';
import { missing } from '../../i18n/format';
import { t } from '../../i18n/translate';
import type { WordKey } from '../../i18n/words';

type Kind = (typeof inputKinds)[number];

/** How the two states of an input are called. */
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

/** What is no anomaly when it is on: somebody is at work, a fan runs, or nobody said what it means. */
const harmless: readonly Kind[] = ['other', 'doorOpen', 'localControl', 'ventilation'];

function kindOf(signal: Device): Kind {
  return inputKinds[numberOf(signal, 'tipo') ?? 0] ?? 'other';
}

/** The logical state: what is wired normally closed is turned round already. Null without a value. */
export function isOn(signal: Device): boolean | null {
  const value = numberOf(signal, 'v');
  return value === null ? null : value !== 0;
}

/** Whether its contact is closed at rest: then the raw level is the other way round. */
export function isNormallyClosed(signal: Device): boolean | null {
  const [value, raw] = [numberOf(signal, 'v'), numberOf(signal, 'raw')];
  return value === null || raw === null ? null : value !== raw;
}

/** It is on, is heard, and that is nothing usual. */
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

/** Seconds since its last change when it was sampled; null where that is not known. */
export function restS(signal: Device): number | null {
  const changedS = numberOf(signal, 'cambio');
  return changedS === null ? null : Math.max(0, signal.sampledS - changedS);
}
