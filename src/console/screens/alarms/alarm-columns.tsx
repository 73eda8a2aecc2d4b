import { type Alarm, durationS, signOf, waitingIn } from '../../data/alarm-rows';
import { plantNowMs } from '../../data/plant-clock';
import { useNowMs } from '../../data/ticker';
import { formatDuration, formatQuantity } from '../../i18n/format';
import { t } from '../../i18n/translate';
import type { Part } from '../../i18n/words';
import { AlarmSign } from '../../ui/AlarmSign';
import { acknowledgeLabel } from '../../ui/action-words';
import { alarmName, alarmQuantity, alarmTitle, priorityWord } from '../../ui/alarm-words';
import type { DataColumn } from '../../ui/data-column';
import { Lazy } from '../../ui/Lazy';
import { type ColumnKey, columnLabel } from './columns';
import type { ChangeFilter, Filter } from './filter';
import { acknowledgedWords, momentWords, stateWords } from './state-words';
import { thresholdWords } from './threshold';
import type { AlarmActions, Selection } from './use-alarms';

/** Id of the details below an open alarm; only one is open at a time. */
export const detailId = 'alarm-detail';
/** Id of the row with the consequences of an alarm; those of only one are unfolded at a time. */
export const consequencesId = 'alarm-consequences';

const loadUnfold = () => import('./Unfold').then(module => module.Unfold);
export const incidentParts: readonly Part[] = ['incidents'];

export interface AlarmTableProps {
  readonly alarms: readonly Alarm[];
  /** Their position in the list where they are a page of it. */
  readonly part?: { readonly first: number; readonly total: number } | undefined;
  /** How many alarms are in how many rows, where these differ. */
  readonly note?: string;
  readonly filter: Filter;
  readonly change: ChangeFilter;
  readonly selection: Selection;
  readonly actions: AlarmActions;
  readonly zone: string;
  readonly isStill: boolean;
  readonly isBusy: boolean;
  /** The alarm that is open beside the list; undefined where details open below their row. */
  readonly besideId?: number | undefined;
}

interface Props extends Omit<AlarmTableProps, 'part' | 'isBusy'> {
  /** Whether a price is set and the user may read what was lost. */
  readonly hasMoney: boolean;
}

const sorted = (key: ColumnKey) => ({ key, head: columnLabel(key), isSortable: true }) as const;

/** The columns from left to right. */
export function alarmColumns(props: Props): readonly DataColumn<Alarm>[] {
  const { zone, isStill } = props;
  const nowS = plantNowMs() / 1000;
  const old = isStill ? 'old' : '';
  return [
    selectColumn(props),
    {
      ...sorted('priority'),
      className: 'pri',
      cell: alarm => (
        <span>
          {/* An event has no sign, because it needs no action. */}
          {alarm.priority !== 5 && <AlarmSign priority={alarm.priority} {...signOf(alarm)} />}
          {priorityWord(alarm.priority)}
        </span>
      ),
    },
    { ...sorted('state'), isNamed: true, className: 'sta', cell: alarm => stateCell(alarm, zone) },
    { ...sorted('begin'), ...number, cell: ({ beginS }) => momentWords(beginS, nowS, zone) },
    { ...sorted('duration'), ...number, className: old, cell: alarm => <Duration alarm={alarm} /> },
    nameColumn(props),
    ...valueColumns(old),
    ...lossColumns(props.hasMoney, old),
    acknowledgedColumn(props, nowS),
  ];
}

const number = { isNumber: true, isNamed: true } as const;

/** The measured value, and the limit that it exceeded. */
const valueColumns = (old: string): readonly DataColumn<Alarm>[] => [
  {
    ...sorted('value'),
    ...number,
    fold: 4,
    className: old,
    cell: ({ value, unit }) => alarmQuantity(value, unit),
  },
  {
    key: 'threshold',
    head: columnLabel('threshold'),
    ...number,
    fold: 3,
    className: 'u',
    cell: thresholdWords,
  },
];

/** What the alarm cost. */
const lossColumns = (hasMoney: boolean, className: string): readonly DataColumn<Alarm>[] => {
  const energy: DataColumn<Alarm> = {
    ...sorted('lost'),
    ...number,
    fold: 2,
    className,
    cell: ({ lostKwh }) => lostKwh !== null && formatQuantity(lostKwh, 1, 'kWh'),
  };
  const money: DataColumn<Alarm> = {
    ...sorted('money'),
    ...number,
    fold: 1,
    className,
    cell: ({ lostMoney }) => lostMoney !== null && formatQuantity(lostMoney, 2, '€'),
  };
  return hasMoney ? [energy, money] : [energy];
};

export function selectColumn({
  selection,
  isStill,
}: Pick<AlarmTableProps, 'selection' | 'isStill'>): DataColumn<Alarm> {
  return {
    key: 'select',
    head: '',
    drawnHead: <span className="sr">{columnLabel('select')}</span>,
    className: 'only-l',
    cell: alarm => (
      <label className="chk">
        <input
          type="checkbox"
          aria-label={t('alarms.select', { name: alarmName(alarm) })}
          checked={selection.ids.has(alarm.id)}
          disabled={waitingIn(alarm) === 0 || isStill}
          onChange={() => selection.toggle(alarm.id)}
        />
      </label>
    ),
  };
}

function nameColumn({ filter, change, alarms }: Props): DataColumn<Alarm> {
  return {
    ...sorted('alarm'),
    isHeading: true,
    className: 'w',
    cell: alarm => (
      <>
        <NameButton {...{ alarm, change }} isOpen={alarm.id === filter.openId} />
        <Incident {...{ alarm, alarms, filter, change }} />
      </>
    ),
  };
}

type IncidentProps = Pick<Props, 'alarms' | 'filter' | 'change'> & { readonly alarm: Alarm };

/** What follows from the alarm; of one that stands by itself in this list, whose consequence it is. */
function Incident({ alarm, alarms, filter, change }: IncidentProps) {
  const { id, causeId, consequences } = alarm;
  if (consequences) {
    const isUnfolded = id === filter.unfoldedId;
    const onToggle = () => change({ unfoldedId: isUnfolded ? null : id, openId: null });
    const props = { alarm, consequences, isUnfolded, rowId: consequencesId, onToggle };
    return (
      <div>
        <Lazy load={loadUnfold} parts={incidentParts} props={props} />
      </div>
    );
  }
  const cause = alarms.find(each => each.id === causeId);
  if (!cause) return null;
  return (
    <div>
      <small>{`${columnLabel('cause')} ${alarmName(cause)}`}</small>
    </div>
  );
}

/** Who acknowledged the alarm. A card, which has no checkbox, shows the button to acknowledge it, unless its detail row is open. */
function acknowledgedColumn({ filter, actions, zone, isStill }: Props, nowS: number): DataColumn<Alarm> {
  return {
    ...sorted('acknowledgedBy'),
    className: 'w',
    classOf: alarm => (waitingIn(alarm) > 0 && alarm.id === filter.openId ? 'only-l' : ''),
    cell: alarm =>
      waitingIn(alarm) > 0 ? (
        <>
          {alarm.id !== filter.openId && (
            <button
              type="button"
              className="o only-s wide"
              disabled={isStill || actions.isBusy}
              aria-label={`${acknowledgeLabel(waitingIn(alarm))}: ${alarmName(alarm)}`}
              onClick={() => void actions.acknowledge([alarm])}
            >
              {acknowledgeLabel(waitingIn(alarm))}
            </button>
          )}
          <span className="only-l u">{acknowledgedWords(alarm, nowS, zone) || t('alarms.nobody')}</span>
        </>
      ) : (
        acknowledgedWords(alarm, nowS, zone)
      ),
  };
}

function stateCell(alarm: Alarm, zone: string) {
  const { strong, rest } = stateWords(alarm, zone);
  return (
    <>
      {strong && <b>{strong}</b>}
      {rest}
      {alarm.times > 1 && <small> {t('alarms.times', { count: alarm.times })}</small>}
      {alarm.isChattering && <small> {t('alarms.state.chattering')}</small>}
    </>
  );
}

export function Duration({ alarm }: { readonly alarm: Alarm }) {
  useNowMs();
  return formatDuration(durationS(alarm, plantNowMs() / 1000));
}

interface NameProps {
  readonly alarm: Alarm;
  readonly isOpen: boolean;
  readonly change: ChangeFilter;
  /** The details are beside the list, where one alarm is always open. */
  readonly isBeside?: boolean;
}

/** The name of an alarm; pressing it opens and closes its details. */
export function NameButton({ alarm, isOpen, change, isBeside = false }: NameProps) {
  if (isBeside) {
    return (
      <button
        type="button"
        className="lnk keep"
        aria-current={isOpen}
        onClick={() => change({ openId: alarm.id, unfoldedId: null })}
      >
        {alarm.name !== '' && <span className="sr">{`${alarm.name}: `}</span>}
        {alarmTitle(alarm.code)}
      </button>
    );
  }
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
