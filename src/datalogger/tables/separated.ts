/** A row of a table; `number` counts from 1, as spreadsheets do. */
export interface Row {
  readonly number: number;
  readonly cells: readonly string[];
}

/** Excel writes it in front of a file to say what separates its cells. */
const separatorNote = /^sep=(.)\r?\n/i;

/**
 * The rows of a text as spreadsheets write it or put it on the clipboard: cells between tabs, `;` or `,`, whichever the first row has,
 * with quotes where a cell holds one of them. Rows without any content are left out.
 */
export function readSeparated(text: string): Row[] {
  const plain = text.replace(/^\ufeff/, '');
  const noted = separatorNote.exec(plain);
  const content = noted ? plain.slice(noted[0].length) : plain;
  const separator = noted?.[1] ?? separatorOf(content);
  return rowsOf(content, separator)
    .map((cells, index) => ({ number: index + 1, cells: cells.map(cell => cell.trim()) }))
    .filter(({ cells }) => cells.some(cell => cell !== ''));
}

function separatorOf(text: string): string {
  const head = text.trimStart().split('\n', 1)[0] ?? '';
  return ['\t', ';'].find(separator => head.includes(separator)) ?? ',';
}

function rowsOf(text: string, separator: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let isQuoted = false;
  const endCell = () => {
    row.push(cell);
    cell = '';
  };
  const endRow = () => {
    endCell();
    rows.push(row);
    row = [];
  };
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (isQuoted) {
      if (character !== '"') cell += character;
      else if (text[at + 1] === '"') cell += text.charAt(++at);
      else isQuoted = false;
    } else if (character === '"' && cell === '') isQuoted = true;
    else if (character === separator) endCell();
    else if (character === '\n') endRow();
    else if (character !== '\r' || text[at + 1] !== '\n') cell += character;
  }
  if (cell !== '' || row.length > 0) endRow();
  return rows;
}
