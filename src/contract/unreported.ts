import * as v from 'valibot';
import type { Endpoint } from './endpoint';
import { groups } from './points';

/** Points that devices of a group have never reported since the datalogger started, although the devices were online by day. */
export const Unreported = v.array(
  v.strictObject({ gruppo: v.picklist(groups), id: v.array(v.number()), punti: v.array(v.string()) }),
);
export type Unreported = v.InferOutput<typeof Unreported>;

export const unreportedEndpoints = {
  'GET dati_impianto/mancanti': { may: 'session', reply: Unreported, cache: 'etag' },
} as const satisfies Record<string, Endpoint>;
