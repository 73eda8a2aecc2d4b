import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { contentTag } from './etag';
import { pageHeaders } from './security-headers';

/** A file of the console, in memory: the whole bundle is a few hundred kB. */
export interface StaticFile {
  readonly type: string;
  readonly plain: Buffer;
  /** Precompressed by the build; null where that would not be smaller. */
  readonly gzip: Buffer | null;
  /** ETag of the plain content, without quotes. */
  readonly tag: string;
}

export interface Bundle {
  /** Files by their path in a URL, with the leading slash. */
  readonly files: ReadonlyMap<string, StaticFile>;
  /** The build of the console: the hash in the name of its module script. Empty without a bundle. */
  readonly build: string;
  /** On every answer that is not below `/assets/`, by what the page has within it. */
  readonly pageHeaders: Readonly<Record<string, string>>;
}

const types: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json; charset=utf-8',
  svg: 'image/svg+xml; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  webmanifest: 'application/manifest+json; charset=utf-8',
  woff2: 'font/woff2',
  png: 'image/png',
  ico: 'image/x-icon',
};

const entryScript = /<script type="module"[^>]* src="[^"]*-([\w-]{8})\.js"/;

export const noBundle: Bundle = { files: new Map(), build: '', pageHeaders: pageHeaders() };

/** The ending of a path's last segment, lower case, empty without one. */
export function extensionOf(path: string): string {
  return /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? '';
}

/**
 * Changes with every new index.html, which is the last file that an upgrade writes; null if absent. Its modification time alone
 * is not enough: some images give the same time to all files.
 */
export function indexMark(folder: string): string | null {
  const [plain, packed] = ['index.html', 'index.html.gz'].map(name =>
    statSync(join(folder, name), { throwIfNoEntry: false }),
  );
  const stat = plain ?? packed;
  return stat ? [stat.dev, stat.ino, stat.mtimeMs, stat.ctimeMs].join() : null;
}

/** Reads every servable file of a folder; a file may be there plain, as `.gz`, or both. Unknown types and dotfiles are left out. */
export function readBundle(folder: string): Bundle {
  const files = new Map<string, StaticFile>();
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const paths = new Set(names.map(name => `/${name.replaceAll('\\', '/').replace(/\.gz$/, '')}`));
  for (const path of paths) {
    const type = types[extensionOf(path)];
    if (type === undefined || path.includes('/.')) continue;
    const gzip = readIfThere(join(folder, `${path}.gz`));
    const plain = readIfThere(join(folder, path)) ?? (gzip && gunzipSync(gzip));
    if (plain) files.set(path, { type, plain, gzip, tag: contentTag(plain) });
  }
  const index = files.get('/index.html')?.plain.toString() ?? '';
  return { files, build: entryScript.exec(index)?.[1] ?? '', pageHeaders: pageHeaders(index) };
}

function readIfThere(path: string): Buffer | null {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ? readFileSync(path) : null;
}
