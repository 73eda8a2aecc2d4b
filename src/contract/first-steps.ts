import * as v from 'valibot';
import type { Endpoint } from './endpoint';
import { firstSteps } from './first-step-names';

/*
 * What an administrator does once after the first start. Whether a step is done is judged by what is configured, never by what was
 * pressed. The list is over when every step is done, or when an administrator ends it; a simulated plant has none.
 */

/** d that a step stays out of sight when it is put off. */
export const putOffDays = 7;

export const FirstSteps = v.strictObject({
  finito: v.boolean(),
  passi: v.array(
    v.strictObject({
      passo: v.picklist(firstSteps),
      fatto: v.boolean(),
      /** Epoch seconds of the device's clock until which it is put off; null where it is not. */
      rinviato: v.nullable(v.number()),
    }),
  ),
});
export type FirstSteps = v.InferOutput<typeof FirstSteps>;

export const firstStepEndpoints = {
  'GET sistema/primi-passi': { may: 'admin', reply: FirstSteps, cache: 'etag' },
  /** Puts a step off. */
  'POST sistema/primi-passi/rinvia': {
    may: 'admin',
    body: v.strictObject({ passo: v.picklist(firstSteps) }),
    reply: FirstSteps,
  },
  /** Ends the list for good. */
  'POST sistema/primi-passi/fine': { may: 'admin', reply: FirstSteps },
} as const satisfies Record<string, Endpoint>;
