import { useState } from 'react';
import { isObject } from '../data/read';
import { type ConfigRecord, write } from '../data/records';
import { useSession } from '../data/session';
import { draftKey, readDraft, useDrafts, writeDraft } from '../form/drafts';
import { draftOf as draftedOver, withEdit } from '../form/edits';
import { loadPart, t, textOf } from '../i18n/translate';
import { Lazy } from '../ui/Lazy';
import { type AnyScreen, idOf, logAddress, nameOf, type ProbeCall, type Source } from './descriptor';
import { draftOf } from './RecordList';
import { removeRecord } from './store';
import { manyId, openRecord } from './use-open-record';

interface Props {
  readonly screen: AnyScreen;
  readonly record: ConfigRecord;
  readonly onDuplicate: () => void;
  readonly onDeleted: () => void;
}

const loadDelete = () => import('./DeleteDialog').then(({ DeleteDialog }) => DeleteDialog);

/** Actions on a whole record (test, duplicate, delete), if the contract has the calls for them. */
export function RecordActions({ screen, record, onDuplicate, onDeleted }: Props) {
  const { source, fresh, loadMany } = screen;
  const user = useSession()?.user ?? '';
  const [isDeleting, setDeleting] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [isFailed, setFailed] = useState(false);
  const name = nameOf(source, record);
  const id = idOf(source, record) ?? '';
  const key = draftKey(user, draftOf(source, id));
  const remove = async () => {
    setBusy(true);
    const { kind } = await removeRecord(source, record);
    setBusy(false);
    setDeleting(false);
    const isDone = kind === 'saved' || kind === 'gone';
    setFailed(!isDone);
    if (!isDone) return;
    writeDraft(key, {});
    onDeleted();
  };
  return (
    <>
      {source.probe && <Probe {...source.probe} id={id} screen={screen} record={record} draftName={key} />}
      {source.create && !fresh && (
        <button type="button" className="o" onClick={onDuplicate}>
          {t('config.duplicate')}
        </button>
      )}
      {loadMany && (
        <button type="button" className="o" onClick={() => openRecord(`${manyId}-${id}`)}>
          {t('config.copyTo')}
        </button>
      )}
      {source.remove && (
        <button type="button" className="o" onClick={() => setDeleting(true)}>
          {t('config.delete.button')}
        </button>
      )}
      <LogLink object={objectOf(source, id)} />
      <span role="status">{isFailed && t('config.delete.failed')}</span>
      {isDeleting && (
        <Lazy
          load={loadDelete}
          props={{
            kind: source.usedKind,
            id,
            name,
            isBusy,
            onConfirm: () => void remove(),
            onClose: () => setDeleting(false),
          }}
        />
      )}
    </>
  );
}

/** The audit log names a record by the path of the call that changes it. */
const objectOf = ({ change }: Source, id: string) => change.replace(/^\w+ /, '').replace(':id', id);

/** Where an administrator reads who changed the record. */
function LogLink({ object }: { readonly object: string }) {
  if (useSession()?.role !== 'admin') return null;
  return <a href={logAddress({ oggetto: object })}>{t('config.log')}</a>;
}

interface ProbeProps extends ProbeCall, Pick<Props, 'screen' | 'record'> {
  readonly id: string;
  /** Where the changes of the form are kept. */
  readonly draftName: string;
}

/** The fields of a device's address (contract/config/endpoints.ts, `ConnectionAddress`). */
const addressFields = [
  'protocollo',
  'host',
  'porta',
  'unita',
  'istanza',
  'base_registri',
  'punto',
  'bus',
  'porta_seriale',
  'baud',
  'parita',
  'stop',
  'numeri_propri',
  'profilo',
  'registro',
  'lettura',
  'dato',
  'ordine',
  'modulo',
  'canale',
  'funzione',
  'primo',
  'canali',
];

/** Tries to reach the device at the address in the form, and shows the result. */
function Probe({ call, words, mendedBy, id, screen, record, draftName }: ProbeProps) {
  useDrafts();
  const { schema } = screen;
  const edits = readDraft(draftName);
  const [said, setSaid] = useState({ words: (): string => '', mend: null as string | null, address: '' });
  const [isBusy, setBusy] = useState(false);
  // The record as typed in the form, saved or not.
  const typed = draftedOver(schema, record, edits);
  const address = addressFields.flatMap(name => (name in typed ? [[name, typed[name]]] : []));
  // The result of a test is about the address that was tested.
  const tested = JSON.stringify([id, address]);
  const probe = async () => {
    setBusy(true);
    const [result] = await Promise.all([
      write(call, { params: { id }, body: Object.fromEntries(address) }),
      // Without these words the outcome is shown without its cause.
      loadPart('bus-causes').catch(() => undefined),
    ]);
    setBusy(false);
    const reply = result.kind === 'saved' && isObject(result.value) ? result.value : {};
    const refusal = result.kind === 'refused' ? result.error.details.code : null;
    setSaid({
      words: () => words(reply) ?? textOf('config', 'refusal', refusal ?? '') ?? t('config.probe.failed'),
      mend: mendedBy?.(reply) ?? null,
      address: tested,
    });
  };
  const { mend } = said;
  return (
    <>
      <small role="status">{said.address === tested && said.words()}</small>
      {said.address === tested && mend && (
        <button
          type="button"
          className="o"
          onClick={() => writeDraft(draftName, withEdit(schema, record, edits, mend, true))}
        >
          {textOf(screen.words, 'label', mend)}
        </button>
      )}
      <button type="button" className="o" disabled={isBusy} aria-busy={isBusy} onClick={() => void probe()}>
        {t('config.probe.button')}
      </button>
    </>
  );
}
