import type { AddedLanguage } from '../browser/added-languages';
import { objectsIn, readObject } from './read';
import { resource } from './resource';

/**
 * Whether the first visitor creates the administrator, and whether the set-up code is required (when the datalogger has lost its accounts).
 */
export type FirstStart = 'no' | 'free' | 'with-code';

/** With the languages that were added on the device. */
export const firstStart = resource('GET auth/primo_avvio', {}, raw => {
  const { necessario, codice, lingue } = readObject(raw, 'first start');
  const state: FirstStart = necessario !== true ? 'no' : codice === true ? 'with-code' : 'free';
  const added: readonly AddedLanguage[] = objectsIn(lingue);
  return { state, added };
});
