import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

const gzipAsync = promisify(gzip);
/** Bytes below which compression saves less than its own header costs. */
const smallest = 300;

/** Whether an `Accept-Encoding` takes gzip. */
export function acceptsGzip(acceptEncoding: string | null): boolean {
  for (const offer of (acceptEncoding ?? '').split(',')) {
    const [coding = '', quality = ''] = offer.split(';').map(part => part.trim().toLowerCase());
    if (coding === 'gzip' || coding === '*') return !/^q=0(\.0*)?$/.test(quality);
  }
  return false;
}

/** The same answer with a gzip body where that is smaller. The ETag stays, because it is of the content. */
export async function compressed(request: Request, response: Response): Promise<Response> {
  if (!response.body || !isText(response) || response.headers.has('content-encoding')) return response;
  const bytes = new Uint8Array(await response.arrayBuffer());
  const { headers, status } = response;
  if (bytes.byteLength < smallest) return new Response(bytes, { status, headers });
  headers.append('Vary', 'Accept-Encoding');
  if (!acceptsGzip(request.headers.get('accept-encoding'))) return new Response(bytes, { status, headers });
  headers.set('Content-Encoding', 'gzip');
  return new Response(await gzipAsync(bytes), { status, headers });
}

function isText(response: Response): boolean {
  return /^(application\/json|text\/)/.test(response.headers.get('content-type') ?? '');
}
