import type { ConfigRecord } from '../data/records';
import { t } from '../i18n/translate';
import { type AnyScreen, type Beside, idOf, nameOf } from './descriptor';
import { RecordActions } from './RecordActions';
import { draftOf } from './RecordList';
import { RecordPane } from './RecordPane';
import { newId, openRecord } from './use-open-record';

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
export function OpenRecord({ screen, record, known, beside, isNarrow, onDuplicate }: Props) {
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
