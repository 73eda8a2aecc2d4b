import { useState } from 'react';
import { DownloadButton } from '../../../configuration/DownloadButton';
import { refresh } from '../../../data/poll';
import { isObject, type Json, listIn, objectsIn, textIn, textOrNull } from '../../../data/read';
import { write } from '../../../data/records';
import { callUnchecked } from '../../../data/transport';
import { useResource } from '../../../data/use-resource';
import { t } from '../../../i18n/translate';
import { FilePicker } from '../../../ui/FilePicker';
import { Icon } from '../../../ui/Icon';
import { profiles as list, readingLines } from './profile-calls';
import { Said } from './Said';

const nameOf = ({ marca, serie }: Json) => `${textIn(marca)} ${textIn(serie)}`;

/** What is wrong with a file, line by line. */
const faultsIn = ({ errori }: Json) =>
  objectsIn(errori).map(({ riga, motivo }) =>
    t('bus.profileFault', { line: textIn(riga), reason: textIn(motivo) }),
  );

interface ListProps {
  /** The device whose registers are read; null where the readings do not come from a field bus. */
  readonly place: object | null;
}

/**
 * The profiles of devices: what there is, and what it reads, at the device whose registers are read or in a file of registers; a file that
 * is brought in place of the one with its key, export, removal.
 */
export function Profiles({ place }: ListProps) {
  const { value } = useResource(list);
  const [said, setSaid] = useState<readonly string[]>([]);
  const profiles = objectsIn(value?.[0]?.profili);
  const bring = async (file: File) => {
    const body = { testo: await file.text() };
    const checked = await write('POST bus/profili/esame', { body });
    const faults = checked.kind === 'saved' && isObject(checked.value) ? faultsIn(checked.value) : [];
    setSaid(faults);
    if (checked.kind !== 'saved' || faults.length > 0) return;
    const kept = await write('POST bus/profili', { body });
    if (kept.kind !== 'saved') setSaid([t('config.delete.failed')]);
    refresh(list);
  };
  const remove = async (chiave: string) => {
    const removed = await write('DELETE bus/profili/:chiave', { params: { chiave } });
    setSaid(removed.kind === 'saved' ? [] : [t('config.delete.failed')]);
    refresh(list);
  };
  return (
    <>
      <ul>
        {profiles.map(profile => (
          <Profile key={textOrNull(profile.chiave)} profile={profile} place={place} onRemove={remove} />
        ))}
      </ul>
      <FilePicker
        label={t('busField.label.profilo')}
        accept=".json"
        isDisabled={false}
        onChoose={file => void bring(file)}
      />
      <Said lines={said} />
    </>
  );
}

interface ProfileProps {
  readonly profile: Json;
  readonly place: object | null;
  readonly onRemove: (key: string) => Promise<void>;
}

/** One profile: what it reads, by which documents, for which devices. */
function Profile({ profile, place, onRemove }: ProfileProps) {
  const [lines, setLines] = useState<readonly string[]>([]);
  const key = textIn(profile.chiave);
  const name = nameOf(profile);
  const words = (value: unknown) => listIn(value).join(', ');
  const look = async (from: object) =>
    setLines(await readingLines({ chiave: key, ...from }, () => setLines([t('bus.notRead')])));
  return (
    <li>
      <details>
        <summary>
          {name} {profile.propria === true && <Icon name="tool" />}
        </summary>
        <p>{[profile.punti, profile.ingressi].map(words).filter(Boolean).join(' · ')}</p>
        <p>{words(profile.fonti)}</p>
        <p>{words(profile.usata_da)}</p>
        <DownloadButton
          name={key}
          read={() => callUnchecked('GET bus/profili/:chiave', { params: { chiave: key } })}
        />
        {place && (
          <button type="button" className="o" onClick={() => void look({ linea: place })}>
            {t('bus.read')}
          </button>
        )}
        <FilePicker
          label={t('bus.registers')}
          accept=".json"
          isDisabled={false}
          onChoose={async file => look({ file: await file.text() })}
        />
        {profile.propria === true && (
          <button type="button" className="o" onClick={() => void onRemove(key)}>
            {t('config.delete.confirm', { name })}
          </button>
        )}
        <Said lines={lines} />
      </details>
    </li>
  );
}
