import { getByText } from '@testing-library/dom';
import { afterEach, expect, test } from 'vitest';
import { Orders } from '../../../../src/console/screens/controller/Orders';
import type { BusLimit, BusLoop, BusOrder } from '../../../../src/contract/bus-orders';
import { type ConsolePage, openConsole } from '../../../support/console-page';
import { eventually } from '../../../support/eventually';
import { exampleLoop as closed, ExampleBus, exampleOrder } from '../../../support/example-bus';

let page: ConsolePage;
afterEach(() => page.close());

const none = {
  chiesto: null,
  scritto: null,
  riletto: null,
  misurato: null,
  ritorno: null,
  ritorna: true,
} as const;

async function rowsOf(orders: readonly BusOrder[], loop: BusLoop | null = closed, fields: object = {}) {
  page = await openConsole('admin', ['shell', 'table', 'controller', 'commands']);
  const fieldBus = new ExampleBus();
  fieldBus.orders = () => orders;
  fieldBus.loop = () => loop;
  page.datalogger.plant.fieldBus = fieldBus;
  page.change('/api/bus/ordini', fields);
  const screen = page.show(<Orders />);
  await eventually(() => expect(screen.querySelectorAll('tbody tr')).toHaveLength(orders.length));
  const rows = [...screen.querySelectorAll('tbody tr')].map(row =>
    [...row.children].map(cell => cell.textContent?.replaceAll('\u00a0', ' ')),
  );
  return { screen, rows };
}

test('of each inverter there is what was asked, written, read back and measured, and when it ends by itself', async () => {
  const { screen, rows } = await rowsOf([
    exampleOrder,
    { ...exampleOrder, id: 2, nome: 'INV 02', ritorno: null, riletto: 80, esito: 'diverso' },
    {
      ...exampleOrder,
      id: 3,
      nome: 'INV 03',
      grandezza: 'cosfi',
      chiesto: -0.95,
      esito: 'muto',
      riletto: null,
    },
    { ...none, id: 4, nome: 'INV 04', grandezza: 'p', misurato: 71.26, esito: 'nessuno' },
    // Known before anything is written: this one keeps its limit.
    { ...none, id: 6, nome: 'INV 06', grandezza: 'p', ritorna: false, misurato: 70, esito: 'nessuno' },
    { ...none, id: 5, nome: 'INV 05', grandezza: 'p', chiesto: 60, esito: 'non_comandabile' },
  ]);
  expect(rows).toEqual([
    ['INV 01, P', '60,0 %', '60,0 %', '60,0 %', '59,7 %', '120 s', 'Verificato'],
    ['INV 02, P', '60,0 %', '60,0 %', '80,0 %', '59,7 %', 'mai', 'Segue altro'],
    ['INV 03, cos φ', '−0,950', '60,000', '—', '59,700', '120 s', 'Non risponde'],
    ['INV 04, P', '—', '—', '—', '71,3 %', '—', '—'],
    ['INV 06, P', '—', '—', '—', '70,0 %', 'mai', '—'],
    ['INV 05, P', '60,0 %', '—', '—', '—', '—', 'Senza modello 123 o 704 né profilo'],
  ]);
  getByText(screen, 'Verificati 1 su 4');
});

test.each<[BusLimit, RegExp]>([
  [{ percento: 60, fonte: 'gestore', da: '10.0.0.3' }, /^Limite 60,0.% · Distributore 10\.0\.0\.3$/],
  [{ percento: 60, fonte: 'terzi', da: '10.0.0.4' }, /^Limite 60,0.% · 10\.0\.0\.4$/],
  [{ percento: 60, fonte: 'programma', da: '' }, /^Limite 60,0.% · Locale$/],
])('whose limit is in force: %j', async (limite, words) => {
  const { screen } = await rowsOf([exampleOrder], closed, { limite });
  getByText(screen, words);
});

test.each<[BusLoop | null, RegExp]>([
  [closed, /^Anello chiuso su M1 · obiettivo 600,0.kW · ritardo 2,1.s · inverter compensati: 1$/],
  [
    { ...closed, stato: 'aperto', compensati: 0 },
    /^Anello aperto con margine: M1 muto · obiettivo 600,0.kW · ritardo 2,1.s$/,
  ],
  [{ ...closed, stato: 'libero', obiettivo: null, compensati: 0 }, /^Nulla da regolare · ritardo 2,1.s$/],
  [null, /^Senza regolazione al punto di consegna\.$/],
])('how the point of delivery is regulated: %j', async (loop, words) => {
  const { screen } = await rowsOf([exampleOrder], loop);
  getByText(screen, words);
});
