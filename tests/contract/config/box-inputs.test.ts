import * as v from 'valibot';
import { expect, test } from 'vitest';
import { BoxConfig } from '../../../src/contract/config/boxes';
import { proposalsOf } from '../../../src/contract/config/proposals';
import { inputsOf } from '../../../src/datalogger/plant/processing/strings';
import { newRecord } from '../../support/config-records';

const box = (ingressi: number) => newRecord('box-stringhe', { ingressi, esclusi: [64] } as never);

// F17: boxes ended at 32 inputs, and larger ones exist.
test('a string box has up to 99 inputs, each a string of its own', () => {
  expect(v.is(BoxConfig, box(99))).toBe(true);
  expect(v.is(BoxConfig, { ...box(99), ingressi: 100 })).toBe(false);
  expect(inputsOf(v.parse(BoxConfig, box(96)) as never)).toHaveLength(95);
});

test('of a box that says it has 250 the search proposes what a record can have', () => {
  const facts = { instance: 1, ratedKw: null, parts: 250, points: [] };
  expect(proposalsOf('box-stringhe', facts as never)).toEqual([{ part: '', fields: { ingressi: 99 } }]);
});
