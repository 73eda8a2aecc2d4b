import type { Alarm } from '../../data/alarm-rows';
import { alarmName } from '../../ui/alarm-words';
import type { ChangeFilter } from './filter';

/** Id of the details below an open alarm; only one is open at a time. */
export const detailId = 'alarm-detail';

interface Props {
  readonly alarm: Alarm;
  readonly isOpen: boolean;
  readonly change: ChangeFilter;
}

/** The name of an alarm; pressing it opens and closes its details. */
export function NameButton({ alarm, isOpen, change }: Props) {
  return (
    <button
      type="button"
      className="lnk keep"
      aria-expanded={isOpen}
      aria-controls={isOpen ? detailId : undefined}
      onClick={() => change({ openId: isOpen ? null : alarm.id })}
    >
      {alarmName(alarm)}
    </button>
  );
}
