import { beforeAll, describe, expect, test } from 'vitest';
import { setPlantTime } from '../../../../src/console/data/plant-clock';
import { sentenceWords, titleWords } from '../../../../src/console/screens/dashboard/head-words';
import type { Live } from '../../../../src/console/screens/dashboard/live';
import { summaryOf } from '../../../../src/console/screens/dashboard/plant-summary';
import { type exampleInverter, exampleLive, withInverters } from '../../../support/live-plant';
import { speakItalian } from '../../../support/words';

beforeAll(() => speakItalian(['devices', 'dashboard']));

const allOf = (change: Parameters<typeof exampleInverter>[1], plant: Partial<Live['plant']> = {}): Live => {
  const live = exampleLive();
  return {
    ...live,
    plant: { ...live.plant, ...plant },
    inverters: live.inverters.map(inverter => ({ ...inverter, ...change })),
  };
};
const withFault = (live: Live): Live => ({
  ...live,
  inverters: live.inverters.map((inverter, index) =>
    index === 6 ? { ...inverter, kind: 'fault' } : inverter,
  ),
});
setPlantTime(exampleLive().t, { sentMs: performance.now(), receivedMs: performance.now() });
const openDevice = exampleLive().protection;

test.each<[name: string, live: Live, title: string, sentence: string]>([
  ['all at work', exampleLive(), 'In produzione', 'Tutti e 10 gli inverter in produzione.'],
  [
    'the day of the design',
    withInverters({
      4: { kind: 'limited' },
      7: { kind: 'fault' },
      9: { kind: 'silent', sampledS: exampleLive().t - 370 },
    }),
    'In produzione, con anomalie',
    '8 inverter su 10 erogano, 1 dei quali limitato. INV 07 è in guasto; INV 09 non comunica da 6\u00a0min.',
  ],
  [
    'limited by their own heat is no anomaly',
    withInverters({ 1: { kind: 'limited' }, 2: { kind: 'limited' } }),
    'In produzione',
    'Tutti e 10 gli inverter in produzione, 2 dei quali limitati.',
  ],
  ['all of them limited', allOf({ kind: 'limited' }), 'In produzione', 'Tutti e 10 gli inverter limitati.'],
  [
    'two are both',
    exampleLive({ inverters: exampleLive().inverters.slice(0, 2) }),
    'In produzione',
    'Entrambi gli inverter in produzione.',
  ],
  [
    'many of a kind are a number',
    withInverters({ 1: { kind: 'fault' }, 2: { kind: 'fault' }, 3: { kind: 'fault' }, 4: { kind: 'fault' } }),
    'In produzione, con anomalie',
    '6 inverter su 10 erogano. 4 inverter in guasto.',
  ],
  [
    'two of a kind are named together',
    withInverters({ 1: { kind: 'service' }, 2: { kind: 'service' } }),
    'In produzione, con anomalie',
    '8 inverter su 10 erogano. INV 01 e INV 02 sono fuori servizio.',
  ],
  [
    'limited by the operator',
    exampleLive({ limitPercent: 40 }),
    'Limitato dal distributore al 40\u00a0%',
    'Tutti e 10 gli inverter in produzione.',
  ],
  [
    'held by the operator',
    { ...allOf({ kind: 'stopped' }), limitPercent: 0 },
    'Fermo per ordine del distributore',
    '10 inverter arrestati.',
  ],
  [
    'at night',
    allOf({ kind: 'waiting', powerKw: 0 }, { poa: 0 }),
    'Notte: impianto a riposo',
    'Gli inverter riprendono con il sole.',
  ],
  [
    'at night, without a sensor',
    allOf({ kind: 'waiting', powerKw: 0 }, { poa: null }),
    'Notte: impianto a riposo',
    'Gli inverter riprendono con il sole.',
  ],
  [
    'at night, with an inverter that will not start again',
    withFault(allOf({ kind: 'waiting', powerKw: 0 }, { poa: 0 })),
    'Notte: INV 07 è in guasto',
    '',
  ],
  [
    'in the sun, and nothing',
    allOf({ kind: 'waiting', powerKw: 0 }, { poa: 800 }),
    'Impianto fermo',
    'Nessun inverter su 10 eroga.',
  ],
  [
    'the interface device is open',
    exampleLive({ protection: openDevice && { ...openDevice, interfaceDevice: 'open' } }),
    'Impianto staccato dalla rete',
    'Il dispositivo di interfaccia è aperto. Tutti e 10 gli inverter in produzione.',
  ],
  [
    'nobody answers the datalogger',
    allOf({ kind: 'silent', sampledS: exampleLive().t - 90 }),
    'Stato non noto',
    '10 inverter non comunicano da almeno 1\u00a0min.',
  ],
  [
    'no inverters',
    exampleLive({ inverters: [] }),
    'Nessun inverter configurato',
    'Un amministratore può aggiungere gli inverter nella configurazione dell’impianto.',
  ],
])('%s', (_, live, title, sentence) => {
  const summary = summaryOf(live);
  expect([titleWords(summary), sentenceWords(summary)]).toEqual([title, sentence]);
});

describe('counts', () => {
  test('an inverter that starts is neither at work nor an exception', () => {
    expect(summaryOf(withInverters({ 1: { kind: 'starting' } }))).toMatchObject({
      title: 'producing',
      producing: 9,
      total: 10,
      named: {},
    });
  });
});
