import { Fragment, type KeyboardEvent } from 'react';
import { type Alarm, isWaiting } from '../../data/alarm-rows';
import { t } from '../../i18n/translate';
import type { Part } from '../../i18n/words';
import { Lazy } from '../../ui/Lazy';
import { SortHead } from '../../ui/SortHead';
import type { Sorting } from '../../ui/sorting';
import { AlarmRow, detailId } from './AlarmRow';
import { type ColumnKey, columnLabel } from './columns';
import type { Filter } from './filter';
import type { Selection } from './selection';
import type { AlarmActions } from './use-alarm-actions';
import type { ChangeFilter } from './use-filter';

interface Props {
  readonly alarms: readonly Alarm[];
  readonly filter: Filter;
  readonly change: ChangeFilter;
  readonly selection: Selection;
  readonly actions: AlarmActions;
  readonly zone: string;
  readonly isStill: boolean;
  readonly isBusy: boolean;
}

const loadDetail = () => import('./Detail').then(module => module.Detail);
const detailParts: readonly Part[] = ['alarm-advice'];
const columns = 9;

/** One row for each alarm, a card on narrow screens; a press on its name opens what is known of it. */
export function AlarmTable(props: Props) {
  const { alarms, filter, change, selection, actions, zone, isStill, isBusy } = props;
  const sorting: Sorting<ColumnKey | 'none'> = {
    column: filter.sortedBy ?? 'none',
    isDescending: filter.isDescending,
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
    <section className="scroll" tabIndex={0} aria-label={t('alarms.table')}>
      <h2 className="sr">{t('alarms.list')}</h2>
      <table className="stack alm">
        <Head sorting={sorting} change={change} />
        <tbody aria-busy={isBusy} onKeyDown={moveByArrows}>
          {alarms.map(alarm => {
            const isOpen = alarm.id === filter.openId;
            return (
              <Fragment key={alarm.id}>
                <AlarmRow
                  {...{ alarm, isOpen, zone, isStill, actions }}
                  isSelected={selection.ids.has(alarm.id)}
                  onSelect={isWaiting(alarm) ? () => selection.toggle(alarm.id) : null}
                  onToggle={() => change({ openId: isOpen ? null : alarm.id })}
                />
                {isOpen && (
                  <tr className="det" id={detailId}>
                    <td className="only-l" />
                    <td colSpan={columns - 1} className="w">
                      <Lazy load={loadDetail} parts={detailParts} props={{ alarm, zone, isStill, actions }} />
                    </td>
                  </tr>
                )}
              </Fragment>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

interface HeadProps {
  readonly sorting: Sorting<ColumnKey | 'none'>;
  readonly change: ChangeFilter;
}

function Head({ sorting, change }: HeadProps) {
  // Ascending, descending, then the order of the datalogger again.
  const onSort = ({ column, isDescending }: Sorting<ColumnKey | 'none'>) => {
    const isThird = column === sorting.column && sorting.isDescending;
    const sortedBy = column === 'none' || isThird ? null : column;
    change({ sortedBy, isDescending: isDescending && !isThird }, false);
  };
  const head = (column: ColumnKey, isNumber = false) => (
    <SortHead label={columnLabel(column)} {...{ column, isNumber, sorting, onSort }} />
  );
  return (
    <thead>
      <tr>
        <th className="only-l" scope="col">
          <span className="sr">{columnLabel('select')}</span>
        </th>
        {head('priority')}
        {head('state')}
        {head('begin', true)}
        {head('duration', true)}
        {head('alarm')}
        {head('value', true)}
        <th scope="col" className="n">
          {columnLabel('threshold')}
        </th>
        {head('acknowledgedBy')}
      </tr>
    </thead>
  );
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** Up and down lead from one alarm's button to the next. */
function moveByArrows(event: KeyboardEvent<HTMLElement>): void {
  const step = steps[event.key];
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('button.lnk[aria-expanded]')];
  const at = event.target instanceof HTMLElement ? buttons.indexOf(event.target) : -1;
  const next = step === undefined || at < 0 ? undefined : buttons[at + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
