import './configuration.css';
import type { ReactNode } from 'react';
import { recordsOf } from '../data/records';
import { useSession } from '../data/session';
import { useResource } from '../data/use-resource';
import { blankOf } from '../form/copy';
import { draftKey } from '../form/drafts';
import { useFieldHints } from '../form/hints';
import type { Values } from '../form/paths';
import { t } from '../i18n/translate';
import { type AnyScreen, recordsIn } from './descriptor';
import { LeaveGuard } from './LeaveGuard';
import { ReadFailure } from './ReadFailure';
import { draftOf } from './RecordList';
import { RecordPane } from './RecordPane';
import { SheetHead } from './SheetHead';

const known: ReadonlySet<string> = new Set();
const id = '1';

interface Props {
  readonly screen: AnyScreen;
  /** The initial values of a new record beside the defaults of its schema. */
  readonly usual?: Values;
  /** Below the title. */
  readonly children?: ReactNode;
}

/** A screen with a single record. If it does not exist yet, saving creates it. */
export function SingleSheet({ screen, usual, children }: Props) {
  const { source, schema, title } = screen;
  const resource = recordsOf(source.read, source.params);
  const snapshot = useResource(resource);
  useFieldHints(screen.words);
  const user = useSession()?.user ?? '';
  const [saved] = recordsIn(source, snapshot.value ?? []);
  const isMissing = source.create !== undefined && snapshot.error?.details.status === 404;
  const record = saved ?? (isMissing ? { ...blankOf(schema), ...usual } : undefined);
  return (
    <div className="sheet cf">
      <SheetHead screen={screen} count={record || snapshot.error ? null : undefined} />
      {children}
      {!isMissing && <ReadFailure resource={resource} snapshot={snapshot} />}
      {record && (
        <section>
          <RecordPane
            screen={screen}
            record={record}
            name={t(title)}
            draft={draftOf(source, id)}
            known={isMissing ? known : null}
            beside={{ others: [], referred: new Map() }}
          />
        </section>
      )}
      <LeaveGuard keys={[draftKey(user, draftOf(source, id))]} />
    </div>
  );
}
