import type { FieldFacts as ContractFacts } from '../../contract/config/facts';
import { typedNumber } from '../../contract/typed-number';
import { objectsIn, textIn, textOrNull } from '../data/read';
import { decimalMark } from '../i18n/format';
import type { FieldFacts } from './facts';

/** The state of a control: the text of a field, or the state of a switch. */
export type Input = string | boolean;

/** Converts a value of the API to its input. A value of another type gives an empty input, which the check refuses on saving. */
export function inputOf({ kind, item }: Pick<FieldFacts, 'kind' | 'item'>, value: unknown): Input {
  if (kind === 'flag') return value === true;
  if (item?.kind === 'group') return JSON.stringify(objectsIn(value));
  if (kind === 'list')
    return Array.isArray(value) ? value.flatMap(each => textOrNull(each) ?? []).join(', ') : '';
  const text = textIn(value);
  if (kind !== 'number') return text;
  return Number.isFinite(Number(text)) ? text.replace('.', decimalMark()) : '';
}

/**
 * The `inputmode` of a field: the decimal keyboard of a phone has neither a minus sign nor the dots of a netmask, so it is chosen only for
 * numbers that need neither.
 */
export function keyboardOf({
  kind,
  isSigned,
  isNetmask,
}: ContractFacts & Partial<FieldFacts>): 'decimal' | 'text' {
  return kind === 'number' && !isSigned && !isNetmask ? 'decimal' : 'text';
}

/** A row in a list of groups, such as a point of a curve, as typed. */
export type Row = Readonly<Record<string, unknown>>;

export function rowsOf(input: Input): readonly Row[] {
  return objectsIn(JSON.parse(typeof input === 'string' && input !== '' ? input : '[]'));
}

/** Converts an input to a value of the API. A text that is not a number stays a text, so that the schema refuses it. */
export function wireOf(
  { kind, unit, isSecret, isNetmask, isTime, empty, choices, item }: FieldFacts,
  input: Input,
): unknown {
  if (typeof input === 'boolean') return input;
  // Spaces are part of a secret.
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
  if (isTime) return timeOf(text);
  if (kind === 'number')
    return (isNetmask ? prefixOf(text) : null) ?? angleOf(text) ?? numberOf(withoutUnit(text, unit));
  return chosen(choices, text);
}

function rowOf(fields: FieldFacts['fields'], row: Row): Row {
  const cells = Object.entries(row).map(([name, cell]) => {
    const facts = fields[name];
    if (facts?.kind !== 'number' || typeof cell !== 'string') return [name, cell];
    return [name, cell.trim() === '' && facts.isNullable ? null : numberOf(cell)];
  });
  return Object.fromEntries(cells);
}

function chosen(choices: readonly (string | number)[], text: string): string | number {
  return choices.find(each => String(each) === text) ?? text;
}

/** 255.255.255.0 -> 24; null for a text that is not a netmask. */
function prefixOf(text: string): number | null {
  if (!/^255(\.\d{1,3}){3}$/.test(text)) return null;
  const bits = text.split('.').map(byte => Number(byte).toString(2).padStart(8, '0'));
  const [, ones = ''] = /^(1+)0*$/.exec(bits.join('')) ?? [];
  return bits.join('').length === 32 && ones !== '' ? ones.length : null;
}

/** 7, 7:30 and 7.30 as `07:00` and `07:30`; other texts stay, and are refused. */
function timeOf(text: string): string {
  const [, hours, minutes = '00'] = /^(\d{1,2})(?:[:.](\d{2}))?$/.exec(text) ?? [];
  return hours === undefined ? text : `${hours.padStart(2, '0')}:${minutes}`;
}

/** A latitude or longitude as maps write it, 44°38'50"N, in degrees; null for another text. O is east in one language and west in others. */
function angleOf(text: string): number | null {
  const parts = /^(\d{1,3})°\s*(?:(\d{1,2})['′’]\s*)?(?:(\d{1,2}(?:[.,]\d+)?)["″”]\s*)?([NSEW])$/i.exec(text);
  if (!parts) return null;
  const [, degrees, minutes = '0', seconds = '0', side = ''] = parts;
  const angle = Number(degrees) + Number(minutes) / 60 + Number(seconds.replace(',', '.')) / 3600;
  return Number((/[SW]/i.test(side) ? -angle : angle).toFixed(6));
}

/** `20 kV` in a field in kV is 20. */
function withoutUnit(text: string, unit: string): string {
  const isWithUnit = unit !== '' && text.toLowerCase().endsWith(unit.toLowerCase());
  return isWithUnit ? text.slice(0, -unit.length).trim() : text;
}

/** A number as typed; what cannot be understood stays a text. */
const numberOf = (text: string) => typedNumber(text, decimalMark()) ?? text;
