import type { ConfigKind } from '../../src/contract/config/kinds';
import { newRecord } from './config-records';
import type { TestDatalogger } from './datalogger';
import { examplePlant } from './example-calls';
import { type Table, TableSource } from './table-source';

/** Two inverters, a box with one string, two meters, two sensors, a contact, a protection and a tracker, at noon in June. */
export const table: Table = {
  inverter: {
    1: {
      pac: 81.5,
      qac: 4,
      pdc: 83,
      udc: 712,
      uab: 398,
      ubc: 401,
      uca: 400,
      fac: 50.01,
      etot: 120_400,
      evt: 0,
    },
    2: { pac: 79.25, qac: 3, pdc: 80.9, udc: 705, fac: 50.01, etot: 118_250, evt: 0 },
  },
  stringhe: { '1.1': { i: 8.75, u: 712 }, '1.2': { i: 8.6, u: 712 } },
  contatori: {
    1: { p: 160.1, qac: 7, e_imm: 238_000, e_prel: 410 },
    2: { p: 131.4, qac: 5, e_imm: 190_000, e_prel: 30_000 },
  },
  sensori: { 1: { v: 905 }, 2: { v: 47.5 } },
  di: { 1: { raw: 0 } },
  spi: { 1: { state: 1, f: 50.01, uab: 20_010, ddi: 2, dg: 2 } },
  tracker: { 1: { state: 2, ang: -3.5, tgt: -3.4, modo: 0 } },
};

const records: readonly (readonly [ConfigKind, object])[] = [
  ['inverters', { nome: 'Est', pn: 100, kwp: 110 }],
  ['inverters', { nome: 'Ovest', pn: 100, kwp: 110 }],
  ['box-stringhe', { nome: 'Q1', ingressi: 2, inverter: 1 }],
  ['contatori', { nome: 'Produzione', ruolo: 'produzione' }],
  ['contatori', { nome: 'Scambio', ruolo: 'scambio' }],
  ['sensori', { nome: 'Piranometro', tipo: 'poa', primario: true }],
  ['sensori', { nome: 'Modulo', tipo: 'tmod' }],
  ['digital-signals', { nome: 'Porta', modulo: 1, canale: 1, segnale: 'doorOpen' }],
  ['protezioni-interfaccia', { nome: 'SPI' }],
  ['trackers', { nome: 'T1' }],
];

/** Configures this plant as an installer would. */
export async function configureTable(datalogger: TestDatalogger): Promise<void> {
  const token = datalogger.login('admin');
  const post = async (path: string, json: unknown) => {
    const response = await datalogger.request(`/api/${path}`, { method: 'POST', token, json });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  };
  await post('impianto', {
    ...examplePlant,
    nome: 'Impianto a tabella',
    fuso: 'Europe/Rome',
    lat: 41.9,
    long: 12.5,
    tilt: 30,
    azimut: 180,
    potenza_picco: 220,
    potenza_ca: 200,
  });
  for (const [kind, changes] of records) await post(`config/${kind}`, newRecord(kind, changes));
}

/** Options of a datalogger that reads the table; a test may change the table while it runs. */
export const readsTable = { source: (startAt: number) => new TableSource(table, startAt), hasPlant: false };
