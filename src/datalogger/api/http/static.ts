import { isNamedBy } from './etag';
import { type Bundle, extensionOf, indexMark, noBundle, readBundle, type StaticFile } from './files';
import { fileHeaders } from './security-headers';

export interface StaticSite {
  /** `path` as sent, not decoded. */
  answer(request: Request, path: string): Response;
  /** The build that is served, empty without a bundle. */
  build(): string;
  /** The content of a file by its path; null where there is none. */
  textOf(path: string): string | null;
}

/** A file whose name contains a hash of its content: it can be cached for ever. */
const hashed = /^\/assets\/[^/]*-[\w-]{8,}\.(js|css|svg|woff2)$/;

/**
 * Serves the built console from memory: precompressed where accepted, ETags of the content, `index.html` for every page
 * of the console. Reads the folder again when its index.html changes. `folder` null: there is no console.
 */
export function createStaticSite(folder: string | null): StaticSite {
  let readAs: string | null = null;
  let bundle: Bundle = noBundle;
  const current = () => {
    const mark = folder === null ? null : indexMark(folder);
    if (folder !== null && mark !== null && mark !== readAs) {
      bundle = readBundle(folder);
      readAs = mark;
    }
    return bundle;
  };
  return {
    build: () => current().build,
    textOf: path => current().files.get(path)?.plain.toString() ?? null,
    answer(request, path) {
      const { files, pageHeaders } = current();
      const headers = path.startsWith('/assets/') ? fileHeaders : pageHeaders;
      if (request.method !== 'GET' && request.method !== 'HEAD')
        return refusal(405, { ...headers, Allow: 'GET, HEAD' });
      const wanted = decoded(path);
      const file = wanted === null ? undefined : (files.get(wanted) ?? pageOf(files, wanted));
      return file && wanted !== null ? fileResponse(request, file, wanted, headers) : refusal(404, headers);
    },
  };
}

/** The decoded path; null for one that no page or file can have: hidden names, dot segments, control characters. */
function decoded(path: string): string | null {
  try {
    const plain = decodeURIComponent(path);
    return /\/\.|[\\\p{Cc}]|\/\//u.test(plain) ? null : plain;
  } catch {
    return null;
  }
}

/** Pages of the console have no file extension; a path with one that is not found is 404. */
function pageOf(files: Bundle['files'], path: string): StaticFile | undefined {
  const isPage = extensionOf(path) === '' && path !== '/assets' && !path.startsWith('/assets/');
  return isPage ? files.get('/index.html') : undefined;
}

function fileResponse(
  request: Request,
  file: StaticFile,
  path: string,
  securityHeaders: Readonly<Record<string, string>>,
): Response {
  const isGzip = file.gzip !== null && acceptsGzip(request.headers.get('accept-encoding'));
  const etag = isGzip ? `"${file.tag}-gz"` : `"${file.tag}"`;
  const headers = new Headers({
    ...securityHeaders,
    'Cache-Control': hashed.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache',
    ETag: etag,
    Vary: 'Accept-Encoding',
  });
  if (isNamedBy(request.headers.get('if-none-match'), etag))
    return new Response(null, { status: 304, headers });
  const bytes = (isGzip && file.gzip) || file.plain;
  headers.set('Content-Type', file.type);
  headers.set('Content-Length', String(bytes.byteLength));
  if (isGzip) headers.set('Content-Encoding', 'gzip');
  return new Response(request.method === 'HEAD' ? null : new Uint8Array(bytes), { headers });
}

function refusal(status: 404 | 405, headers: Readonly<Record<string, string>>): Response {
  return new Response(status === 404 ? 'Not found\n' : 'Method not allowed\n', {
    status,
    headers: { ...headers, 'Cache-Control': 'no-store', 'Content-Type': 'text/plain; charset=utf-8' },
  });
}

/** Whether an `Accept-Encoding` takes gzip. */
export function acceptsGzip(acceptEncoding: string | null): boolean {
  for (const offer of (acceptEncoding ?? '').split(',')) {
    const [coding = '', quality = ''] = offer.split(';').map(part => part.trim().toLowerCase());
    if (coding === 'gzip' || coding === '*') return !/^q=0(\.0*)?$/.test(quality);
  }
  return false;
}
