import { expect, test } from 'vitest';
import { readTable, sampleAt } from '../../../src/console/data/table';

const sampleOfAge = (eta: unknown) =>
  sampleAt(readTable({ t: 1_781_078_806, colonne: { stato: [0], q: [192], eta: [eta] } }), 'di', 0);

test('an impossible age gives a time that can be shown, and never makes an old sample fresh', () => {
  expect(sampleOfAge(4)).toMatchObject({ ageS: 4, isSilent: false, sampledS: 1_781_078_802 });
  expect(sampleOfAge(1e14)).toMatchObject({ isSilent: true, sampledS: 0 });
  expect(sampleOfAge(-1e14)).toMatchObject({ ageS: 0, sampledS: 1_781_078_806 });
});
