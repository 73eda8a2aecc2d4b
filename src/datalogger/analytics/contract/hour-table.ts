import { localDate } from '../../../contract/zone';

/** Month x hour as PVsyst exports it: 12 rows of 24 numbers, of which only the proportions count. */
export type HourTable = readonly (readonly number[])[];

/** A line (from 1) that is not as the table wants it. */
export interface LineFault {
  readonly line: number;
}

const [months, hours] = [12, 24];
const hourS = 3600;

/** A line has no control characters beside tabs. */
const lineText = /^[\t\P{Cc}]*$/u;

/** The last line of PVsyst, in the languages of the console. */
const sumLine = /^(year|anno|jahr|año|année|total|sum|gesamt|somma)/i;

/** A number with decimal comma or point, and separators of thousands; null of another text. */
function numberOf(text: string): number | null {
  const grouped = /^\d{1,3}(\.\d{3})+,\d+$|^\d{1,3}(,\d{3})+\.\d+$/.test(text);
  const plain = grouped ? text.replace(/[.,](?=.*[.,])/g, '') : text;
  return /^-?\d+([.,]\d+)?$/.test(plain) ? Number(plain.replace(',', '.')) : null;
}

/** The cells of a line: between tabs, else semicolons, else spaces. */
function cellsOf(line: string): string[] {
  const separator = line.includes('\t') ? /\t/ : line.includes(';') ? /;/ : /\s+/;
  const cells = line.trim().split(separator);
  return cells.map(cell => cell.trim());
}

/**
 * The 24 numbers of a line of the month; null where it has another form. A name or number of the month stands in front or not, a sum at
 * the end or not.
 */
function hoursOf(line: string, month: number): number[] | null {
  const cells = cellsOf(line);
  const isNamed = numberOf(cells[0] ?? '') === null || (cells.length > hours && Number(cells[0]) === month);
  const values = cells.slice(isNamed ? 1 : 0).filter((cell, at, all) => cell !== '' || at < all.length - 1);
  if (values.length !== hours && values.length !== hours + 1) return null;
  const numbers = values.slice(0, hours).map(numberOf);
  const known = numbers.filter(value => value !== null && value >= 0);
  return known.length === hours ? known.map(Number) : null;
}

/** Whether a line names the hours: words, or the numbers 0 to 23 or 1 to 24. */
function isHead(line: string): boolean {
  const numbers = cellsOf(line).map(numberOf);
  const known = numbers.filter(number => number !== null);
  const first = known[0] ?? 0;
  const isCount = known.length === hours && first <= 1 && known.every((value, at) => value === first + at);
  return isCount || known.length < 3;
}

/** Reads a pasted table: 12 months in order, lines above them and the line of the year below are left out. */
export function readHourTable(text: string): HourTable | LineFault {
  const rows: number[][] = [];
  const lines = text.split(/\r?\n/);
  for (const [at, line] of lines.entries()) {
    if (!lineText.test(line)) return { line: at + 1 };
    if (line.trim() === '' || (rows.length === 0 && isHead(line))) continue;
    if (rows.length === months && sumLine.test(line.trim())) continue;
    const row = rows.length < months ? hoursOf(line, rows.length + 1) : null;
    if (row === null || row.every(value => value === 0)) return { line: at + 1 };
    rows.push(row);
  }
  return rows.length === months ? rows : { line: lines.length + 1 };
}

/** The table of a plant; null without one. */
export function hourTableOf(text: string | undefined): HourTable | null {
  if (!text) return null;
  const read = readHourTable(text);
  return 'line' in read ? null : read;
}

interface Time {
  readonly from: number;
  readonly to: number;
}

/** What the hour of `t` weighs in its month. */
export function hourWeight(table: HourTable, zone: string, t: number): number {
  const { month, hour } = localDate(zone, t);
  return table[month - 1]?.[hour] ?? 0;
}

/** Which share of the budget of a month lies in a part of it. The parts of hours count in proportion. */
export function hourShare(table: HourTable, zone: string, part: Time, month: Time): number {
  let [within, all] = [0, 0];
  for (let t = month.from; t < month.to; t += hourS) {
    const weight = hourWeight(table, zone, t);
    const seconds = Math.min(t + hourS, part.to, month.to) - Math.max(t, part.from);
    all += weight;
    within += (weight * Math.max(0, seconds)) / hourS;
  }
  return all > 0 ? within / all : 0;
}
