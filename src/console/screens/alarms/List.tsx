import { type ReactNode, useRef } from 'react';
import type { AlarmPage } from '../../data/alarms';
import { t } from '../../i18n/translate';
import { Lazy } from '../../ui/Lazy';
import { Pages, pageLength } from '../../ui/Pages';
import { useMedia } from '../../ui/use-media';
import { incidentParts } from './alarm-columns';
import { FileButton } from './FileButton';
import { Filters } from './Filters';
import { type ChangeFilter, defaultFilter, type Filter, isFiltered, isWhole } from './filter';
import { OrderSelect } from './OrderSelect';
import type { AlarmActions, AlarmList, Selection } from './use-alarms';

interface Props {
  readonly filter: Filter;
  readonly change: ChangeFilter;
  readonly list: AlarmList;
  readonly selection: Selection;
  readonly actions: AlarmActions;
  /** What happened in the last days, below the list. */
  readonly children: ReactNode;
}

/** From this width on the open alarm stands beside the list. The history is a table: there one looks for a time, not for what to do. */
const isWide = '(min-width: 1200px)';

const loadBeside = () => import('./Beside').then(module => module.Beside);
const loadTable = () => import('./AlarmTable').then(module => module.AlarmTable);
const loadLinked = () => import('./LinkedAlarm').then(module => module.LinkedAlarm);
const loadDialog = () => import('./ActionDialog').then(module => module.ActionDialog);

/** The filters, the table under them, and its pages. */
export function List(props: Props) {
  const { filter, change, list, actions } = props;
  const { page, alarms, zone, isStill } = list;
  const { question } = actions;
  const isBeside = useMedia(isWide) && filter.view !== 'storico' && alarms.length > 0;
  const rows = <Rows {...props} isBeside={isBeside} />;
  return (
    <>
      <Filters {...{ filter, change, page, isStill }}>
        <OrderSelect filter={filter} change={change} />
        <FileButton {...{ filter, page, alarms, zone, isStill }} />
      </Filters>
      {isBeside ? (
        <>
          <div className="left">
            {rows}
            {props.children}
          </div>
          <Lazy
            load={loadBeside}
            parts={incidentParts}
            props={{ filter, change, alarms, actions, zone, isStill }}
          />
        </>
      ) : (
        <>
          {rows}
          {props.children}
        </>
      )}
      {question && (
        <Lazy load={loadDialog} parts={incidentParts} props={{ actions, question, zone, isStill }} />
      )}
    </>
  );
}

type RowsProps = Props & { readonly isBeside: boolean };

function Rows({ filter, change, list, selection, actions, isBeside }: RowsProps) {
  const { page, alarms, zone, isStill, isCurrent } = list;
  const isUnfolded = alarms.some(({ id }) => id === filter.unfoldedId);
  const isListed = isUnfolded || alarms.some(({ id }) => id === filter.openId);
  const besideId = isBeside ? (filter.openId ?? filter.unfoldedId ?? alarms[0]?.id) : undefined;
  const table = { filter, change, selection, actions, zone, isStill, besideId };
  const isPart = page && (page.cursor !== null || filter.page > 1);
  const rows = page ? rowsIn(page) : 0;
  const part = isPart ? { first: (filter.page - 1) * pageLength, total: rows } : undefined;
  const note = page && page.total > rows ? t('alarms.grouped', { count: rows, total: page.total }) : '';
  return (
    <>
      {page && filter.openId !== null && !isListed && isCurrent && !isBeside && (
        <Lazy load={loadLinked} props={{ ...table, id: filter.openId }} />
      )}
      {page && alarms.length === 0 && isCurrent && !isWhole(filter) && <Nothing {...{ filter, change }} />}
      {(alarms.length > 0 || !page) && (
        <Lazy
          load={loadTable}
          {...(isBeside && { parts: incidentParts })}
          props={{ ...table, alarms, part, note, isBusy: !isCurrent }}
          waiting={<section className="room" />}
        />
      )}
      {page && <ListPages {...{ filter, change, page }} />}
    </>
  );
}

/** Says that the filter finds no alarm; the headline says it if there are no alarms at all. */
function Nothing({ filter, change }: Pick<Props, 'filter' | 'change'>) {
  return (
    <section role="status">
      <p>
        <b>{t('alarms.empty.title')}</b>
      </p>
      <p className="u">{t('alarms.empty.hint')}</p>
      {isFiltered(filter) && (
        <p className="row">
          <button type="button" className="o" onClick={() => change({ ...defaultFilter, view: filter.view })}>
            {t('alarms.filter.reset')}
          </button>
        </p>
      )}
    </section>
  );
}

type PagesProps = Pick<Props, 'filter' | 'change'> & { readonly page: NonNullable<AlarmList['page']> };

/** Rows of the whole list. */
const rowsIn = ({ incidents, total }: AlarmPage) => incidents ?? total;

/** The pages of the list. The datalogger gives the cursor of the next page; those of earlier pages are remembered. */
function ListPages({ filter, change, page }: PagesProps) {
  const seen = useRef(new Map<number, string | null>());
  seen.current.set(filter.page, filter.cursor);
  if (page.cursor !== null) seen.current.set(filter.page + 1, page.cursor);
  const total = rowsIn(page);
  const pages = Math.max(filter.page + (page.cursor === null ? 0 : 1), Math.ceil(total / pageLength));
  const setPage = (index: number) => {
    const cursor = seen.current.get(index + 1) ?? null;
    change({ cursor, page: cursor === null ? 1 : index + 1, openId: null, unfoldedId: null });
  };
  return (
    <Pages
      page={filter.page - 1}
      pages={page.cursor === null ? filter.page : pages}
      total={total}
      setPage={setPage}
    />
  );
}
