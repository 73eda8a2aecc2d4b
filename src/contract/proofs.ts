import * as v from 'valibot';
import { Lingua } from './account';
import type { Endpoint } from './endpoint';

/** A table that the datalogger words. `decimali`: of the numbers in it; texts are shown as they are. */
const ProofSheet = v.strictObject({
  nome: v.string(),
  titolo: v.string(),
  colonne: v.array(
    v.strictObject({
      nome: v.string(),
      unita: v.string(),
      decimali: v.number(),
      valori: v.array(v.nullable(v.union([v.number(), v.string()]))),
    }),
  ),
});
export type ProofSheet = v.InferOutput<typeof ProofSheet>;

/**
 * What a month or a year proves, each number with its source and formula: the values that were agreed (of a month or year with a budget), the
 * capacity test (ASTM E2848, IEC 61724-2), and how uncertain PR and EPI are by the classes and calibrations of the instruments.
 */
export const Proofs = v.strictObject({ fogli: v.array(ProofSheet) });
export type Proofs = v.InferOutput<typeof Proofs>;

export const proofEndpoints = {
  /** 403 for a cci user, who reads no reports. */
  'GET verifiche': {
    may: 'session',
    query: v.strictObject({
      tipo: v.picklist(['mensile', 'annuale']),
      d: v.pipe(v.string(), v.regex(/^\d{4}(-(0[1-9]|1[0-2]))?$/)),
      lingua: v.optional(Lingua),
    }),
    reply: Proofs,
  },
} as const satisfies Record<string, Endpoint>;
