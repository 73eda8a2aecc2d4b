import { useState } from 'react';
import { keepAddedLanguages } from '../../browser/added-languages';
import { DownloadButton } from '../../configuration/DownloadButton';
import { RemoveButton } from '../../configuration/RemoveButton';
import { firstStart } from '../../data/first-start';
import { readNow, refresh } from '../../data/poll';
import { isObject, type Json, numberOrNull, objectsIn, textIn, textOrNull } from '../../data/read';
import { recordsOf, write } from '../../data/records';
import { callUnchecked } from '../../data/transport';
import { useResource } from '../../data/use-resource';
import { formatNumber } from '../../i18n/format';
import { currentLanguage, t, textOf } from '../../i18n/translate';
import { FilePicker } from '../../ui/FilePicker';
import { Said } from './fieldbus/Said';

const languages = recordsOf('GET lingue');
/** "home menu.alarms: reason" */
const lineOf = ({ parte, chiave, motivo }: Json) =>
  `${[parte, chiave].map(textOrNull).filter(Boolean).join(' ')}: ${textIn(motivo)}`;
const share = (part: unknown, whole: unknown) =>
  [part, whole].map(value => formatNumber(numberOrNull(value), 0)).join(' / ');

/** The languages that administrators add to those of the program: each is a file of words. */
export function Languages() {
  const { value: [answer] = [] } = useResource(languages);
  const [said, say] = useState<readonly string[]>([]);
  const act = async (call: ReturnType<typeof write>, warnings: readonly string[]) => {
    const result = await call;
    const code = result.kind === 'refused' ? (result.error.details.code ?? '') : '';
    say(
      result.kind === 'saved' ? warnings : [textOf('config', 'refusal', code) ?? t('config.note.unanswered')],
    );
    refresh(languages);
    const first = await readNow(firstStart).catch(() => undefined);
    // The choice of languages has it at once.
    if (first) keepAddedLanguages(first.added);
  };
  const bring = async (file: File) => {
    const testo = await file.text();
    const checked = await write('POST lingue/esame', { body: { testo, lingua: currentLanguage() } });
    const { errori, avvisi }: Json = checked.kind === 'saved' && isObject(checked.value) ? checked.value : {};
    const faults = objectsIn(errori).map(lineOf);
    if (faults.length > 0) say(faults);
    else await act(write('POST lingue', { body: { testo } }), objectsIn(avvisi).map(lineOf));
  };
  if (!answer) return null;
  return (
    <section aria-label={t('language.title')}>
      <div className="ph">
        <h2>{t('language.title')}</h2>
      </div>
      <p className="u">{t('language.intro')}</p>
      <div className="row">
        <FilePicker
          label={t('language.add')}
          accept=".json"
          isDisabled={false}
          onChoose={file => void bring(file)}
        />
        <FileOf code="en" />
      </div>
      {objectsIn(answer.lingue).map(row => {
        const codice = textIn(row.codice);
        return (
          <div className="mrow" key={codice}>
            <b lang={codice}>{textOrNull(row.nome)}</b>
            <span className="u">
              {t('language.words', {
                console: share(row.tradotti, row.totale),
                datalogger: share(row.tradotti_datalogger, row.totale_datalogger),
              })}
            </span>
            <span className="row">
              <FileOf code={codice} />
              <RemoveButton
                word={t('language.remove')}
                name={textIn(row.nome)}
                onRemove={() => void act(write('DELETE lingue/:codice', { params: { codice } }), [])}
              />
            </span>
          </div>
        );
      })}
      <Said lines={said} />
    </section>
  );
}

/** The file of a language; that of one of the program is a model for others. */
const FileOf = ({ code }: { readonly code: string }) => (
  <DownloadButton
    name={code}
    read={() => callUnchecked('GET lingue/:codice', { params: { codice: code } })}
  />
);
