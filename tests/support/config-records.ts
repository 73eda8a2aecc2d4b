import { type ConfigKind, type ConfigOf, completed, type RecordOf } from '../../src/contract/config/kinds';
import type { TestDatalogger } from './datalogger';

/** The required fields of a record that have no default. */
const least = {
  inverters: { nome: 'Inverter', pn: 100, kwp: 120 },
  'box-stringhe': { nome: 'Quadro', ingressi: 8, inverter: 1 },
  contatori: { nome: 'Contatore', ruolo: 'consumo' },
  sensori: { nome: 'Sensore', tipo: 'poa' },
  'protezioni-interfaccia': {
    nome: 'Protezione',
    norma: 'CEI 0-16',
    un: 20_000,
    funzioni: [{ codice: '59.S1', soglia: 1.1, tempo: 3 }],
  },
  'digital-signals': { nome: 'Segnale', modulo: 60, canale: 1 },
  'moduli-io': { nome: 'Modulo', numero: 60 },
  trackers: { nome: 'Inseguitore' },
  cci: { nome: 'Controllore', pimm: 1000, qind: 484, qcap: 484, smax: 1100 },
} as const satisfies Record<ConfigKind, object>;

/** A valid record of a kind, of a device that the simulator can answer for, with `changes`. */
export function newRecord<K extends ConfigKind>(kind: K, changes: Partial<ConfigOf<K>> = {}): ConfigOf<K> {
  const simulated = kind === 'digital-signals' ? {} : { protocollo: 'sim' };
  return completed(kind, { ...least[kind], ...simulated, ...changes });
}

/** The first record of a kind. If the plant has none, one is added. */
export function firstOf<K extends ConfigKind>({ config }: TestDatalogger, kind: K): RecordOf<K> {
  const [known] = config.devices.all()[kind];
  if (known) return known;
  const made = config.devices.find(kind, config.devices.create(kind, newRecord(kind)));
  if (!made) throw new Error(`${kind} cannot be configured`);
  return made;
}

/** The fields of a record that can be sent. */
export function bodyOf<K extends ConfigKind>(record: RecordOf<K>): ConfigOf<K> {
  const { id: _, versione: __, ...body } = record;
  // TypeScript cannot infer that a generic record without these fields is the body.
  return body as unknown as ConfigOf<K>;
}
