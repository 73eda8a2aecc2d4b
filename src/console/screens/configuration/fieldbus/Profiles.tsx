import { useState } from 'react';
import { downloadText } from '../../../browser/download';
import { outcome } from '../../../data/outcome';
import { refresh } from '../../../data/poll';
import { isObject, type Json, textOrNull } from '../../../data/read';
import { recordsOf, write } from '../../../data/records';
import { callUnchecked } from '../../../data/transport';
import { useResource } from '../../../data/use-resource';
import { t } from '../../../i18n/translate';
import { FilePicker } from '../../../ui/FilePicker';
import { Icon } from '../../../ui/Icon';

const list = recordsOf('GET bus/profili');

const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const nameOf = ({ marca, serie }: Json) => `${textOrNull(marca) ?? ''} ${textOrNull(serie) ?? ''}`;

/** What is wrong with a file, line by line. */
const faultsIn = ({ errori }: Json) =>
  listIn(errori)
    .filter(isObject)
    .map(({ riga, motivo }) =>
      t('bus.profileFault', { line: textOrNull(riga) ?? '', reason: textOrNull(motivo) ?? '' }),
    );

/** The profiles of devices: what there is, a file that is brought in place of the one with its key, export, removal. */
export function Profiles() {
  const { value } = useResource(list);
  const [said, setSaid] = useState<readonly string[]>([]);
  const profiles = listIn(value?.[0]?.profili).filter(isObject);
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
          <Profile key={textOrNull(profile.chiave)} profile={profile} onRemove={remove} />
        ))}
      </ul>
      <FilePicker
        label={t('busField.label.profilo')}
        accept=".json"
        isDisabled={false}
        onChoose={file => void bring(file)}
      />
      <div role="status">
        {said.map(line => (
          <p key={line}>{line}</p>
        ))}
      </div>
    </>
  );
}

interface ProfileProps {
  readonly profile: Json;
  readonly onRemove: (key: string) => Promise<void>;
}

/** One profile: what it reads, by which documents, for which devices. */
function Profile({ profile, onRemove }: ProfileProps) {
  const key = textOrNull(profile.chiave) ?? '';
  const name = nameOf(profile);
  const words = (value: unknown) => listIn(value).join(', ');
  const save = async () => {
    const result = await outcome(() => callUnchecked('GET bus/profili/:chiave', { params: { chiave: key } }));
    if (result.kind === 'done') downloadText(`${key}.json`, result.value.text, 'application/json');
  };
  return (
    <li>
      <details>
        <summary>
          {name} {profile.propria === true && <Icon name="tool" />}
        </summary>
        <p>{[profile.punti, profile.ingressi].map(words).filter(Boolean).join(' · ')}</p>
        <p>{words(profile.fonti)}</p>
        <p>{words(profile.usata_da)}</p>
        <button type="button" className="o" onClick={() => void save()}>
          <Icon name="down" /> {key}.json
        </button>
        {profile.propria === true && (
          <button type="button" className="o" onClick={() => void onRemove(key)}>
            {t('config.delete.confirm', { name })}
          </button>
        )}
      </details>
    </li>
  );
}
