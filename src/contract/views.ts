import * as v from 'valibot';
import { longestViewName } from './analysis-limits';
import type { Endpoint } from './endpoint';
import { line } from './text';

/*
 * Views of the archive that an account has kept. What a view shows is in the query of its address, so that an address alone shows the same
 * to everybody; what is kept is a name for it. Each account has its own, and they end with it.
 */

const ViewName = v.pipe(line(longestViewName), v.minLength(1));
/** The query of an address, as a browser writes it, without its question mark. */
const ViewQuery = v.pipe(v.string(), v.maxLength(1000), v.regex(/^[\w=&.,%+*~-]+$/));

export const KeptView = v.strictObject({ id: v.number(), nome: v.string(), ricerca: v.string() });
export type KeptView = v.InferOutput<typeof KeptView>;

export const viewEndpoints = {
  /** Of the caller, by name. */
  'GET analisi/viste': {
    may: 'session',
    reply: v.strictObject({ viste: v.array(KeptView) }),
    cache: 'etag',
  },
  /** Takes the place of the view of the same name. 409 where there are as many as an account may have. */
  'POST analisi/viste': {
    may: 'session',
    body: v.strictObject({ nome: ViewName, ricerca: ViewQuery }),
    reply: KeptView,
  },
  /** 404 for a view of another account. */
  'DELETE analisi/viste/:id': { may: 'session' },
} as const satisfies Record<string, Endpoint>;
