/**
 * Reads a stack trace of the built console: files, lines and functions of the sources in place of `home-1a2b3c4d.js:1:2345`.
 *
 *   npm run trace -- FILE [MAPS]      the text of the error; `-` reads what is typed or piped in
 *
 * MAPS is the folder of the source maps, by default that of the last build. Those of a release are in `meridiana-VERSION-maps.tar.gz`.
 */
import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { join } from 'node:path';

const maps = new Map<string, SourceMap | null>();

function mapOf(folder: string, file: string): SourceMap | null {
  const path = join(folder, `${file}.map`);
  const known = maps.get(path);
  if (known !== undefined) return known;
  const map = existsSync(path) ? new SourceMap(JSON.parse(readFileSync(path, 'utf8'))) : null;
  maps.set(path, map);
  return map;
}

/** The text with the place in the source behind each place in a script; unchanged where its map is not in the folder. */
export function readable(text: string, folder: string): string {
  const place = /(?:https?:\/\/[^\s()]*\/)?(?:assets\/)?([\w-]+\.js):(\d+):(\d+)/g;
  return text.replace(place, (whole, file: string, line: string, column: string) => {
    const entry = mapOf(folder, file)?.findEntry(Number(line) - 1, Number(column) - 1);
    if (!entry || !('originalSource' in entry) || !entry.originalSource) return whole;
    const source = entry.originalSource.replace(/^(\.\.\/)+/, '');
    const name = 'name' in entry && entry.name ? ` ${entry.name}` : '';
    return `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}${name} [${file}:${line}:${column}]`;
  });
}

const [path, folder = 'dist/maps'] = process.argv.slice(2);
if (process.argv[1]?.endsWith('trace.ts')) {
  if (path === undefined || !existsSync(folder)) {
    console.error(
      path === undefined ? 'npm run trace -- FILE [MAPS]' : `there are no source maps in ${folder}`,
    );
    process.exit(1);
  }
  console.log(readable(readFileSync(path === '-' ? 0 : path, 'utf8'), folder));
}
