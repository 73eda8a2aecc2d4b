import { type Alarm, signOf } from '../../data/alarm-rows';
import { plantNowMs } from '../../data/plant-clock';
import { formatQuantity } from '../../i18n/format';
import { AlarmSign } from '../../ui/AlarmSign';
import { alarmQuantity, priorityWord } from '../../ui/alarm-words';
import type { DataColumn } from '../../ui/data-column';
import { incidentSize } from '../../ui/incident-words';
import { type AlarmTableProps, Duration, NameButton, selectColumn } from './alarm-columns';
import { acknowledgedWords, stateWords } from './state-words';

/** The columns of a list with the open alarm beside it: rows of two lines, which have no heads. */
export function lineColumns(props: AlarmTableProps): readonly DataColumn<Alarm>[] {
  const { zone, isStill, change, besideId } = props;
  const { head: _, drawnHead: __, ...select } = selectColumn(props);
  return [
    select,
    {
      key: 'priority',
      cell: alarm =>
        alarm.priority !== 5 && (
          <AlarmSign priority={alarm.priority} {...signOf(alarm)} label={priorityWord(alarm.priority)} />
        ),
    },
    {
      key: 'alarm',
      isHeading: true,
      className: 'w',
      cell: alarm => (
        <>
          <NameButton {...{ alarm, change }} isOpen={alarm.id === besideId} isBeside />
          <LineWords alarm={alarm} zone={zone} />
        </>
      ),
    },
    {
      key: 'lost',
      isNumber: true,
      className: isStill ? 'old' : '',
      cell: alarm => (
        <>
          {alarm.lostKwh !== null && <div>{formatQuantity(alarm.lostKwh, 1, 'kWh')}</div>}
          <small>
            <Duration alarm={alarm} />
          </small>
        </>
      ),
    },
  ];
}

/** "INV 07, 38 kΩ, 2 conseguenze": its sign tells whether somebody has to acknowledge it, else the words do. */
function LineWords({ alarm, zone }: { readonly alarm: Alarm; readonly zone: string }) {
  const { strong, rest } = stateWords(alarm, zone);
  const { name, value, unit, consequences } = alarm;
  const state = acknowledgedWords(alarm, plantNowMs() / 1000, zone) || rest;
  const words = [
    name,
    alarmQuantity(value, unit),
    consequences && incidentSize(consequences),
    strong === '' && state,
  ];
  return (
    <small>
      {words.filter(Boolean).join(', ')}
      {strong !== '' && <span className="sr">{`, ${strong}${rest}`}</span>}
    </small>
  );
}
