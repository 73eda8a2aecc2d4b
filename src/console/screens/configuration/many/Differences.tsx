import { useEffect, useRef, useState } from 'react';
import { choicesIn, idOf, type ManyProps } from '../../../configuration/descriptor';
import { Uses } from '../../../configuration/Uses';
import { isObject, type Json, numberOrNull, objectsIn, textIn, textOrNull } from '../../../data/read';
import { readUses } from '../../../data/uses';
import { blankOf } from '../../../form/copy';
import { isSame, type Values, withValueAt } from '../../../form/paths';
import { type Form, factsIn } from '../../../form/use-form';
import { faultWords, labelOf, valueWords, type Worded, warningWords } from '../../../form/words';
import { t, textOf, textWith } from '../../../i18n/translate';
import { Icon } from '../../../ui/Icon';
import type { Comparing } from './use-comparison';

interface Props extends ManyProps {
  readonly comparing: Comparing;
}

/** Rows that are drawn at first: a table may have two thousand. */
const mostShown = 50;

/** What would be new, changed or wrong. Nothing can be taken while a row is wrong. */
export function Differences(props: Props) {
  const { shown, isBusy, take } = props.comparing;
  const heading = useRef<HTMLHeadingElement>(null);
  const [isWhole, setWhole] = useState(false);
  // The differences are read next, so they get the focus.
  useEffect(() => {
    if (shown) heading.current?.focus();
  }, [shown]);
  if (!shown) return null;
  const rows = objectsIn(shown.righe);
  const wrong = rows.filter(({ esito }) => esito === 'errato');
  const sorted = [...wrong, ...rows.filter(row => !wrong.includes(row))];
  const unknown = Array.isArray(shown.ignote) ? shown.ignote.join(', ') : '';
  return (
    <>
      <h3 className="fb-part" tabIndex={-1} ref={heading}>
        {summaryOf(rows, numberOrNull(shown.uguali) ?? 0)}
      </h3>
      {unknown !== '' && (
        <p>
          <Icon name="warn" /> {t('many.unknown', { names: unknown })}
        </p>
      )}
      {isObject(shown.usi) && <Uses {...readUses(shown.usi)} />}
      {rows.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by keyboard
        <section className="scroll diff" tabIndex={0} aria-label={t('many.differences')}>
          <table>
            <tbody>
              {sorted.slice(0, isWhole ? sorted.length : mostShown).map(row => (
                <RowLine key={textOrNull(row.riga)} {...props} row={row} />
              ))}
            </tbody>
          </table>
        </section>
      )}
      <div className="row">
        {!isWhole && rows.length > mostShown && (
          <button type="button" className="o" onClick={() => setWhole(true)}>
            {t('many.whole', { count: rows.length })}
          </button>
        )}
        {rows.length > 0 && wrong.length === 0 && (
          <button type="button" disabled={isBusy} aria-busy={isBusy} onClick={() => void take()}>
            {t('many.take', { count: rows.length })}
          </button>
        )}
        {wrong.length > 0 && <span>{t('many.wrong')}</span>}
      </div>
    </>
  );
}

/** "2 nuovi · 1 cambiato · 197 uguali". */
function summaryOf(rows: readonly Json[], same: number): string {
  const counted = (['errato', 'nuovo', 'cambiato'] as const).map(
    outcome => [outcome, rows.filter(({ esito }) => esito === outcome).length] as const,
  );
  return [...counted, ['uguale', same] as const]
    .filter(([, count]) => count > 0)
    .map(([outcome, count]) => t(`many.outcome.${outcome}`, { count }))
    .join(' · ');
}

/** A row with its fields: before and after, or what is wrong. */
function RowLine({ row, ...props }: ManyProps & { readonly row: Json }) {
  const { screen, from } = props;
  const { riga, id, nome, esito } = row;
  const form = wordsFor(props, row);
  const problems = objectsIn(row.problemi);
  const isNew = id === null;
  const blank = blankOf(screen.schema);
  const changes = objectsIn(row.campi).filter(
    ({ campo, dopo }) => !isNew || !isSame(blank[textIn(campo)], dopo),
  );
  return (
    <tr>
      <th scope="row">
        {textOrNull(nome) ?? textOrNull(id)}{' '}
        <span className="u">
          {from === null && problems.length > 0 && t('many.row', { row: textIn(riga) })}{' '}
          {textOf('many', 'rowOutcome', textIn(esito))}
        </span>
      </th>
      <td>
        {problems.map(problem => (
          <Problem key={textIn(problem.campo)} form={form} problem={problem} />
        ))}
        {problems.length === 0 &&
          changes.map(({ campo, prima, dopo }, index) => (
            <span key={textIn(campo)}>
              {index > 0 && ' · '}
              {labelOf(form, textIn(campo))}: {!isNew && <>{valueWords(form, textIn(campo), prima)} → </>}
              <b>{valueWords(form, textIn(campo), dopo)}</b>
            </span>
          ))}
        {objectsIn(row.avvisi).map(({ campo, codice, da }) => (
          <small key={textIn(campo)}>
            <Icon name="warn" /> {labelOf(form, textIn(campo))}:{' '}
            {warningWords(form, textIn(campo), { code: textIn(codice), by: textOrNull(da) ?? undefined })}
          </small>
        ))}
      </td>
    </tr>
  );
}

type WordsForm = Worded & Pick<Form, 'body'>;

function Problem({ form, problem }: { readonly form: WordsForm; readonly problem: Json }) {
  const [path, code, by, value] = [problem.campo, problem.codice, problem.da, problem.valore].map(textIn);
  const fault = { code: code ?? '', by };
  const typed = { ...form, body: withValueAt({}, path ?? '', problem.valore) };
  const words =
    textWith({ by: by ?? '' }, 'many', path ?? '', code ?? '') ?? faultWords(typed, path ?? '', fault);
  return (
    <div>
      <Icon name="warn" /> {labelOf(form, path ?? '')} {value && <b>{value}</b>}: {words}
    </div>
  );
}

/** What names fields and values as the form of the record does. */
function wordsFor({ screen, records, referred }: ManyProps, { id, campi }: Json): WordsForm {
  const { schema, words, refers, source } = screen;
  const record = records.find(each => idOf(source, each) === textOrNull(id)) ?? {};
  const changes = objectsIn(campi).map(({ campo, dopo }) => [textIn(campo), dopo] as const);
  const draft: Values = { ...record, ...Object.fromEntries(changes) };
  return {
    spec: { schema, words, choicesOf: path => choicesIn(referred, refers[path]) },
    factsOf: path => factsIn(screen, path, draft),
    body: draft,
  };
}
