import { isLanguage, languages } from '../../contract/languages';
import type { Sentences } from '../data/help';
import { decimalMark, missing } from '../i18n/format';
import { t, textOf, textWith } from '../i18n/translate';
import type { Fault } from './check';
import type { FieldFacts } from './facts';
import { valueAt } from './paths';
import type { Form, FormSpec } from './use-form';

/** The name of the field at the end of a path: `azione.destinatari` -> `destinatari`, `curva.0.x` -> `x`. */
const lastName = (path: string) => path.replace(/\.\d+$/, '').replace(/^.*\./, '');

/** What the words of fields and values are taken from: a form, or what it would be. */
export interface Worded extends Pick<Form, 'factsOf'> {
  readonly spec: Omit<FormSpec, 'check'>;
}

/*
 * The words of fields are those of their screen, or else those that several screens have in common, `config.field`. The keys are written out,
 * because the build numbers all that no code composes.
 */

/** The label of a field; its name in the API where the console has no label. */
export function labelOf({ spec }: Pick<Worded, 'spec'>, path: string): string {
  const name = lastName(path);
  return textOf(spec.words, 'label', name) ?? textOf('config', 'field', 'label', name) ?? name;
}

/** The name of a choice: a language by its own name, a cause of losses as in reports; the value itself where the console has no name. */
export function choiceOf({ spec }: Pick<Worded, 'spec'>, path: string, choice: string | number): string {
  if (lastName(path) === 'lingua' && isLanguage(choice)) return languages[choice].name;
  const key = String(choice).replaceAll(/\W/g, '_');
  const name =
    lastName(path) === 'causa'
      ? textOf('reports', 'lossCause', key)
      : spec.choicesOf?.(path)?.get(String(choice));
  const own = textOf(spec.words, 'choice', lastName(path), key);
  return own ?? textOf('config', 'field', 'choice', lastName(path), key) ?? name ?? String(choice);
}

/** The number with all its decimals, as it can be typed: without separators of thousands. */
function numberWords(value: number): string {
  return String(value).replace('.', decimalMark()).replace('-', '−');
}

/** A unit as it is written beside a number: days and months have a word in place of their symbol, which few people know. */
export const unitWord = (unit: string) => textOf('config', 'unit', unit) ?? unit;

/** A range up to this or more prevents slips of the hand; as a hint it helps nobody. */
const widestHint = 1e6;

/** The hint of a field: its range, such as "1–247", and the sentence of the datalogger. */
export function hintOf(
  { spec }: Form,
  path: string,
  { kind, min, max }: FieldFacts,
  hints: Sentences,
): string {
  const isRange =
    kind === 'number' && min !== null && max !== null && max < widestHint && !spec.choicesOf?.(path);
  const range = isRange ? `${numberWords(min)}–${numberWords(max)}` : '';
  return [range, hints(lastName(path))].filter(Boolean).join('. ');
}

/** A value as text, for the summary and for the comparison of two values. */
export function valueWords(form: Worded, path: string, value: unknown): string {
  const facts = form.factsOf(path);
  if (value === null || value === undefined || value === '') return missing;
  if (typeof value === 'boolean') return t(value ? 'config.yes' : 'config.no');
  if (Array.isArray(value)) return value.map(each => valueWords(form, path, each)).join(', ');
  if (typeof value === 'object') return JSON.stringify(value);
  if (typeof value === 'number' && facts?.kind === 'number' && !form.spec.choicesOf?.(path)) {
    return `${numberWords(value)} ${unitWord(facts.unit)}`.trim();
  }
  return choiceOf(form, path, String(value));
}

/** The message for a fault: what is wrong and how to correct it. */
export function faultWords(
  form: Worded & Pick<Form, 'body'>,
  path: string,
  { code, by = '' }: Fault,
): string {
  const facts = form.factsOf(path);
  // A rule over several fields may say which range holds here.
  const [min = null, max = null] =
    /^too_/.test(code) && by ? by.split(' ').map(Number) : [facts?.min, facts?.max];
  const value = valueAt(form.body, path);
  const isOut = typeof value === 'number' && min !== null && max !== null && (value < min || value > max);
  const values = {
    by,
    min: numberWords(min ?? 0),
    max: numberWords(max ?? facts?.longest ?? 0),
    unit: unitWord(facts?.unit ?? ''),
  };
  if (isOut) return t('config.fault.range', values).trim();
  if (typeof value === 'number' && max !== null && value > max) return t('config.fault.over', values).trim();
  // For a rule over several fields, or a pattern, the words of the screen, or those of all screens, say what is expected.
  const isOwn = /^(invalid|too_|not_)/.test(code) || (code === 'required' && facts?.isSecret);
  const name = lastName(path);
  const own = isOwn
    ? (textWith(values, form.spec.words, 'fault', name) ?? textWith(values, 'config', 'field', 'fault', name))
    : null;
  return own ?? textWith(values, 'config', 'fault', code) ?? t('config.fault.invalid');
}

/** The message for a warning, which does not prevent saving. */
export function warningWords({ spec }: Pick<Worded, 'spec'>, path: string, { code, by = '' }: Fault): string {
  return textWith({ by }, spec.words, 'warning', code) ?? labelOf({ spec }, path);
}
