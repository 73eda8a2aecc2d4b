import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesBelow } from './files';

export interface RuntimePackage {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  readonly folder: string;
  /** The files that are needed at run time, relative to the folder. */
  readonly files: readonly string[];
}

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

const manifestOf = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

/** Packages that are only part of the browser's bundle, and packages of the build. */
const isBundled = (name: string) =>
  ['react', 'react-dom', 'preact', 'wouter', 'i18next', '@picocss/pico'].includes(name);
/** Packages that are needed only to compile a native part. */
const isForBuilding = (name: string) => ['prebuild-install', 'node-gyp'].includes(name);

/** Files that are not delivered: documentation, types, tests and the sources of native parts. */
const isLeftOut = (file: string) =>
  /\.(md|markdown|d\.[cm]?ts|ts|map|flow|yml|c|cpp|cc|h|gyp|gypi|html|css|a|o|mk)$/i.test(file) ||
  /^(tests?|docs?|examples?|deps|src\/.*\.(lzz|cpp)|\.github|coverage|benchmark)\//i.test(file) ||
  /build\/(?!Release\/better_sqlite3\.node$)/.test(file) ||
  // Of pdfkit, for browsers.
  /pdfkit\.(browser|standalone|old)/.test(file) ||
  /(^|\/)\.[^/]+/.test(file);

/** The packages that the datalogger needs at run time, with their dependencies. */
export function runtimePackages(): RuntimePackage[] {
  const found = new Map<string, RuntimePackage>();
  const visit = (name: string, from: string) => {
    const nested = join(from, 'node_modules', name);
    const folder = existsSync(nested) ? nested : join('node_modules', name);
    if (found.has(folder) || isForBuilding(name)) return;
    const manifest = manifestOf(folder);
    const inner = join(folder, 'node_modules');
    const files = filesBelow(folder).filter(file => !file.startsWith('node_modules/') && !isLeftOut(file));
    found.set(folder, {
      name,
      version: manifest.version,
      licence: manifest.license ?? 'unknown',
      folder,
      files,
    });
    for (const each of Object.keys(manifest.dependencies ?? {})) {
      if (!each.startsWith('@types/')) visit(each, existsSync(inner) ? folder : '.');
    }
  };
  for (const name of Object.keys(manifestOf('.').dependencies ?? {})) if (!isBundled(name)) visit(name, '.');
  return [...found.values()].sort((a, b) => (a.folder < b.folder ? -1 : 1));
}

/** The packages that are in the browser's bundle. */
export function bundledPackages(): Omit<RuntimePackage, 'files'>[] {
  return Object.keys(manifestOf('.').dependencies ?? {})
    .filter(name => isBundled(name) && !name.startsWith('react'))
    .map(name => {
      const folder = join('node_modules', name);
      const { version, license } = manifestOf(folder);
      return { name, version, licence: license ?? 'unknown', folder };
    });
}

/** The licence texts of everything that is delivered, each once. */
export function licences(): string {
  const parts = [...bundledPackages(), ...runtimePackages()].map(({ name, version, licence, folder }) => {
    const file = readdirSync(folder).find(each => /^(licen[cs]e|copying)/i.test(each));
    const text = file ? readFileSync(join(folder, file), 'utf8').trim() : `Licence: ${licence}`;
    return `${name} ${version} (${licence})\n\n${text}\n`;
  });
  const head = 'Meridiana contains or comes with these packages, under their own licences.\n';
  return [head, ...parts].join(`\n${'-'.repeat(80)}\n\n`);
}
