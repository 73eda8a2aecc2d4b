import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** The page of a build; the name of its module contains this hash. */
export const indexPage = (hash: string) =>
  '<!doctype html><title>Meridiana</title><script src="/assets/first-paint-00000000.js"></script>' +
  `<script type="module" crossorigin src="/assets/index-${hash}.js"></script>`;

/** A small copy of what a build writes: contents by path. Files whose name ends with `.gz` are written compressed. */
const bundle: Readonly<Record<string, string>> = {
  'index.html': indexPage('BZK3f9x_'),
  'index.html.gz': indexPage('BZK3f9x_'),
  'favicon.svg': '<svg/>',
  'assets/index-BZK3f9x_.js': 'console()',
  'assets/index-BZK3f9x_.js.gz': 'console()',
  'assets/only-compressed-12345678.css.gz': 'a{}',
  'assets/i18n/it.json': '{"a":"b"}',
  'assets/index-BZK3f9x_.js.map': '{}',
  '.git/config': 'secret',
  '.env': 'secret',
  'datalogger.db': 'secret',
  'package.json.bak': 'secret',
};

export function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, name.endsWith('.gz') ? gzipSync(text) : text);
  }
}

/** Makes a new folder with the small bundle. */
export function makeConsole(): string {
  const folder = mkdtempSync(join(tmpdir(), 'meridiana-console-'));
  writeFiles(folder, bundle);
  return folder;
}

/** Calls `work` with the folder of `makeConsole`, and removes the folder afterwards. */
export async function withConsole(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = makeConsole();
  try {
    await work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
