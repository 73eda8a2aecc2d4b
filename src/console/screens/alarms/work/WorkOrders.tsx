import { useMemo, useSyncExternalStore } from 'react';
import { WorkChange, WorkPlan } from '../../../../contract/work-forms';
import { workStates } from '../../../../contract/work-limits';
import { changeSearch, currentSearch, onSearchChange } from '../../../browser/search';
import { ConfigSheet } from '../../../configuration/ConfigSheet';
import { type AnyScreen, configScreen, type PartProps } from '../../../configuration/descriptor';
import { alarmDetail } from '../../../data/alarm-detail';
import { deviceFacts, fallbackZone } from '../../../data/facts';
import { numbersIn, textIn, textOrNull, timeOrNull } from '../../../data/read';
import { type ConfigRecord, recordsOf } from '../../../data/records';
import { currentSession } from '../../../data/session';
import { downloadTable } from '../../../data/table-file';
import { call } from '../../../data/transport';
import { useResource } from '../../../data/use-resource';
import { formatCalendar } from '../../../i18n/calendar';
import { decimalMark, formatTime } from '../../../i18n/format';
import { t, textOf, useLanguage } from '../../../i18n/translate';
import { alarmName } from '../../../ui/alarm-words';
import { FileButtons } from '../../../ui/FileButtons';
import { Photos } from './Photos';
import { usePrefill } from './use-prefill';

const words = 'workField';
const people = 'GET lavori/persone';
const isMoneyShown = () => currentSession()?.role !== 'cci';
const isClosed = ({ stato }: { readonly stato?: unknown }) => stato === 'chiuso';

const planned = ['titolo', 'assegnato', 'scadenza', 'costo', 'passi', 'nota'] as const;

const newOrder = configScreen({
  title: 'alarms.work.title',
  source: { read: 'GET lavori', create: 'POST lavori', change: 'PUT lavori/:id' },
  schema: WorkPlan,
  words,
  groups: [{ title: 'alarms.work.of', fields: planned }],
  rules: { refers: { assegnato: people }, shown: { costo: isMoneyShown } },
});

export const workOrders: AnyScreen = {
  ...configScreen({
    title: 'alarms.work.title',
    source: {
      ...newOrder.source,
      nameOf: record => textIn(record.titolo),
      noteOf: record =>
        [
          textOf(words, 'choice', 'stato', textIn(record.stato)),
          textOrNull(record.nome),
          textOrNull(record.persona),
          dueOf(record),
        ]
          .filter(Boolean)
          .join(', '),
    },
    schema: WorkChange,
    words,
    groups: [{ title: 'alarms.work.of', fields: ['stato', 'esito', 'causa', ...planned] }],
    rules: {
      refers: { assegnato: people },
      shown: {
        costo: isMoneyShown,
        esito: isClosed,
        causa: draft => isClosed(draft) && isMoneyShown(),
      },
    },
    Parts,
  }),
  fresh: newOrder,
};

function dueOf({ scadenza }: ConfigRecord): string {
  const day = textOrNull(scadenza);
  return day === null ? '' : formatCalendar(day, 'shortDay');
}

/** Which orders the address asks for. */
const filters = ['stato', 'assegnato', 'allarme', 'salta'] as const;

/** The work orders: a list, and the sheet of one of them. */
export function WorkOrders() {
  useLanguage();
  const search = useSyncExternalStore(onSearchChange, currentSearch);
  const screen = useMemo(() => {
    const wanted = new URLSearchParams(search);
    const query = Object.fromEntries(
      filters.flatMap(name => (wanted.get(name) ? [[name, wanted.get(name) ?? '']] : [])),
    );
    // A new order is looked for among those that the list shows.
    const fresh = { ...newOrder, source: { ...newOrder.source, query } };
    return { ...workOrders, source: { ...workOrders.source, query }, fresh };
  }, [search]);
  const { query } = screen.source;
  const { value: known } = useResource(recordsOf('GET lavori', {}, query));
  usePrefill(Number(query.allarme ?? 0), known);
  return (
    <ConfigSheet screen={screen} isCounted={false}>
      <Filters query={query} isLong={known?.length === pageSize} />
    </ConfigSheet>
  );
}

/** Orders of an answer. */
const pageSize = 200;

interface FiltersProps {
  readonly query: Readonly<Record<string, string>>;
  /** Whether there may be more orders than the list shows. */
  readonly isLong: boolean;
}

function Filters({ query, isLong }: FiltersProps) {
  const { value: persons = [] } = useResource(recordsOf(people));
  const change = (name: string, value: string) =>
    changeSearch(new URLSearchParams({ vista: 'lavori', ...query, salta: '', [name]: value }), true);
  const selects = [
    ['stato', ['aperti', ...workStates].map(state => [state, textOf(words, 'choice', 'stato', state)])],
    ['assegnato', persons.map(({ id, nome }) => [textOrNull(id), textOrNull(nome)])],
  ] as const;
  const save = async () =>
    downloadTable('lavori.csv', (await call('GET lavori/csv', { query: { decimale: decimalMark() } })).text);
  return (
    <div className="row">
      {selects.map(([name, choices]) => (
        <select
          key={name}
          aria-label={textOf(words, 'label', name) ?? name}
          style={{ width: 'auto' }}
          value={query[name] ?? ''}
          onChange={event => change(name, event.currentTarget.value)}
        >
          <option value="">{t(`work.all.${name}`)}</option>
          {choices.map(([value, label]) => (
            <option key={value} value={value ?? ''}>
              {label}
            </option>
          ))}
        </select>
      ))}
      {isLong && (
        <button
          type="button"
          className="o"
          onClick={() => change('salta', String(Number(query.salta ?? 0) + pageSize))}
        >
          {t('work.further')}
        </button>
      )}
      {query.allarme && <a href="/allarmi?vista=lavori">{t('work.ofAll')}</a>}
      <a href="/allarmi">{t('menu.alarms')}</a>
      <FileButtons className="end" save={save} />
    </div>
  );
}

/** Who made and closed an order, its alarms and its photos. */
function Parts({ record }: PartProps) {
  const zone = useResource(deviceFacts).value?.zone ?? fallbackZone;
  const alarms = numbersIn(record.allarmi);
  const told = [
    ['work.made', record.autore, record.creato],
    ['work.closed', record.chiuso_da, record.chiuso],
  ] as const;
  return (
    <>
      {told.map(([key, user, atS]) => {
        const time = timeOrNull(atS);
        return (
          time !== null && (
            <p key={key} className="u">
              {t(key, {
                user: textIn(user),
                time: `${formatTime(time, zone, 'date')} ${formatTime(time, zone, 'minute')}`,
              })}
            </p>
          )
        );
      })}
      {alarms.length > 0 && (
        <>
          <h3>{t('menu.alarms')}</h3>
          <ul className="lst">
            {alarms.slice(0, mostNamed).map(id => (
              <li key={id}>
                <AlarmLink id={id} />
              </li>
            ))}
            {alarms.length > mostNamed && <li>{`+ ${alarms.length - mostNamed}`}</li>}
          </ul>
        </>
      )}
      <Photos record={record} />
    </>
  );
}

/** Alarms of an order that are read, one request each. */
const mostNamed = 10;

function AlarmLink({ id }: { readonly id: number }) {
  const language = useLanguage();
  const { value } = useResource(useMemo(() => alarmDetail(id, language), [id, language]));
  return <a href={`/allarmi?stato=storico&aperto=${id}`}>{value ? alarmName(value.alarm) : String(id)}</a>;
}
