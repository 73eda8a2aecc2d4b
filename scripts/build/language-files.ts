import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { type Dictionary, pack } from '../../src/console/i18n/packed.ts';
import { bundleOf } from '../../src/console/i18n/words.ts';

const folder = join(import.meta.dirname, '../../src/console/i18n/languages');
/** The texts of the e-mails are not published, because the datalogger writes them and no screen shows them. */
const unpublishedPart = 'mail';

interface Published {
  /** `it` with keys and texts; `it/home` and so on with the texts alone. Each is one line of JSON. */
  readonly files: ReadonlyMap<string, string>;
  /** The keys of each bundle, as JSON. */
  readonly keys: ReadonlyMap<string, string>;
}

/** The published files of all languages. */
export function languageFiles(): Published {
  const files = new Map<string, string>();
  const keys = new Map<string, string>();
  for (const [bundle, languages] of bundles()) {
    if (bundle === null) {
      for (const [language, words] of languages) files.set(language, JSON.stringify(words));
      continue;
    }
    const packed = pack(languages, markOf);
    keys.set(bundle, JSON.stringify(packed.keys));
    for (const [language, texts] of packed.texts) files.set(`${language}/${bundle}`, JSON.stringify(texts));
  }
  return { files, keys };
}

const markOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 8);

/** The texts of each bundle by language; the key null is the base file. */
function bundles(): Map<string | null, Map<string, Dictionary>> {
  const found = new Map<string | null, Map<string, Dictionary>>();
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  for (const name of names.filter(each => each.endsWith('.json'))) {
    const [language = '', part] = name.slice(0, -'.json'.length).split('/');
    if (part === unpublishedPart) continue;
    const bundle = part === undefined ? null : bundleOf(part);
    const languages = found.get(bundle) ?? new Map<string, Dictionary>();
    const words = languages.get(language) ?? {};
    const added: Dictionary = JSON.parse(readFileSync(join(folder, name), 'utf8'));
    // A key in two parts would replace its own text, in the file and in the browser.
    const twice = Object.keys(added).find(key => key in words);
    if (twice) throw new Error(`${name}: the words "${twice}" are in another part of ${bundle} as well`);
    languages.set(language, { ...words, ...added });
    found.set(bundle, languages);
  }
  return found;
}

const keysModule = 'virtual:word-keys';

/**
 * The code of the virtual modules: `virtual:word-keys` imports the keys of each bundle, `virtual:word-keys/home` contains those of one.
 */
function keysCode(id: string): string {
  const { keys } = languageFiles();
  const bundle = id.slice(keysModule.length + 2);
  if (bundle !== '') return `export default ${keys.get(bundle)}`;
  const imports = [...keys.keys()].map(name => `'${name}': () => import('${keysModule}/${name}')`);
  return `export const wordKeys = {${imports.join()}}`;
}

/**
 * Publishes the language files with their specified names, `assets/i18n/it.json`, without a hash. The keys of their texts are code,
 * loaded with the screen that needs them.
 */
export function languageFilesPlugin(): Plugin {
  return {
    name: 'language-files',
    resolveId: id => (id.startsWith(keysModule) ? `\0${id}` : null),
    load: id => (id.startsWith(`\0${keysModule}`) ? keysCode(id) : null),
    generateBundle() {
      for (const [file, source] of languageFiles().files) {
        this.emitFile({ type: 'asset', fileName: `assets/i18n/${file}.json`, source });
      }
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const [, file = ''] = /^\/assets\/i18n\/([\w/-]+)\.json/.exec(request.url ?? '') ?? [];
        const source = languageFiles().files.get(file);
        if (source === undefined) return next();
        response.setHeader('Content-Type', 'application/json');
        response.end(source);
      });
    },
  };
}
