import type { DeliverySetup } from '../../src/datalogger/plant/source';
import { type CommandedOptions, commandedPlant } from './commanded-plant';

const setup: DeliverySetup = {
  baseKw: 1000,
  exportLimitKw: null,
  bandPercent: 1,
  marginPercent: 5,
  law: null,
  ramp: { upPercent: null, downPercent: null },
};

/** Ten inverters of 100 kW and the exchange meter, by which the datalogger regulates. */
export async function regulatedPlant(changes: Partial<DeliverySetup> = {}, options: CommandedOptions = {}) {
  const plant = await commandedPlant({ seed: 6, ...options, delivery: { ...setup, ...changes } });
  const exchange = plant.configuration.contatori[0];
  const meter = () =>
    plant.server.source.answers('contatori').find(({ record }) => record === exchange?.id)?.values ?? {};
  return {
    ...plant,
    /** Key of the faults of the exchange meter. */
    meter: `0/${exchange?.unita}`,
    /** kW that the true meter of the plant shows; kvar, and the power factor with its sign. */
    exported: () => meter().p ?? Number.NaN,
    kvar: () => meter().qac ?? Number.NaN,
    factor: () => {
      const { p = 0, qac = 0 } = meter();
      return ((p ?? 0) / Math.hypot(p ?? 0, qac ?? 0)) * Math.sign(qac ?? 0);
    },
    /** Lets seconds pass; the highest power at the point of delivery in them, kW. */
    async highestIn(seconds: number) {
      let highest = Number.NEGATIVE_INFINITY;
      for (; seconds > 0; seconds--) {
        await plant.pass(1);
        highest = Math.max(highest, meter().p ?? Number.NaN);
      }
      return highest;
    },
  };
}
