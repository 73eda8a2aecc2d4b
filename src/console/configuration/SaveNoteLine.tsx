import { t, textOf } from '../i18n/translate';
import { Icon } from '../ui/Icon';
import type { SaveNote } from './use-record-form';

/** How a save went. A refusal that names a field of the form stands there. */
export function SaveNoteLine({ note }: { readonly note: SaveNote | null }) {
  return (
    <div role="status" className="saved">
      {note && (
        <p className={note.kind === 'saved' ? 'ok' : ''}>
          <Icon name={note.kind === 'saved' ? 'check' : 'warn'} /> {noteWords(note)}
        </p>
      )}
    </div>
  );
}

function noteWords(note: SaveNote): string {
  if (note.kind === 'saved') return t('config.saved', { count: note.count });
  if (note.kind !== 'refused') return t(`config.${note.kind}`);
  return textOf('config', 'refusal', note.error.details.code ?? '') ?? t('config.refused');
}
