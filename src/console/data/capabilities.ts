import type { Capabilities } from '../../contract/capabilities';
import { isObject, listIn, numberWithin } from './read';

/** What the box under the datalogger can do. */
export type BoxCapabilities = Capabilities;

const flags = [
  'registra',
  'rete',
  'dns',
  'vlan',
  'nome_host',
  'ntp',
  'orologio',
  'sincronizzazione',
  'fuso',
  'riavvio',
  'riavvio_router',
  'spegnimento',
  'prova_ups',
] as const;
type Flag = (typeof flags)[number];

/** More relays or inputs than any box has are invalid. */
const most = 64;

/** Null where the datalogger does not say it. What a list leaves out is not possible. */
export function readCapabilities(raw: unknown): BoxCapabilities | null {
  if (!isObject(raw)) return null;
  const possible = Object.fromEntries(flags.map(flag => [flag, raw[flag] === true])) as Record<Flag, boolean>;
  const kinds = listIn(raw.ups);
  return {
    ...possible,
    uscite: numberWithin(raw.uscite, 0, most) ?? 0,
    ingressi: numberWithin(raw.ingressi, 0, most) ?? 0,
    ups: (['contatti', 'nut'] as const).filter(kind => kinds.includes(kind)),
  };
}
