import { expect, test } from 'vitest';
import { usualLimits } from '../../../../src/datalogger/plant/processing/limits';
import { framesOf, SampleMemory } from '../../../../src/datalogger/plant/sampler/sample-frame';
import { fieldIndex } from '../../../../src/datalogger/storage/measures/kept';

const noon = Date.parse('2026-06-10T12:00:00Z') / 1000;

/** The expected energy of a minute of the plant, Wh, as its tables have it and as its report does. */
function expectedWh(isLightDoubted: boolean): readonly (number | undefined)[] {
  const values = { pac: [500], pattesa: [540], poa: [800], poa_dubbia: [Number(isLightDoubted)] };
  const impianto = {
    id: [1],
    nome: ['Meridiana'],
    stato: [4],
    sampled: [noon],
    validS: [30],
    q: [192],
    values: { ...values, eday: [3000], eattesa: [3200] },
  };
  const frame = framesOf({
    t: noon,
    seconds: 60,
    groups: { impianto },
    limits: usualLimits,
    isGood: () => true,
    energy: (_group, point) => (point === 'eattesa' ? 9000 : 8300),
    memory: new SampleMemory(),
  }).get('impianto');
  return [
    frame?.values[fieldIndex('impianto', 'eattesa')],
    frame?.values[fieldIndex('impianto', 'atteso') + 1],
  ];
}

test('tables and reports have one expected energy, also where the light was doubted in a part of a minute', () => {
  expect(expectedWh(false)).toEqual([9000, 9000]);
  expect(expectedWh(true)).toEqual([Number.NaN, Number.NaN]);
});
