import { readdirSync, readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const folder = new URL('../../src/console/i18n/languages/', import.meta.url);

/** `assets/i18n/it.json`, `assets/i18n/it/shell.json`, ... -> the source file. */
function languageFiles(): Map<string, URL> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name =>
    name.endsWith('.json'),
  );
  return new Map(names.map(name => [`assets/i18n/${name}`, new URL(name, folder)]));
}

/** Publishes the language files under their specified names, without a hash and without white space. */
export function languageFilesPlugin(): Plugin {
  return {
    name: 'language-files',
    generateBundle() {
      for (const [fileName, source] of languageFiles()) {
        const text = JSON.stringify(JSON.parse(readFileSync(source, 'utf8')));
        this.emitFile({ type: 'asset', fileName, source: text });
      }
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const source = languageFiles().get((request.url ?? '').slice(1).replace(/\?.*/, ''));
        if (!source) return next();
        response.setHeader('Content-Type', 'application/json');
        response.end(readFileSync(source));
      });
    },
  };
}
