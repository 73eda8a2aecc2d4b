import { isObject, textOrNull } from '../data/read';
import { decimalMark } from '../i18n/format';
import type { FieldFacts } from './facts';

/** What a control holds: the text of a field, or the state of a switch. */
export type Input = string | boolean;

/** How a value of the wire is written in its control. One of another type leaves it empty, and is refused when it is saved. */
export function inputOf({ kind, item }: FieldFacts, value: unknown): Input {
  if (kind === 'flag') return value === true;
  if (item?.kind === 'group') return JSON.stringify(Array.isArray(value) ? value.filter(isObject) : []);
  if (kind === 'list')
    return Array.isArray(value) ? value.flatMap(each => textOrNull(each) ?? []).join(', ') : '';
  const text = textOrNull(value) ?? '';
  if (kind !== 'number') return text;
  return Number.isFinite(Number(text)) ? text.replace('.', decimalMark()) : '';
}

/** A row of a list of groups, such as a point of a curve, as it is typed. */
export type Row = Readonly<Record<string, unknown>>;

export function rowsOf(input: Input): readonly Row[] {
  const rows: unknown = JSON.parse(typeof input === 'string' && input !== '' ? input : '[]');
  return Array.isArray(rows) ? rows : [];
}

/** What a control means on the wire. A text that is no number stays a text, so that the schema refuses it. */
export function wireOf({ kind, isSecret, empty, choices, item }: FieldFacts, input: Input): unknown {
  if (typeof input === 'boolean') return input;
  // A secret counts as it was typed, spaces too.
  if (isSecret) return input === '' ? undefined : input;
  if (item?.kind === 'group') return rowsOf(input).map(row => rowOf(item.fields, row));
  const text = input.trim();
  const atom = (part: string) =>
    item?.kind === 'number' ? numberOf(part) : chosen(item?.choices ?? [], part);
  if (kind === 'list')
    return text
      .split(/[\s,;]+/)
      .filter(Boolean)
      .map(atom);
  if (text === '') return empty;
  return kind === 'number' ? numberOf(text) : chosen(choices, text);
}

function rowOf(fields: FieldFacts['fields'], row: Row): Row {
  const cells = Object.entries(row).map(([name, cell]) => {
    const isNumber = fields[name]?.kind === 'number' && typeof cell === 'string';
    return [name, isNumber ? numberOf(cell) : cell];
  });
  return Object.fromEntries(cells);
}

function chosen(choices: readonly (string | number)[], text: string): string | number {
  return choices.find(each => String(each) === text) ?? text;
}

const numberText = /^[+-]?(\d+([.,]\d*)?|[.,]\d+)$/;
/** "1.000" is a thousand to some and one to others. */
const grouped = /^[+-]?[1-9]\d{0,2}([.,]\d{3})+$/;

function numberOf(text: string): number | string {
  const plain = text.replace('−', '-').replaceAll(/\s/g, '');
  const isUnclear = grouped.test(plain) && !plain.includes(decimalMark());
  return numberText.test(plain) && !isUnclear ? Number(plain.replace(',', '.')) : text;
}
