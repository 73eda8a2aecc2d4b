import type { GivenCommand } from '../../data/commands';
import { formatDuration, formatNumber, missing } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { isAction } from './controller-commands';

const decimals = { limite_p: 0, setpoint_q: 1, setpoint_cosfi: 3, automatico: null } as const;

export const actionWord = (action: string) => (isAction(action) ? t(`controller.action.${action}`) : action);

/** "100 → 60 %" */
export function valueWords({ action, old, next }: GivenCommand): string {
  const shown = decimalsOf(action);
  if (shown === null || next === null) return missing;
  return `${old === null ? '' : `${formatNumber(old, shown)} → `}${formatNumber(next, shown)}${unitOf(action)}`;
}

/** "60 % after 12 s" by the meter; what the devices hold while it does not prove it; or whether it was accepted. */
export function outcomeWords({ action, applied, followedS, isTaken }: GivenCommand): string {
  const shown = decimalsOf(action);
  const taken = t(isTaken ? 'controller.received.taken' : 'controller.received.refused');
  if (applied === null || shown === null) return taken;
  const value = formatNumber(applied, shown) + unitOf(action);
  if (followedS === null) return `${taken}, ${value}`;
  return t('controller.received.followed', { value, time: formatDuration(followedS) });
}

export const decimalsOf = (action: string) => (isAction(action) ? decimals[action] : 1);
export const unitOf = (action: string) => (action === 'setpoint_cosfi' ? '' : '\u00a0%');
