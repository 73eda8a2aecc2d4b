import { pauses } from '../../core/pieces';

/** Records of a list that are written without a look at the time. */
const atOnce = 50;

/** As `JSON.stringify`, of plain data. Lists of many records are written with pauses in which this process does its other work. */
export async function jsonOf(value: unknown): Promise<string> {
  if (isLong(value)) return listOf(value);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return JSON.stringify(value);
  const fields = Object.entries(value);
  if (!fields.some(([, part]) => isLong(part))) return JSON.stringify(value);
  const written: string[] = [];
  for (const [name, part] of fields) {
    const text = isLong(part) ? await listOf(part) : JSON.stringify(part);
    if (text !== undefined) written.push(`${JSON.stringify(name)}:${text}`);
  }
  return `{${written.join(',')}}`;
}

/** Lists of numbers and texts are short; a list of records may be 5,000 rows of a table. */
const isLong = (value: unknown): value is readonly object[] =>
  Array.isArray(value) && value.length > atOnce && typeof value[0] === 'object';

async function listOf(records: readonly object[]): Promise<string> {
  const pause = pauses();
  const pieces: string[] = [];
  for (let first = 0; first < records.length; first += atOnce) {
    pieces.push(JSON.stringify(records.slice(first, first + atOnce)).slice(1, -1));
    await pause();
  }
  return `[${pieces.join(',')}]`;
}
