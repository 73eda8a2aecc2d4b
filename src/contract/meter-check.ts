import * as v from 'valibot';

/**
 * The power at a meter against that of all inverters, kW, export positive. `concorde`: signs and ratios are right. `verso`: it counts in
 * the other direction. `rapporto`: `volte` times too much or too little. `fase_girata`, `fase_assente`: one of three current transformers.
 * `in_sito`, `prelievo`: right if the site uses the difference. `fermo`: it shows no power. `diverso`: none of these explains it. `buio`:
 * the inverters make too little to compare.
 */
export const MeterCheck = v.strictObject({
  id: v.number(),
  nome: v.string(),
  kw: v.number(),
  inverter: v.number(),
  esito: v.picklist([
    'concorde',
    'verso',
    'rapporto',
    'fase_girata',
    'fase_assente',
    'in_sito',
    'prelievo',
    'fermo',
    'diverso',
    'buio',
  ]),
  volte: v.nullable(v.number()),
});
export type MeterCheck = v.InferOutput<typeof MeterCheck>;
