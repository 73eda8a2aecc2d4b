import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { type Dictionary, pack } from '../../src/console/i18n/packed.ts';
import { bundleOf } from '../../src/console/i18n/words.ts';

const folder = join(import.meta.dirname, '../../src/console/i18n/languages');
/** Of the e-mails, which the datalogger writes: no screen shows them. */
const unpublishedPart = 'mail';

/** The published language files: `it` whole, `keys/shell` and `it/shell` and so on packed, each as one line of JSON. */
export function languageFiles(): Map<string, string> {
  const published = new Map<string, unknown>();
  for (const [bundle, languages] of bundles()) {
    if (bundle === null) for (const [language, words] of languages) published.set(language, words);
    else for (const [file, content] of pack(bundle, languages, markOf)) published.set(file, content);
  }
  return new Map([...published].map(([file, content]) => [file, JSON.stringify(content)]));
}

const markOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 8);

/** The words of each bundle by language; null is the base file. */
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
    // One would hide the other, in the file and in the browser.
    const twice = Object.keys(added).find(key => key in words);
    if (twice) throw new Error(`${name}: the words "${twice}" are in another part of ${bundle} as well`);
    languages.set(language, { ...words, ...added });
    found.set(bundle, languages);
  }
  return found;
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
