import { expect, test } from 'vitest';
import { protectionFindings } from '../../../src/contract/config/protection-rules';
import type { ProtectionConfig } from '../../../src/contract/config/protections';

type Row = ProtectionConfig['funzioni'][number];
type Norm = ProtectionConfig['norma'];

const findings = (
  [codice, soglia, tempo]: readonly [Row['codice'], number, number],
  norma: Norm = 'CEI 0-21',
  abilitata = true,
) => {
  const config: Pick<ProtectionConfig, 'norma' | 'funzioni'> = {
    norma,
    funzioni: [{ codice, abilitata, soglia, tempo }],
  };
  return protectionFindings(config as ProtectionConfig).map(({ campo, codice: found, isWarning }) =>
    [campo.split('.').at(-1), found, isWarning ? 'warning' : 'refusal'].join(' '),
  );
};
const offThreshold = ['soglia off_table warning'];

test.each([
  ['59.S2', 1.15, 0.2],
  ['59.S2', 1.18, 0.2],
  ['27.S1', 0.87, 1.5],
  ['81>.S2', 51.55, 0.1],
  ['81<.S1', 49.76, 0.1],
] as const)('%s at %f after %f s follows its standard', (...row) => {
  expect(findings(row)).toEqual([]);
});

test.each([
  ['59.S2', 1.19, 0.2],
  ['27.S1', 0.82, 1.5],
  ['81>.S2', 51.6, 0.1],
  ['81<.S1', 49.7, 0.1],
] as const)('%s at %f after %f s differs from its standard, which is no refusal', (...row) => {
  expect(findings(row)).toEqual(offThreshold);
});

test('a delay that differs by more than 3 % is a warning, and a function that is off is not judged', () => {
  expect(findings(['59.S2', 1.15, 0.206])).toEqual([]);
  expect(findings(['59.S2', 1.15, 0.21])).toEqual(['tempo off_table warning']);
  expect(findings(['59.S2', 1.3, 0.5], 'CEI 0-21', false)).toEqual([]);
});

test('a threshold that no relay can have is refused, of voltage and of frequency', () => {
  expect(findings(['59.S2', 1.41, 0.2])).toEqual(['soglia too_high refusal']);
  expect(findings(['27.S2', 0.04, 0.2])).toEqual(['soglia too_low refusal']);
  expect(findings(['81>.S2', 55.1, 0.1])).toEqual(['soglia too_high refusal']);
  expect(findings(['81<.S2', 44.9, 0.1])).toEqual(['soglia too_low refusal']);
});

test('a function of the other standard is refused', () => {
  expect(findings(['59.S2', 1.15, 0.2], 'EN 50549-2')).toEqual(['codice not_allowed refusal']);
});
