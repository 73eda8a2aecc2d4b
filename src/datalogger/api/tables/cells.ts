import type { FieldFacts } from '../../../contract/config/facts';
import type { DecimalMark } from '../../../contract/config/tables';
import type { CsvCell } from '../../../contract/csv';
import { languageCodes } from '../../../contract/languages';
import { typedNumber } from '../../../contract/typed-number';

/*
 * How values stand in the cells of a table, so that what was written is read again as it was, even after a spreadsheet has opened and
 * saved it.
 */

/** Texts that a spreadsheet turns into numbers, dates, times or formulas: "0012", "1.10", "3-4", "123456789012", "=A1". */
const isChangedBySpreadsheets = (text: string) =>
  /^[=+\-@]/.test(text) ||
  /^0\d/.test(text) ||
  /^\d{12,}$/.test(text) ||
  /^\d+[.,]\d*$/.test(text) ||
  /^\d+([.,]\d+)?E[+-]?\d+$/i.test(text) ||
  /^\d{1,4}[-/.:]\d{1,2}([-/.:]\d{1,4})?$/.test(text);
/** An apostrophe in front keeps such a text as it is. */
const needsApostrophe = (text: string) => isChangedBySpreadsheets(text.replace(/^'+/, ''));
const withApostrophe = (text: string) => (needsApostrophe(text) ? `'${text}` : text);
const withoutApostrophe = (text: string) =>
  text.startsWith("'") && needsApostrophe(text) ? text.slice(1) : text;

/** The cell of a value. `nameOf` says what a number stands for in a field that names another record. */
export function cellOf(facts: FieldFacts, value: unknown, nameOf?: (id: number) => string | null): CsvCell {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? '1' : '0';
  if (Array.isArray(value)) return facts.item?.kind === 'group' ? JSON.stringify(value) : value.join(' ');
  if (typeof value !== 'number') return withApostrophe(String(value));
  const name = nameOf?.(value);
  if (name) return withApostrophe(name);
  return { value, decimals: String(value).split('.')[1]?.length ?? 0 };
}

/** The words for yes and no of all languages: tables come from spreadsheets in any of them. */
const cellWords: readonly {
  readonly default: { readonly cell: { readonly yes: string; readonly no: string } };
}[] = await Promise.all(
  languageCodes.map(code => import(`../../../console/i18n/languages/${code}/cells.json`)),
);
const plain = (text: string) => text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
const wordsFor = (answer: 'yes' | 'no') =>
  cellWords.flatMap(words => plain(words.default.cell[answer]).split(' '));
const yes = ['1', 'x', ...wordsFor('yes')];
const no = ['0', ...wordsFor('no')];

/**
 * The value of a cell that is not empty. What cannot be understood stays a text, which the schema of the field refuses.
 * `idOf` finds the record that a name stands for.
 */
export function valueIn(
  facts: FieldFacts,
  cell: string,
  mark: DecimalMark,
  idOf?: (name: string) => number | null,
): unknown {
  const text = withoutApostrophe(cell);
  switch (facts.kind) {
    case 'number':
      return idOf?.(text) ?? numberOf(text, mark);
    case 'flag':
      if (yes.includes(plain(text))) return true;
      return no.includes(plain(text)) ? false : text;
    case 'choice':
      return choiceOf(facts, text, mark);
    case 'date':
      return dateOf(text, mark);
    case 'list':
      return facts.item?.kind === 'group' ? jsonOf(text) : itemsOf(facts, text, mark);
    default:
      return text;
  }
}

/** What an empty cell stands for; undefined where the field cannot be empty: then it says nothing. */
export function emptyOf({ kind, isNullable, otherwise }: FieldFacts): unknown {
  if (isNullable) return null;
  if (kind === 'list') return Array.isArray(otherwise) ? [] : undefined;
  return kind === 'text' && otherwise === '' ? '' : undefined;
}

/** A number; what cannot be understood stays a text. */
const numberOf = (text: string, mark: DecimalMark) => typedNumber(text, mark) ?? text;

function choiceOf({ choices }: FieldFacts, text: string, mark: DecimalMark): unknown {
  const wanted = text.toLowerCase();
  const number = numberOf(text, mark);
  return choices.find(choice => String(choice).toLowerCase() === wanted || choice === number) ?? text;
}

const itemsOf = ({ item }: FieldFacts, text: string, mark: DecimalMark) =>
  text
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map(part => (item?.kind === 'number' ? numberOf(part, mark) : part));

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** `2026-03-09`, also as spreadsheets write it back: `09.03.2026`, and where there is a decimal comma `09/03/2026`: the day first. */
function dateOf(text: string, mark: DecimalMark): string {
  const local = mark === ',' ? /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})$/ : /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/;
  const [, day = '', month = '', year = ''] = local.exec(text) ?? [];
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return year !== '' && isDate(date) ? date : text;
}

/** False for the 31st of February. */
function isDate(date: string): boolean {
  const atMs = Date.parse(date);
  return Number.isFinite(atMs) && new Date(atMs).toISOString().startsWith(date);
}
