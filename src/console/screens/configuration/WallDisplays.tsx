import { useId, useState } from 'react';
import { RemoveButton } from '../../configuration/RemoveButton';
import { deviceFacts, fallbackZone } from '../../data/facts';
import { refresh } from '../../data/poll';
import { isObject, objectsIn, textIn, textOrNull } from '../../data/read';
import { recordsOf, write } from '../../data/records';
import { useResource } from '../../data/use-resource';
import { currentLanguage, t, textOf } from '../../i18n/translate';
import { useSaid } from '../../i18n/use-said';
import { TextField } from '../../ui/TextField';
import { momentWords } from './Trial';

const displays = recordsOf('GET schermi');
const layouts = ['sala', 'pubblica', 'calendario'] as const;

/** Displays on a wall: made with an address that is shown once, and revoked. */
export function WallDisplays() {
  const zone = useResource(deviceFacts).value?.zone ?? fallbackZone;
  const { value: [answer] = [] } = useResource(displays);
  const [said, say] = useSaid();
  const act = async (call: ReturnType<typeof write>) => {
    const result = await call;
    const code = result.kind === 'refused' ? (result.error.details.code ?? '') : '';
    const made = result.kind === 'saved' && isObject(result.value) ? result.value : {};
    const token = textOrNull(made.token);
    const page = made.disposizione === 'calendario' ? 'calendario.ics?token=' : 'schermo#';
    const address = `${location.origin}/api/${page}${token}`;
    say(() =>
      result.kind === 'saved'
        ? token === null
          ? ''
          : t('display.address', { address })
        : (textOf('config', 'refusal', code) ?? t('config.note.unanswered')),
    );
    refresh(displays);
    return result.kind === 'saved';
  };
  if (!answer) return null;
  const rows = objectsIn(answer.schermi);
  return (
    <section className="c6" aria-label={t('display.title')}>
      <div className="ph">
        <h2>{t('display.title')}</h2>
      </div>
      <p className="u">{t('display.intro')}</p>
      {rows.map(({ id, nome, disposizione, visto }) => (
        <div className="mrow" key={String(id)}>
          <b>{textOrNull(nome)}</b>
          <span className="u">
            {textOf('display', textIn(disposizione))}. {t('display.seen')}: {momentWords(visto, zone)}
          </span>
          <RemoveButton
            word={t('display.revoke')}
            name={textIn(nome)}
            onRemove={() => void act(write('DELETE schermi/:id', { params: { id: String(id) } }))}
          />
        </div>
      ))}
      <Form onMake={body => act(write('POST schermi', { body: { ...body, lingua: currentLanguage() } }))} />
      <p role="status">{said}</p>
    </section>
  );
}

interface FormProps {
  readonly onMake: (body: { readonly nome: string; readonly disposizione: string }) => Promise<boolean>;
}

function Form({ onMake }: FormProps) {
  const id = useId();
  const [nome, setName] = useState('');
  const [disposizione, setLayout] = useState<string>(layouts[0]);
  const make = async () => {
    if (await onMake({ nome: nome.trim(), disposizione })) setName('');
  };
  return (
    <>
      <div className="g2 t">
        <TextField label={t('trial.step.nome')} hint="" fault={null} value={nome} onChange={setName} />
        <div className="fld">
          <label htmlFor={id}>{t('display.layout')}</label>
          <select id={id} value={disposizione} onChange={event => setLayout(event.currentTarget.value)}>
            {layouts.map(layout => (
              <option key={layout} value={layout}>
                {textOf('display', layout)}
              </option>
            ))}
          </select>
        </div>
      </div>
      <button type="button" className="o" disabled={nome.trim() === ''} onClick={() => void make()}>
        {t('display.make')}
      </button>
    </>
  );
}
