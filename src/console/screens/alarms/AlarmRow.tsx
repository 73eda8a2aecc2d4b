import { type Alarm, isWaiting, signOf } from '../../data/alarm-rows';
import { plantNowMs } from '../../data/plant-clock';
import { useNowMs } from '../../data/ticker';
import { formatDuration } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { AlarmSign } from '../../ui/AlarmSign';
import { alarmName, alarmQuantity, priorityWord, thresholdWords } from '../../ui/alarm-words';
import { columnLabel, durationS } from './columns';
import { acknowledgedWords, momentWords, stateWords } from './state-words';
import type { AlarmActions } from './use-alarm-actions';

/** Id of the row below an open alarm, which says what is known of it; one is open at a time. */
export const detailId = 'alarm-detail';

interface Props {
  readonly alarm: Alarm;
  readonly isOpen: boolean;
  readonly isSelected: boolean;
  /** Null where there is nothing to acknowledge. */
  readonly onSelect: (() => void) | null;
  readonly onToggle: () => void;
  readonly actions: AlarmActions;
  readonly zone: string;
  readonly isStill: boolean;
}

export function AlarmRow({ alarm, isOpen, isSelected, onSelect, onToggle, actions, zone, isStill }: Props) {
  const nowS = plantNowMs() / 1000;
  const { strong, rest } = stateWords(alarm, zone);
  const name = alarmName(alarm);
  const old = isStill ? ' old' : '';
  return (
    <tr aria-selected={isOpen} className={isStill ? 'stale' : ''}>
      <td className="only-l">
        <label className="chk">
          <input
            type="checkbox"
            aria-label={t('alarms.select', { name })}
            checked={isSelected}
            disabled={onSelect === null || isStill}
            onChange={() => onSelect?.()}
          />
        </label>
      </td>
      <td className="pri">
        <span>
          <Sign alarm={alarm} />
          {priorityWord(alarm.priority)}
        </span>
      </td>
      <td data-l={columnLabel('state')}>
        {strong && <b>{strong}</b>}
        {rest}
        {alarm.times > 1 && <small> {t('alarms.times', { count: alarm.times })}</small>}
        {alarm.isChattering && <small> {t('alarms.state.chattering')}</small>}
      </td>
      <td className="n" data-l={columnLabel('begin')}>
        {momentWords(alarm.beginS, nowS, zone)}
      </td>
      <td className={`n${old}`} data-l={columnLabel('duration')}>
        <Duration alarm={alarm} />
      </td>
      <th scope="row" className="w">
        <button
          type="button"
          className="lnk keep"
          aria-expanded={isOpen}
          aria-controls={isOpen ? detailId : undefined}
          onClick={onToggle}
        >
          {name}
        </button>
      </th>
      <Cell
        label={columnLabel('value')}
        text={alarmQuantity(alarm.value, alarm.unit)}
        className={`n${old}`}
      />
      <Cell label={columnLabel('threshold')} text={thresholdWords(alarm)} className="n u" />
      <AcknowledgedBy {...{ alarm, isOpen, actions, nowS, zone, isStill }} />
    </tr>
  );
}

/** An event has no sign: nobody has to do anything about it. */
function Sign({ alarm }: { readonly alarm: Alarm }) {
  return alarm.priority === 5 ? null : <AlarmSign priority={alarm.priority} {...signOf(alarm)} />;
}

interface CellProps {
  readonly label: string;
  readonly text: string;
  readonly className: string;
}

/** A card has no room for what is not there. */
function Cell({ label, text, className }: CellProps) {
  return (
    <td className={text === '' ? `${className} only-l` : className} data-l={label}>
      {text}
    </td>
  );
}

function Duration({ alarm }: { readonly alarm: Alarm }) {
  useNowMs();
  return formatDuration(durationS(alarm, plantNowMs() / 1000));
}

interface AcknowledgedProps {
  readonly alarm: Alarm;
  readonly isOpen: boolean;
  readonly actions: AlarmActions;
  readonly nowS: number;
  readonly zone: string;
  readonly isStill: boolean;
}

/** Who acknowledged it; on a card, where there are no ticks, the button to do it, unless the open row has it. */
function AcknowledgedBy({ alarm, isOpen, actions, nowS, zone, isStill }: AcknowledgedProps) {
  if (!isWaiting(alarm)) {
    const words = acknowledgedWords(alarm, nowS, zone);
    return <td className={words === '' ? 'w only-l' : 'w'}>{words}</td>;
  }
  return (
    <td className={isOpen ? 'w only-l' : 'w'}>
      {!isOpen && (
        <button
          type="button"
          className="o only-s wide"
          disabled={isStill || actions.isBusy}
          aria-label={`${t('alarmDeed.acknowledge')}: ${alarmName(alarm)}`}
          onClick={() => void actions.acknowledge([alarm])}
        >
          {t('alarmDeed.acknowledge')}
        </button>
      )}
      <span className="only-l u">{t('alarms.nobody')}</span>
    </td>
  );
}
