import * as v from 'valibot';
import { costCauses } from './loss-causes';

/** Energy lost, kWh, and what it would have earned, €: null without a price. */
const Cost = { persa: v.number(), valore: v.nullable(v.number()) };
const CostsByCause = v.array(v.strictObject({ causa: v.picklist(costCauses), ...Cost }));

/**
 * Everything that cost energy in a time: by cause, and by device and cause, what lost most first. `id` null: the plant, which loses by dirt.
 * Causes and devices add up to the same sum. Strings count on their DC side.
 */
export const Costs = v.strictObject({
  ...Cost,
  cause: CostsByCause,
  dispositivi: v.array(
    v.strictObject({ id: v.nullable(v.number()), nome: v.string(), ...Cost, cause: CostsByCause }),
  ),
});
export type Costs = v.InferOutput<typeof Costs>;
