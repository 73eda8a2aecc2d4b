import * as v from 'valibot';
import type { Endpoint } from './endpoint';
import { mostLogoText } from './logo-limits';

/* The logo of the plant, at the head of the documents that the datalogger makes. */

/** `immagine`: a JPEG in Base64; empty for none. */
export const Logo = v.strictObject({
  immagine: v.pipe(v.string(), v.regex(/^([A-Za-z0-9+/]+={0,2})?$/), v.maxLength(mostLogoText)),
});
export type Logo = v.InferOutput<typeof Logo>;

export const logoEndpoints = {
  'GET impianto/:id/logo': { may: 'session', reply: Logo, cache: 'etag' },
  /** 422 for anything but a JPEG. */
  'PUT impianto/:id/logo': { may: 'admin', body: Logo, reply: Logo, mostBytes: 100_000 },
} as const satisfies Record<string, Endpoint>;
