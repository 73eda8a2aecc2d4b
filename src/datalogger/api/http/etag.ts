import { createHash } from 'node:crypto';

/** An ETag computed only from the content: the same on every device and after every restart. */
export function contentTag(bytes: string | Uint8Array): string {
  return createHash('sha256').update(bytes).digest('base64url').slice(0, 16);
}

/** Whether an `If-None-Match` names `etag`, by weak comparison (RFC 9110, 13.1.2). */
export function isNamedBy(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false;
  if (ifNoneMatch.trim() === '*') return true;
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '');
  return ifNoneMatch.split(',').some(tag => opaque(tag) === opaque(etag));
}
