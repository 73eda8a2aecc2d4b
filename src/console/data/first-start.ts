import { readObject } from './read';
import { resource } from './resource';

/**
 * Whether the first visitor creates the administrator, and whether the set-up code is required (when the datalogger has lost its accounts).
 */
export type FirstStart = 'no' | 'free' | 'with-code';

export const firstStart = resource('GET auth/primo_avvio', {}, (raw): FirstStart => {
  const { necessario, codice } = readObject(raw, 'first start');
  if (necessario !== true) return 'no';
  return codice === true ? 'with-code' : 'free';
});
