import type { DecimalMark } from './config/tables';

const numberText = /^[+-]?(\d+([.,]\d*)?|[.,]\d+)$/;
/** Such a number is ambiguous: "1.000" is a thousand in some languages and one in others. */
const grouped = /^[+-]?[1-9]\d{0,2}([.,]\d{3})+$/;
/** With both marks it is clear which is which: the last one is the decimal mark. */
const groupedWithDecimals = /^([+-]?[1-9]\d{0,2}(?:([.,])\d{3})(?:\2\d{3})*)(?!\2)[.,](\d+)$/;

/** A number as a person types it, with either decimal mark; null if it is not a number or is ambiguous. `mark` is that of the language. */
export function typedNumber(text: string, mark: DecimalMark): number | null {
  const plain = text.replace('−', '-').replaceAll(/\s/g, '');
  const [, groups = '', group = '', decimals] = groupedWithDecimals.exec(plain) ?? [];
  if (decimals !== undefined) return Number(`${groups.replaceAll(group, '')}.${decimals}`);
  const isUnclear = grouped.test(plain) && !plain.includes(mark);
  return numberText.test(plain) && !isUnclear ? Number(plain.replace(',', '.')) : null;
}
