import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { volumeOf } from '../../src/console/i18n/volumes';

const folder = join(import.meta.dirname, '../../src/console/i18n/languages');

/** The published language files, `it`, `it/shell`, ... each as one line of JSON made of its parts. */
export function languageFiles(): Map<string, string> {
  const words = new Map<string, Record<string, unknown>>();
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  for (const name of names.filter(each => each.endsWith('.json'))) {
    const [language = '', part] = name.slice(0, -'.json'.length).split('/');
    const file = part === undefined ? language : `${language}/${volumeOf(part)}`;
    const found = words.get(file) ?? {};
    for (const [key, value] of Object.entries(JSON.parse(readFileSync(join(folder, name), 'utf8')))) {
      // One would hide the other, in the file and in the browser.
      if (key in found) throw new Error(`${name}: the words "${key}" are in another part of ${file} as well`);
      found[key] = value;
    }
    words.set(file, found);
  }
  return new Map([...words].map(([file, content]) => [file, JSON.stringify(content)]));
}

/** Publishes the language files under their specified names, `assets/i18n/it.json`, without a hash. */
export function languageFilesPlugin(): Plugin {
  return {
    name: 'language-files',
    generateBundle() {
      for (const [file, source] of languageFiles()) {
        this.emitFile({ type: 'asset', fileName: `assets/i18n/${file}.json`, source });
      }
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const [, file = ''] = /^\/assets\/i18n\/([\w/-]+)\.json/.exec(request.url ?? '') ?? [];
        const source = languageFiles().get(file);
        if (source === undefined) return next();
        response.setHeader('Content-Type', 'application/json');
        response.end(source);
      });
    },
  };
}
