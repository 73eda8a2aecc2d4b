import { useMemo } from 'react';
import { alarmDetail } from '../../data/alarm-detail';
import { useResource } from '../../data/use-resource';
import { t, useLanguage } from '../../i18n/translate';
import { AlarmTable } from './AlarmTable';
import type { AlarmTableProps } from './alarm-columns';

interface Props extends Omit<AlarmTableProps, 'alarms' | 'isBusy'> {
  readonly id: number;
}

/** The alarm in the address, if it is not among the rows of this page. */
export function LinkedAlarm({ id, ...table }: Props) {
  const language = useLanguage();
  const { value, error } = useResource(useMemo(() => alarmDetail(id, language), [id, language]));
  if (value) return <AlarmTable {...table} alarms={[value.alarm]} isBusy={false} />;
  const isGone = error?.details.status === 404;
  return isGone ? <p role="status">{t('alarms.detail.gone')}</p> : null;
}
