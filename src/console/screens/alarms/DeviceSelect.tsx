import { alarmGroups } from '../../../contract/alarm-codes';
import type { AlarmPage } from '../../data/alarms';
import { t } from '../../i18n/translate';
import type { Filter } from './filter';
import type { ChangeFilter } from './use-filter';

interface Props {
  readonly filter: Filter;
  readonly change: ChangeFilter;
  readonly page: AlarmPage | undefined;
  readonly isStill: boolean;
}

/** Kinds of equipment that have alarms here; a single device only where a link has chosen it. */
export function DeviceSelect({ filter, change, page, isStill }: Props) {
  const { group, device } = filter;
  const groups = alarmGroups.filter(each => each === group || (page?.groups.get(each) ?? 0) > 0);
  const name = page?.alarms.find(alarm => alarm.group === group && alarm.device === device)?.name;
  return (
    <select
      aria-label={t('alarms.filter.device')}
      disabled={isStill}
      value={device === null ? (group ?? '') : 'device'}
      onChange={event => change({ group: event.currentTarget.value || null, device: null })}
    >
      <option value="">{t('alarms.filter.allDevices')}</option>
      {groups.map(each => (
        <option key={each} value={each}>
          {t('alarms.group.counted', {
            name: t(`alarms.group.${each}`),
            count: page?.groups.get(each) ?? 0,
          })}
        </option>
      ))}
      {device !== null && <option value="device">{name ?? String(device)}</option>}
    </select>
  );
}
