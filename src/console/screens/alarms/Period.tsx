import { t } from '../../i18n/translate';
import type { Filter } from './filter';
import type { ChangeFilter } from './use-filter';

interface Props {
  readonly filter: Filter;
  readonly change: ChangeFilter;
  readonly isStill: boolean;
}

/** From which day to which, by the plant's calendar: when an alarm began. */
export function Period({ filter: { fromDay, toDay }, change, isStill }: Props) {
  return (
    <>
      <label className="row day">
        {t('alarms.filter.from')}
        <input
          type="date"
          disabled={isStill}
          value={fromDay ?? ''}
          max={toDay ?? undefined}
          onChange={event => change({ fromDay: event.currentTarget.value || null })}
        />
      </label>
      <label className="row day">
        {t('alarms.filter.to')}
        <input
          type="date"
          disabled={isStill}
          value={toDay ?? ''}
          min={fromDay ?? undefined}
          onChange={event => change({ toDay: event.currentTarget.value || null })}
        />
      </label>
    </>
  );
}
