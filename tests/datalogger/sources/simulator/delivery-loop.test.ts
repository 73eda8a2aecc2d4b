import { describe, expect, test } from 'vitest';
import { doublePoint } from '../../../../src/contract/codes';
import type { PlantCommand } from '../../../../src/datalogger/plant/source';
import { greatestApparent } from '../../../../src/datalogger/sources/simulator/physics/regulation';
import type { TestPlant } from '../../../support/simulated-plant';
import { clearMorning, column, plantAt, seconds, value } from './support';

/*
 * The central controller regulates at the point of delivery, with all set-points in % of the greatest apparent power Smax (CEI
 * 0-16:2025-12, Annex O), and a power factor has the sign of the reactive power everywhere: negative is inductive.
 */

const start = seconds(clearMorning);
const medium = { pimm: 1000, pass: 0, qind: 484, qcap: 484 };
/** A controller takes no second order of the operator within its slow loop. */
const slowLoopS = 61;

/** Active and reactive power at the point of delivery, % of Smax. */
function delivered(plant: TestPlant): { p: number; q: number } {
  const smax = value(plant, 'cci', 'smax');
  return { p: (100 * value(plant, 'cci', 'p')) / smax, q: (100 * value(plant, 'cci', 'qac')) / smax };
}

async function carriedOut(plant: TestPlant, t: number, command: PlantCommand): Promise<void> {
  expect(await plant.execute(command)).toBe('taken');
  plant.advance(t);
}

test('the greatest apparent power is that of the greatest active and reactive powers together', () => {
  expect(greatestApparent(medium)).toBeCloseTo(1111, 0);
  expect(value(plantAt(clearMorning), 'cci', 'smax')).toBeCloseTo(greatestApparent(medium), 1);
});

describe('a limit of the active power', () => {
  test('of 20 % is 20 % ± 1 % at the point of delivery after 60 s, and stays so while inverters fail and come back', () => {
    const plant = plantAt(clearMorning);
    plant.inject({ kind: 'dso-limit', percent: 20 });
    const within = () => {
      expect(delivered(plant).p).toBeGreaterThan(19);
      expect(delivered(plant).p).toBeLessThan(21);
    };
    plant.advance(start + 60);
    within();
    plant.inject({ kind: 'inverter-trip', inverter: 3, cause: 'isolation' }, 300);
    plant.inject({ kind: 'inverter-derating', inverter: 5, percent: 15 });
    for (let t = 120; t <= 900; t += 60) {
      plant.advance(start + t);
      within();
    }
  });

  test('of 0 % exports nothing, and 100 % is no limit', () => {
    const plant = plantAt(clearMorning);
    const free = delivered(plant).p;
    plant.inject({ kind: 'dso-limit', percent: 0 }, 90);
    plant.advance(start + 60);
    expect(Math.abs(delivered(plant).p)).toBeLessThan(1);
    plant.advance(start + 400);
    expect(delivered(plant).p).toBeGreaterThan(0.8 * free);
  });
});

describe('a set-point of the reactive power', () => {
  test.each([-0.95, 0.95])(
    'cos φ %d is measured ± 0.01 at the point of delivery, with the same sign',
    async factor => {
      const plant = plantAt(clearMorning);
      await carriedOut(plant, start + 60, { kind: 'set-power-factor', value: factor });
      expect(Math.abs(value(plant, 'cci', 'cosphi') - factor)).toBeLessThan(0.01);
      expect(Math.sign(value(plant, 'cci', 'qac'))).toBe(Math.sign(factor));
      for (const group of ['inverter', 'contatori'] as const)
        expect(Math.sign(value(plant, group, 'cosphi'))).toBe(Math.sign(value(plant, group, 'qac')));
    },
  );

  test('in % of Smax is reached within 10 s, and refused within the slow loop after another order', async () => {
    const plant = plantAt(clearMorning);
    await carriedOut(plant, start + 10, { kind: 'set-reactive', percent: -20 });
    expect(delivered(plant).q).toBeCloseTo(-20, 0);
    expect(await plant.execute({ kind: 'set-reactive', percent: 10 })).toBe('refused');
    plant.advance(start + slowLoopS);
    await carriedOut(plant, start + slowLoopS + 10, { kind: 'set-reactive', percent: 10 });
    expect(delivered(plant).q).toBeCloseTo(10, 0);
    expect(column(plant, 'spi', 'ddi')).toEqual([doublePoint.closed]);
  });
});
