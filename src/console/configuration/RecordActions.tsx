import { useState } from 'react';
import type { ConfigRecord } from '../data/records';
import { useSession } from '../data/session';
import { draftKey, readDraft, writeDraft } from '../form/drafts';
import { draftOf as draftedOver } from '../form/edits';
import { t } from '../i18n/translate';
import { type AnyScreen, idOf, nameOf } from './descriptor';
import { NameDialog } from './NameDialog';
import { Probe } from './Probe';
import { draftOf } from './RecordList';
import { removeRecord } from './store';

interface Props {
  readonly screen: AnyScreen;
  readonly record: ConfigRecord;
  readonly onDuplicate: () => void;
  readonly onDeleted: () => void;
}

/** Actions on a whole record (test, duplicate, delete), if the contract has the calls for them. */
export function RecordActions({ screen: { source, schema, fresh }, record, onDuplicate, onDeleted }: Props) {
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
      {source.probe && (
        <Probe call={source.probe} id={id} draft={() => draftedOver(schema, record, readDraft(key))} />
      )}
      {source.create && !fresh && (
        <button type="button" className="o" onClick={onDuplicate}>
          {t('config.duplicate')}
        </button>
      )}
      {source.remove && (
        <button type="button" className="o" onClick={() => setDeleting(true)}>
          {t('config.delete.button')}
        </button>
      )}
      <span role="status">{isFailed && t('config.delete.failed')}</span>
      {isDeleting && (
        <NameDialog
          title={t('config.delete.title', { name })}
          text={t('config.delete.text')}
          confirm={t('config.delete.confirm', { name })}
          name={name}
          isBusy={isBusy}
          onConfirm={() => void remove()}
          onClose={() => setDeleting(false)}
        />
      )}
    </>
  );
}
