import { isObject, type Json, objectsIn } from './read';
import { resource } from './resource';

/** Every time whose values are marked as invalid, as the datalogger says it. */
export const invalidSpans = resource(
  'GET misure/invalide',
  {},
  (raw): readonly Json[] => (isObject(raw) ? objectsIn(raw.tratti) : []),
  { everyMs: 900_000 },
);
