import * as v from 'valibot';
import type { Endpoint } from './endpoint';

const Value = v.nullable(v.number());

/** What is expected of the rest of the day. Powers are means of quarters of an hour in kW, of the whole plant. */
export const Forecast = v.strictObject({
  /** What the day will have yielded at sunset, kWh, as likely more as less. Null while too little is known or a device is missing in the energy of today. */
  totale: Value,
  /** On four days of five it lies between these, kWh. */
  basso: Value,
  alto: Value,
  /** How many earlier days it rests on. */
  giorni: v.number(),
  /** Start of the first quarter, epoch seconds; null where the plant's place is not known or no light is to come. */
  da: Value,
  /** From the first quarter with light on: under a clear sky, and what is expected, null for what is over. */
  sereno: v.array(v.number()),
  attesa: v.array(Value),
});
export type Forecast = v.InferOutput<typeof Forecast>;

export const forecastEndpoints = {
  /** Changes with every quarter of an hour. */
  'GET previsione': { may: 'session', reply: Forecast },
} as const satisfies Record<string, Endpoint>;
