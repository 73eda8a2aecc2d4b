import { t } from '../i18n/translate';

/** "12 conseguenze, 10 dispositivi" */
export function incidentSize({ alarms, devices }: { readonly alarms: number; readonly devices: number }) {
  return [
    t('incident.consequences', { count: alarms }),
    devices > 1 && t('incident.devices', { count: devices }),
  ]
    .filter(Boolean)
    .join(', ');
}
