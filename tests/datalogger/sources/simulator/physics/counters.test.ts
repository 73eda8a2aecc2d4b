import { beforeEach, expect, test, vi } from 'vitest';
import { startOfYear } from '../../../../../src/contract/zone';
import { plantPlan } from '../../../../../src/datalogger/sources/simulator/plan';

const registers = ['exportedKwh', 'importedKwh', 'quadrant1', 'quadrant2', 'quadrant3', 'quadrant4'] as const;
/** From the year in which the plant went into service to the one from which its counters are counted. */
const wholeYears = 11;

// What other tests of this process have counted of the same plants is kept in the module.
beforeEach(() => void vi.resetModules());

test.each(['small', 'medium', 'large'] as const)(
  '%s: no register of a meter was ever negative',
  async size => {
    const { modelAt } = await import('../../../../../src/datalogger/sources/simulator/physics/counters');
    const plan = plantPlan(size);
    const identity = { plan, seed: 1, hasNaturalFaults: true };
    const { zone } = plan.site;
    const before = modelAt(identity, startOfYear(zone, 2025)).meters;
    const after = modelAt(identity, startOfYear(zone, 2026)).meters;
    const negative = after.flatMap((meter, index) =>
      registers.flatMap(register => {
        const inYear = meter[register] - (before[index]?.[register] ?? Number.NaN);
        const atFirst = meter[register] - wholeYears * inYear;
        return inYear >= 0 && atFirst >= 0
          ? []
          : [`${meter.plan.name} ${register} ${meter[register]} ${inYear}`];
      }),
    );
    expect(negative).toEqual([]);
  },
);
