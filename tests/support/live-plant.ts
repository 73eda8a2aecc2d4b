import { type Inverter, type Live, noPlant } from '../../src/console/screens/dashboard/live';

const exampleS = Date.parse('2026-06-10T13:42:10+02:00') / 1000;

export function exampleInverter(name: string, change: Partial<Inverter> = {}): Inverter {
  return {
    id: Number(/\d+$/.exec(name)?.[0]),
    name,
    kind: 'producing',
    isDoubtful: false,
    powerKw: 77,
    nominalKw: 100,
    sampledS: exampleS - 4,
    ...change,
  };
}

/** A plant with ten inverters in production, with the changes of a test. */
export function exampleLive(change: Partial<Live> = {}): Live {
  const names = Array.from({ length: 10 }, (_, index) => `INV ${String(index + 1).padStart(2, '0')}`);
  return {
    t: exampleS,
    isOld: false,
    plant: {
      ...noPlant,
      pac: 658.8,
      pattesa: 757.7,
      pimm: 510.2,
      pprel: 0,
      pauto: 148.6,
      eday: 5167.7,
      eattesa: 5311.1,
      emese: 84_620,
      etot: 23_418_000,
      poa: 897,
      tmod: 51.8,
      pr: 81.9,
    },
    isPartial: false,
    lacking: '',
    inverters: names.map(name => exampleInverter(name)),
    production: { ids: ['1'], name: 'M1 Produzione', powerKw: 658.8 },
    exchange: { ids: ['2'], name: 'M2 Scambio', powerKw: 510.2 },
    protection: {
      ids: ['1'],
      state: 1,
      interfaceDevice: 'closed',
      mainBreaker: 'closed',
      frequencyHz: 50.01,
      voltageV: 20_310,
    },
    limitPercent: null,
    ...change,
  };
}

/** The example plant with changes to some inverters, by their number. */
export function withInverters(changes: Readonly<Record<number, Partial<Inverter>>>): Live {
  const live = exampleLive();
  return {
    ...live,
    inverters: live.inverters.map((inverter, index) => ({ ...inverter, ...changes[index + 1] })),
  };
}
