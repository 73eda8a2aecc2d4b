import { type MouseEvent, useState } from 'react';
import type { ConfigRecord } from '../data/records';
import { draftKey, hasEdits, readDraft, useDrafts } from '../form/drafts';
import { t } from '../i18n/translate';
import { isFound, SearchField } from '../ui/SearchField';
import { idOf, nameOf, type Source } from './descriptor';
import { openRecord, recordHref } from './use-open-record';

interface Props {
  readonly source: Source;
  readonly records: readonly ConfigRecord[];
  readonly openId: string | null;
  readonly user: string;
}

/** The list shows at most this many records. The search finds the others. */
const mostShown = 100;

/** The records of a screen: name, a note, and a dot for unsaved changes. */
export function RecordList({ source, records, openId, user }: Props) {
  useDrafts();
  const [typed, setTyped] = useState('');
  const isWanted = (record: ConfigRecord) =>
    isFound(typed, [
      nameOf(source, record),
      ...Object.values(record).filter(value => typeof value === 'string'),
    ]);
  const found = records.filter(isWanted);
  return (
    <>
      {records.length > 0 && <SearchField value={typed} onChange={setTyped} />}
      <ul className="lst">
        {found.slice(0, mostShown).map(record => {
          const id = idOf(source, record) ?? '';
          const isOpen = id === openId;
          return (
            <li key={id}>
              <a
                href={recordHref(id)}
                onClick={event => follow(event, id)}
                {...(isOpen ? { 'aria-current': true } : {})}
              >
                <b>{nameOf(source, record)}</b>
                {hasEdits(readDraft(draftKey(user, draftOf(source, id)))) && (
                  <span className="dot" role="img" aria-label={t('config.dot')} />
                )}
                <small>{source.noteOf?.(record)}</small>
              </a>
            </li>
          );
        })}
      </ul>
      <small role="status">
        {found.length > mostShown && t('config.more', { count: found.length - mostShown })}
        {found.length === 0 && records.length > 0 && t('table.nothingFound')}
      </small>
    </>
  );
}

/** The storage key of a record's draft. */
export const draftOf = ({ read }: Source, id: string) => `${read.replace(/^\w+ /, '')}/${id}`;

function follow(event: MouseEvent, id: string): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  openRecord(id);
}
