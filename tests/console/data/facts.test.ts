import { expect, test } from 'vitest';
import { readDeviceFacts, readPlantFacts } from '../../../src/console/data/facts';
import { readTable } from '../../../src/console/data/table';

const absurd = [1e308, -1e308, 1e17, '9', null, Number.NaN];

test.each(absurd)('what cannot be is no fact of a plant: %s', value => {
  const facts = readPlantFacts({
    nome: 'FV',
    lat: value,
    long: value,
    potenza_picco: value,
    potenza_ca: value,
    tensione: value,
    trasformatore: value,
    pr_atteso: value,
    conteggi: { inverter: value, stringhe: value },
  });
  expect(facts).toMatchObject({
    latitude: null,
    longitude: null,
    peakKwp: null,
    acKw: null,
    voltageV: null,
    transformerKva: null,
    targetPr: null,
    inverters: null,
    strings: null,
  });
  expect(facts.counts.get('inverter')).toBe(0);
});

test.each(absurd)('what is no time of any year is no clock: %s', value => {
  expect(readDeviceFacts({ ora: value }).epochS).toBeNull();
  expect(() => readTable({ t: value, colonne: {} })).toThrow('a table without time');
});

test('the ends of the world are on the map', () => {
  expect(readPlantFacts({ lat: -90, long: 180 })).toMatchObject({ latitude: -90, longitude: 180 });
});
