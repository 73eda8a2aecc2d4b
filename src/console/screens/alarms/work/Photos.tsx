import { useMemo, useState } from 'react';
import { mostPhotos } from '../../../../contract/work-limits';
import type { PartProps } from '../../../configuration/descriptor';
import { refreshBelow } from '../../../data/poll';
import { objectsIn, readObject, textIn, textOrNull } from '../../../data/read';
import { write } from '../../../data/records';
import { resource } from '../../../data/resource';
import { useSession } from '../../../data/session';
import { useResource } from '../../../data/use-resource';
import { t, textOf } from '../../../i18n/translate';
import { useSaid } from '../../../i18n/use-said';
import { FilePicker } from '../../../ui/FilePicker';
import { Icon } from '../../../ui/Icon';
import { smallPhoto } from './small-photo';

/** The photos of an order that exists. They are saved at once, and only while the order is open. */
export function Photos({ record }: Pick<PartProps, 'record'>) {
  const id = textIn(record.id);
  const { isBusy, said, act, add } = usePhotos(id);
  const session = useSession();
  const photos = objectsIn(record.foto);
  const isOpen = record.chiuso === null;
  return (
    <section aria-label={t('work.photos')}>
      <h3>{t('work.photos')}</h3>
      {photos.map(({ numero, autore }) => {
        const number = textIn(numero);
        const params = { id, numero: number };
        return (
          <figure key={number}>
            <Photo {...params} />
            {isOpen && (session?.role === 'admin' || session?.user === autore) && (
              <button
                type="button"
                className="q"
                aria-label={t('work.removePhoto', { number })}
                onClick={() => void act(write('DELETE lavori/:id/foto/:numero', { params }))}
              >
                <Icon name="close" />
              </button>
            )}
          </figure>
        );
      })}
      {isOpen && photos.length < mostPhotos && (
        <FilePicker
          label={t('work.addPhoto')}
          accept="image/*"
          isDisabled={isBusy}
          isOfCamera
          onChoose={file => void add(file)}
        />
      )}
      <p role="status">{said}</p>
    </section>
  );
}

/** Adds and removes the photos of an order; `said`: why the last one was not. */
function usePhotos(id: string) {
  const [isBusy, setBusy] = useState(false);
  const [said, say] = useSaid();
  const act = async (call: ReturnType<typeof write>) => {
    const result = await call;
    const code = result.kind === 'refused' ? (result.error.details.code ?? '') : '';
    say(() =>
      result.kind === 'saved' ? '' : (textOf('config', 'refusal', code) ?? t('config.note.unanswered')),
    );
    refreshBelow('/api/lavori');
  };
  const add = async (file: File) => {
    setBusy(true);
    try {
      const foto = await smallPhoto(file);
      await act(write('POST lavori/:id/foto', { params: { id }, body: { foto } }));
    } catch {
      say(() => t('work.unreadable'));
    }
    setBusy(false);
  };
  return { isBusy, said, act, add };
}

interface PhotoProps {
  readonly id: string;
  readonly numero: string;
}

function Photo({ id, numero }: PhotoProps) {
  const photo = useMemo(
    () => resource('GET lavori/:id/foto/:numero', { params: { id, numero } }, readPhoto),
    [id, numero],
  );
  const { value } = useResource(photo);
  return value ? (
    <img src={value} alt={t('work.photo', { number: numero })} style={{ maxWidth: '100%' }} />
  ) : null;
}

/** As the address of an image. */
function readPhoto(raw: unknown): string {
  const { tipo, foto } = readObject(raw, 'a photo');
  return `data:${textOrNull(tipo)};base64,${textOrNull(foto)}`;
}
