import { isObject, type Json } from './read';
import { resource } from './resource';

/** Every time whose values are marked as invalid, as the datalogger says it. */
export const invalidSpans = resource(
  'GET misure/invalide',
  {},
  (raw): readonly Json[] => (isObject(raw) && Array.isArray(raw.tratti) ? raw.tratti.filter(isObject) : []),
  { everyMs: 900_000 },
);
