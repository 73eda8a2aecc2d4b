import type { ReactNode } from 'react';
import { recordsOf } from '../data/records';
import { useResource } from '../data/use-resource';
import { useFieldHints } from '../form/hints';
import { t } from '../i18n/translate';
import { type AnyScreen, recordsIn } from './descriptor';
import { ReadFailure } from './ReadFailure';
import { RecordPane } from './RecordPane';

interface Props {
  readonly screen: AnyScreen;
  readonly isReadOnly: boolean;
  readonly saveWord?: string;
  /** Whether it is not known yet which of its fields there are. */
  readonly isWaiting?: boolean;
  /** Shown between the fields and the button. */
  readonly children?: ReactNode;
}

const beside = { others: [], referred: new Map() };

/** The storage key of a panel's draft. */
export const panelDraft = ({ source }: AnyScreen) => source.change.replace(/^\w+ /, '');

/** A panel of a sheet: a part of a record that is read and saved separately and can fail separately. */
export function Panel({ screen, isReadOnly, saveWord, isWaiting = false, children }: Props) {
  const { source, title } = screen;
  const resource = recordsOf(source.read, source.params);
  const snapshot = useResource(resource);
  useFieldHints(screen.words);
  const [record] = recordsIn(source, snapshot.value ?? []);
  const name = t(title);
  return (
    <section className="c6" aria-label={name}>
      <div className="ph">
        <h2>{name}</h2>
      </div>
      <ReadFailure resource={resource} snapshot={snapshot} />
      {record && !isWaiting ? (
        <RecordPane
          isPanel
          screen={screen}
          record={record}
          name={name}
          draft={panelDraft(screen)}
          beside={beside}
          isReadOnly={isReadOnly}
          saveWord={saveWord}
        >
          {children}
        </RecordPane>
      ) : (
        !snapshot.error && <div className="room" />
      )}
    </section>
  );
}
