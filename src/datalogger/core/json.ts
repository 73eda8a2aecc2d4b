import { pauses } from './pieces';

/** Records of a list that are written without a look at the time. */
const atOnce = 50;
/** Objects in objects that are looked through for long lists: those of devices are in the content of a backup file. */
const deepest = 3;

/** As `JSON.stringify`, of plain data. Lists of many records are written with pauses in which this process does its other work. */
export async function jsonOf(value: unknown): Promise<string> {
  if (!hasLong(value, deepest)) return JSON.stringify(value);
  const pieces: string[] = [];
  await eachPiece(value, piece => pieces.push(piece));
  return pieces.join('');
}

/** Gives the text of `jsonOf` piece by piece. */
export async function eachPiece(value: unknown, take: (piece: string) => void): Promise<void> {
  const pause = pauses();
  const writeList = async (records: readonly unknown[]) => {
    for (let first = 0; first < records.length; first += atOnce) {
      const piece = JSON.stringify(records.slice(first, first + atOnce)).slice(1, -1);
      take(`${first === 0 ? '[' : ','}${piece}`);
      await pause();
    }
    take(']');
  };
  const write = async (part: unknown, depth: number): Promise<void> => {
    if (isLong(part)) return writeList(part);
    if (!isObject(part) || !hasLong(part, depth)) return take(JSON.stringify(part));
    const fields = Object.entries(part).filter(([, field]) => field !== undefined);
    for (const [at, [name, field]] of fields.entries()) {
      take(`${at === 0 ? '{' : ','}${JSON.stringify(name)}:`);
      await write(field, depth - 1);
      await pause();
    }
    take('}');
  };
  await write(value, deepest);
}

/** Lists of numbers and texts are short; a list of records may be 5,000 rows of a table. */
const isLong = (value: unknown): value is readonly object[] =>
  Array.isArray(value) && value.length > atOnce && typeof value[0] === 'object';

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const hasLong = (value: unknown, depth: number): boolean =>
  isLong(value) ||
  (depth > 0 && isObject(value) && Object.values(value).some(part => hasLong(part, depth - 1)));
