import type { ApiError } from '../data/api-error';
import { t } from '../i18n/translate';

const told = {
  device_silent: 'command.refusal.device_silent',
  command_expired: 'command.refusal.command_expired',
  not_found: 'command.refusal.command_expired',
  too_soon: 'command.refusal.too_soon',
  too_low: 'command.refusal.outOfRange',
  too_high: 'command.refusal.outOfRange',
  invalid: 'command.refusal.wrongName',
  forbidden: 'command.refusal.forbidden',
} as const;

const isTold = (code: string): code is keyof typeof told => Object.hasOwn(told, code);

/** Why a command was not taken, and what to do. */
export function refusalWords({ details, isOutage }: ApiError): string {
  const { code = '', by = '' } = details;
  if (code === 'in_use') return t('command.refusal.in_use', { user: by });
  if (isTold(code)) return t(told[code]);
  return t(isOutage ? 'command.refusal.unanswered' : 'command.refusal.other');
}
