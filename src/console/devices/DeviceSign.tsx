import type { AlarmMark } from '../data/alarm-counts';
import { t } from '../i18n/translate';
import { AlarmSign } from '../ui/AlarmSign';

/** The sign of the gravest alarm of a device; nothing where there is none. */
export function DeviceSign({ mark }: { readonly mark: AlarmMark | undefined }) {
  return mark ? <AlarmSign {...mark} label={t('details.alarm', { priority: mark.priority })} /> : null;
}
