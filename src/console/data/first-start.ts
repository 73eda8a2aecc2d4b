import { readObject } from './read';
import { resource } from './resource';

/** Whether the first visitor creates the administrator, and whether only with the set-up code of a datalogger that lost its accounts. */
export type FirstStart = 'no' | 'free' | 'with-code';

export const firstStart = resource('GET auth/primo_avvio', {}, (raw): FirstStart => {
  const { necessario, codice } = readObject(raw, 'first start');
  if (necessario !== true) return 'no';
  return codice === true ? 'with-code' : 'free';
});
