/**
 * Keeps SECURITY.md from telling another story than the tests. `npx tsx scripts/security-table.ts` writes its table of attacks from the
 * names of the tests; `tests/security/security-document.test.ts` compares both.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const root = join(import.meta.dirname, '..');
const paper = join(root, '.github', 'SECURITY.md');

/** A test that bears the number of an attack, as `C04`. */
export interface Proof {
  readonly number: string;
  readonly title: string;
  /** From the top of the repository. */
  readonly file: string;
}

/** Files of tests with their text. */
export const testFiles: readonly (readonly [file: string, text: string])[] = readdirSync(
  join(root, 'tests'),
  { recursive: true, encoding: 'utf8' },
)
  .filter(name => /\.test\.tsx?$/.test(name))
  .sort()
  .map(name => [`tests/${name}`, readFileSync(join(root, 'tests', name), 'utf8')]);

/** Names of tests, also of those that are made of a table, and of groups: `test('C03, C04: SQL and …'`. */
const named =
  /^\s*(?:(?:test|describe)\b.*|\]\))?\(?\s*(['`])((?:[A-GL]\d\d(?:, )?)+): ((?:\\.|(?!\1).)*)\1/gm;

/** By number; of one number by file. */
export const proofs: readonly Proof[] = testFiles
  .flatMap(([file, text]) =>
    [...text.matchAll(named)].flatMap(([, , numbers = '', title = '']) =>
      numbers.split(', ').map(number => ({ number, title: title.replaceAll('\\', ''), file })),
    ),
  )
  .sort((a, b) => a.number.localeCompare(b.number, 'en'));

const [begin, end] = ['<!-- written by scripts/security-table.ts -->', '<!-- end -->'];

const row = (cells: readonly string[]) => `| ${cells.map(cell => cell.replaceAll('|', '\\|')).join(' | ')} |`;

/** The document with the table of these tests. */
export function withTable(document: string): string {
  const [before = '', rest = ''] = document.split(begin);
  const [, after] = rest.split(end);
  if (after === undefined) throw new Error(`${paper} has no place for the table`);
  const table = [
    row(['Attack', 'What its test says', 'Where']),
    row(Array(3).fill('---')),
    ...proofs.map(({ number, title, file }) => row([`\`${number}\``, title, `\`${file}\``])),
  ];
  return [before, begin, '\n', table.join('\n'), '\n', end, after].join('');
}

function main(): void {
  writeFileSync(paper, withTable(readFileSync(paper, 'utf8')));
  console.log(paper);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main();
