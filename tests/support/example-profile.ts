import type { ProfileDraft } from '../../src/contract/profile-draft';
import type { TestDatalogger } from './datalogger';

/** A profile as somebody might bring it: a meter of no maker. */
export const exampleProfile = {
  format: 1,
  key: 'example-meter',
  maker: 'Nobody',
  series: 'M1',
  kind: 'contatori',
  sources: [{ document: 'The manual of a meter that there is not', version: '1', pages: '3' }],
  tried: false,
  fc: 3,
  documentOffset: 0,
  order: 'ABCD',
  main: [{ from: 10, count: 6 }],
  slow: [],
  points: {
    p: { at: 10, type: 'i32', times: -1, per: 1000 },
    f: { at: 12, type: 'u16', per: 100 },
    e_prel: { at: 14, type: 'u32', per: 10 },
  },
  inputs: [],
  states: null,
  identity: null,
} as const;

export const exampleProfileText = JSON.stringify(exampleProfile, null, 2);

/** Registers of such a meter that somebody has written down. */
export const exampleDump = { funzione: 3, da: 10, valori: [0xffff, 0xfc18, 4998, 0, 0, 12_345] } as const;

/** The same meter, as a person names its registers. */
export const exampleDraft: ProfileDraft = {
  tipo: 'contatori',
  marca: 'Nobody',
  modello: 'M1',
  lettura: 3,
  ordine: 'ABCD',
  registri: [
    { grandezza: 'p', registro: 10, dato: 'i32', scala: -3, scala_da: null },
    { grandezza: 'f', registro: 12, dato: 'u16', scala: -2, scala_da: null },
    { grandezza: 'e_prel', registro: 14, dato: 'u32', scala: -1, scala_da: null },
  ],
};

/** The key of a profile that is kept. */
export function keptProfile({ config }: TestDatalogger): string {
  const { key } = exampleProfile;
  config.profiles.write({ ...config.profiles.read().value, [key]: exampleProfileText }, null);
  return key;
}
