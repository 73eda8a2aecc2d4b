import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { tableName } from '../../src/datalogger/api/languages/word-table.ts';
import { baseBundle, languageFiles, type Published } from './language-files.ts';
import { readKeyUse, withNumbers } from './word-keys.ts';

const keysModule = 'virtual:word-keys';

/**
 * The code of the virtual modules: `virtual:word-keys` imports the keys of each bundle, `virtual:word-keys/home` contains those of one.
 */
function keysCode(id: string, keys: ReadonlyMap<string, string>): string {
  const bundle = id.slice(keysModule.length + 2);
  if (bundle !== '') return `export const keys = ${keys.get(bundle)}`;
  const later = [...keys.keys()].filter(name => name !== baseBundle);
  const imports = later.map(
    name => `'${name}': () => import('${keysModule}/${name}').then(module => module.keys)`,
  );
  return `export const wordKeys = {${imports.join()}}`;
}

/**
 * Publishes the language files with their specified names, `assets/i18n/it.json`, without a hash. The keys of their texts are code,
 * loaded with the screen that needs them; a build replaces most of them by numbers.
 */
export function languageFilesPlugin(): Plugin {
  let isBuild = false;
  let published: Published | null = null;
  const read = () => {
    if (!isBuild) return languageFiles();
    published ??= languageFiles(readKeyUse());
    return published;
  };
  return {
    name: 'language-files',
    enforce: 'pre',
    configResolved(config) {
      isBuild = config.command === 'build';
    },
    buildStart() {
      published = null;
    },
    resolveId: id => (id.startsWith(keysModule) ? `\0${id}` : null),
    load: id => (id.startsWith(`\0${keysModule}`) ? keysCode(id, read().keys) : null),
    transform(code, id) {
      const isOurs = isBuild && /\/src\/console\/.*\.tsx?$/.test(id);
      return isOurs ? { code: withNumbers(id, code, read().numberOf), map: null } : null;
    },
    generateBundle() {
      for (const [file, source] of read().files) {
        this.emitFile({ type: 'asset', fileName: `assets/i18n/${file}.json`, source });
      }
    },
    writeBundle({ dir = '' }) {
      writeFileSync(join(dir, '..', tableName), JSON.stringify(read().table));
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const [, file = ''] = /^\/assets\/i18n\/([\w/-]+)\.json/.exec(request.url ?? '') ?? [];
        const source = read().files.get(file);
        if (source === undefined) return next();
        response.setHeader('Content-Type', 'application/json');
        response.end(source);
      });
    },
  };
}
