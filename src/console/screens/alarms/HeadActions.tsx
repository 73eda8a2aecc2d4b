import { isWaiting } from '../../data/alarm-rows';
import { t } from '../../i18n/translate';
import type { Selection } from './selection';
import type { AlarmActions } from './use-alarm-actions';
import type { AlarmList } from './use-alarm-list';

interface Props {
  readonly list: AlarmList;
  readonly selection: Selection;
  readonly actions: AlarmActions;
}

/** Actions for the selected alarms, or for all alarms on this page; never for alarms that are not shown. */
export function HeadActions({ list: { alarms, isStill, isCurrent }, selection, actions }: Props) {
  const waiting = alarms.filter(isWaiting);
  const isBlocked = isStill || !isCurrent || actions.isBusy;
  const chosen = selection.alarms.length > 0 ? selection.alarms : waiting;
  if (chosen.length === 0) return null;
  const count = chosen.length;
  const key = selection.alarms.length > 0 ? 'acknowledgeSelected' : 'acknowledgeVisible';
  return (
    <div className="row acts">
      {actions.canShelve && selection.alarms.length > 0 && (
        <button
          type="button"
          className="o only-l"
          disabled={isBlocked}
          onClick={() => actions.ask({ kind: 'shelve', alarms: selection.alarms })}
        >
          {t('alarms.deed.shelve')}
        </button>
      )}
      <button
        type="button"
        className={selection.alarms.length > 0 ? '' : 'o'}
        disabled={isBlocked}
        onClick={() => actions.ask({ kind: 'acknowledge', alarms: chosen })}
      >
        {t(`alarms.deed.${key}`, { count })}
      </button>
    </div>
  );
}
