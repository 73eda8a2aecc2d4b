import { useState } from 'react';
import { ProfileDraft } from '../../../../contract/profile-draft';
import { refresh } from '../../../data/poll';
import { textIn } from '../../../data/read';
import { recordsOf, type Written, write } from '../../../data/records';
import { useResource } from '../../../data/use-resource';
import { checkBody } from '../../../form/check';
import { readDraft } from '../../../form/drafts';
import { Field } from '../../../form/Field';
import { type FormSpec, useForm } from '../../../form/use-form';
import { missing } from '../../../i18n/format';
import { t } from '../../../i18n/translate';
import { profiles, readingLines } from './profile-calls';
import { Said } from './Said';
import { kindWords } from './words';

const quantities = recordsOf('GET bus/grandezze');
const saved = { tipo: 'contatori', marca: '', modello: '', lettura: 3, ordine: 'ABCD', registri: [] };
const fields = Object.keys(saved);

interface Props {
  /** Where its draft is kept. */
  readonly draft: string;
  /** The device that is read. */
  readonly place: object;
  readonly say: (words: () => string) => void;
}

/** Makes a profile of registers that were named in the viewer: tried at the device, then kept beside the others. */
export function ProfileMaker({ draft, place, say }: Props) {
  const [lines, setLines] = useState<readonly string[]>([]);
  const form = useForm(useSpec(draft), draft, saved, false);
  const bozza = Object.fromEntries(fields.map(name => [name, form.draft[name]]));
  const refuse = (written: Written) => {
    const { field, code = 'invalid', by } = written.kind === 'refused' ? written.error.details : {};
    if (field) form.refuse(field.replace('bozza.', ''), { code, by });
    setLines(field ? [] : [t('bus.notRead')]);
  };
  const look = () => readingLines({ bozza, linea: place }, refuse).then(setLines);
  const keep = async () => {
    const kept = await write('POST bus/profili', { body: { bozza } });
    if (kept.kind !== 'saved') return refuse(kept);
    say(() => `${bozza.marca} ${bozza.modello}: ${t('bus.done')}`);
    refresh(profiles);
    form.change({});
  };
  return (
    <>
      <div className="fb-fields">
        {fields.map(path => (
          <Field key={path} form={form} path={path} />
        ))}
      </div>
      <div className="row">
        <button type="button" className="o" onClick={() => void look()}>
          {t('config.probe.button')}
        </button>
        <button type="button" onClick={() => void keep()}>
          {t('config.save')}
        </button>
      </div>
      <Said lines={lines} />
    </>
  );
}

/** The form, with what registers of the chosen kind of device may hold, as the datalogger says. */
function useSpec(draft: string): FormSpec {
  const { value } = useResource(quantities);
  const all = (value ?? []).map(({ tipo, id, nome }) => [tipo, id, nome].map(each => textIn(each)));
  const kind = readDraft(draft).tipo?.input ?? saved.tipo;
  const names = new Map([['', missing]]);
  const kinds = new Map<string, string>();
  for (const [tipo = '', id = '', nome = ''] of all) {
    kinds.set(tipo, kindWords(tipo));
    if (tipo === kind) names.set(id, nome);
  }
  return {
    schema: ProfileDraft,
    words: 'deviceField',
    check: body => checkBody(ProfileDraft, body),
    choicesOf: path => (path === 'tipo' ? kinds : path.endsWith('grandezza') ? names : undefined),
  };
}
