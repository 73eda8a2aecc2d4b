import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = new URL('../..', import.meta.url).pathname;
const needed = ['src', 'scripts', 'tests/support', 'index.html', 'package.json', 'vite.config.ts'];

/**
 * Copies the project and adds one language in the two places that CONTRIBUTING names and nowhere else: Portuguese, where every text is
 * the English text after "pt ". Returns the folder of the copy; the caller removes it.
 */
export function projectWithPortuguese(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'added-language-')));
  for (const name of needed) cpSync(join(root, name), join(folder, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));

  const list = join(folder, 'src/contract/languages.ts');
  const entry = "  pt: { name: 'Português', locale: 'pt-PT', firstDay: '1' },\n";
  writeFileSync(list, readFileSync(list, 'utf8').replace(/(?=^} as const)/m, entry));

  const words = join(folder, 'src/console/i18n/languages');
  cpSync(join(words, 'en'), join(words, 'pt'), { recursive: true });
  cpSync(join(words, 'en.json'), join(words, 'pt.json'));
  const parts = readdirSync(join(words, 'pt')).map(name => join('pt', name));
  for (const name of ['pt.json', ...parts]) {
    const path = join(words, name);
    const marked = JSON.parse(readFileSync(path, 'utf8'), (_, text) =>
      typeof text === 'string' ? `pt ${text}` : text,
    );
    writeFileSync(path, JSON.stringify(marked));
  }
  return folder;
}

/** Runs a tool of the project in another folder. If the tool fails, throws an error with its output. */
export function runIn(folder: string, tool: string, ...args: readonly string[]): void {
  const { NODE_ENV: _, ...env } = process.env;
  const path = join(root, 'node_modules/.bin', tool);
  const { status, stdout, stderr } = spawnSync(path, args, { cwd: folder, env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${tool} ${args.join(' ')}\n${stdout}${stderr}`);
}
