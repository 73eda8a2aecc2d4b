import * as v from 'valibot';

/** What a number is in: forms show it beside the field. */
export const unit = <T extends number = number>(name: string) =>
  v.metadata<T, { readonly unit: string }>({ unit: name });

/** A number from `min` to `max`, both included. */
export const range = (min: number, max: number, unitName = '') =>
  v.pipe(v.number(), v.minValue(min), v.maxValue(max), unit(unitName));

/** The same without decimals: counts, delays, ports. */
export const wholeRange = (min: number, max: number, unitName = '') =>
  v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max), unit(unitName));
