import { type ReactNode, useEffect, useState } from 'react';
import type { KeyOf } from '../../contract';
import { watch } from '../data/poll';
import { type ConfigRecord, recordsOf } from '../data/records';
import { peek } from '../data/resource';
import { useSession } from '../data/session';
import { useResource } from '../data/use-resource';
import { blankOf, editsOfCopy } from '../form/copy';
import { draftKey, writeDraft } from '../form/drafts';
import { useFieldHints } from '../form/hints';
import { t } from '../i18n/translate';
import type { Part } from '../i18n/words';
import { Lazy } from '../ui/Lazy';
import { useMedia } from '../ui/use-media';
import { type AnyScreen, type Beside, idOf, nameOf, recordsIn } from './descriptor';
import { LeaveGuard } from './LeaveGuard';
import { ReadFailure } from './ReadFailure';
import { RecordActions } from './RecordActions';
import { draftOf, RecordList } from './RecordList';
import { RecordPane } from './RecordPane';
import { SheetHead } from './SheetHead';
import { manyId, newId, openRecord, useOpenRecord } from './use-open-record';
import './configuration.css';

const manyParts: readonly Part[] = ['config-many'];
const emptyParts: readonly Part[] = ['first-steps'];
const loadEmpty = () => import('./EmptyList').then(({ EmptyList }) => EmptyList);

/** A screen of records: the list on the left and the form of one record on the right; on a narrow window one of them at a time. */
export function ConfigSheet({
  screen,
  isCounted = true,
  children,
}: {
  readonly screen: AnyScreen;
  /** Whether the head says how many records are configured. */
  readonly isCounted?: boolean;
  readonly children?: ReactNode;
}) {
  const { source, fresh = screen } = screen;
  const resource = recordsOf(source.read, source.params, source.query);
  const snapshot = useResource(resource);
  useFieldHints(screen.words);
  const isNarrow = useMedia('(max-width: 991px)');
  const user = useSession()?.user ?? '';
  const referred = useReferred(Object.values(screen.refers).flatMap(key => key ?? []));
  const records = recordsIn(source, snapshot.value ?? []);
  const ids = records.map(record => idOf(source, record) ?? '');
  const openId = useOpenRecord() ?? (isNarrow ? null : (ids[0] ?? null));
  const [opened, from = null] = openId?.split('-') ?? [];
  const loadMany = opened === manyId && snapshot.value && screen.loadMany;
  const isNew = openId === newId && source.create !== undefined;
  const open = isNew ? blankOf(fresh.schema) : records.find(record => idOf(source, record) === openId);
  const isEmpty = snapshot.value && records.length === 0 && !open && !loadMany;
  const add = (like?: ConfigRecord) => {
    if (like) writeDraft(draftKey(user, draftOf(source, newId)), editsOfCopy(fresh.schema, like));
    openRecord(newId);
  };
  const onAdd = source.create && (() => add());
  return (
    <div className="sheet cf">
      <SheetHead
        screen={screen}
        count={snapshot.value ? (isCounted && records.length) || null : snapshot.error && null}
        onAdd={snapshot.value && !isEmpty ? onAdd : undefined}
        onMany={snapshot.value && screen.loadMany && (() => openRecord(manyId))}
      />
      {children && <div>{children}</div>}
      <ReadFailure resource={resource} snapshot={snapshot} />
      {loadMany && <Lazy load={loadMany} parts={manyParts} props={{ screen, records, referred, from }} />}
      {isEmpty && <Lazy load={loadEmpty} parts={emptyParts} props={{ source, onAdd }} />}
      {snapshot.value && !isEmpty && !loadMany && !(isNarrow && open) && (
        <section className="c3">
          <RecordList source={source} records={records} openId={openId} user={user} />
        </section>
      )}
      {open && (
        <OpenRecord
          screen={isNew ? fresh : screen}
          record={open}
          known={isNew ? new Set(ids) : null}
          beside={{ others: records, referred }}
          isNarrow={isNarrow}
          onDuplicate={() => add(open)}
        />
      )}
      {snapshot.value && !isEmpty && !open && !loadMany && !isNarrow && (
        <section className="c9">
          <p>{t('config.choose')}</p>
        </section>
      )}
      <LeaveGuard keys={[...ids, newId].map(id => draftKey(user, draftOf(source, id)))} />
    </div>
  );
}

type Referred = ReadonlyMap<string, readonly ConfigRecord[]>;

/** The records to which fields of the screen refer, by the call that reads them. */
function useReferred(keys: readonly KeyOf<'GET'>[]): Referred {
  const [, setTurn] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a screen refers to the same records for as long as it is shown
  useEffect(() => {
    const stops = keys.map(key => watch(recordsOf(key), () => setTurn(turn => turn + 1)));
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
  return new Map(
    keys.flatMap(key => {
      const { value } = peek(recordsOf(key));
      return value ? [[key, value] as const] : [];
    }),
  );
}

interface Props {
  readonly screen: AnyScreen;
  readonly record: ConfigRecord;
  /** The existing ids, if the record is a new one; else null. */
  readonly known: ReadonlySet<string | null> | null;
  readonly beside: Omit<Beside, 'id'>;
  readonly isNarrow: boolean;
  readonly onDuplicate: () => void;
}

/** The record, to the right of the list or instead of it. */
function OpenRecord({ screen, record, known, beside, isNarrow, onDuplicate }: Props) {
  const { source } = screen;
  const id = known ? newId : (idOf(source, record) ?? '');
  const name = known ? t('config.new') : nameOf(source, record);
  return (
    <section className="c9" aria-label={name}>
      <div className="ph">
        <h2>{name}</h2>
        {isNarrow && (
          <button type="button" className="o" onClick={() => openRecord(null)}>
            {t('config.back')}
          </button>
        )}
        {!known && (
          <RecordActions
            key={id}
            screen={screen}
            record={record}
            onDuplicate={onDuplicate}
            onDeleted={() => openRecord(null)}
          />
        )}
      </div>
      <RecordPane
        screen={screen}
        record={record}
        name={name}
        draft={draftOf(source, id)}
        known={known}
        beside={beside}
        onCreated={openRecord}
      />
    </section>
  );
}
