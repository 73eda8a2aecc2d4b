import type { Fault } from '../../src/contract/faults';
import type { BusDesk } from '../../src/datalogger/bus-desk';
import { ConfiguredPlant } from '../../src/datalogger/devices/configured-plant';
import { usualLimits } from '../../src/datalogger/devices/limits';
import type { Plant } from '../../src/datalogger/devices/plant';
import { planConfiguration } from '../../src/datalogger/simulator/first-configuration';
import type { PlantPlan } from '../../src/datalogger/simulator/plan';
import {
  createSimulatedPlant,
  type SimulatedPlant,
  type SimulationOptions,
} from '../../src/datalogger/simulator/simulated-plant';
import type { Simulation, Source } from '../../src/datalogger/source';
import type { HardwareStatus } from '../../src/datalogger/system';

/** The simulated plant as the datalogger sees it, and the functions that inject and clear faults. */
export interface TestPlant extends Plant, Pick<Simulation, 'inject' | 'clearFaults'> {
  readonly plan: PlantPlan;
  /** A field bus beside the simulated plant, for the calls about it. */
  desk: BusDesk | null;
  hardware(): HardwareStatus;
}

class SimulatedTestPlant extends ConfiguredPlant implements TestPlant {
  readonly plan: PlantPlan;
  desk: BusDesk | null = null;
  readonly #source: SimulatedPlant;

  override get bus(): BusDesk | null {
    return this.desk;
  }

  constructor(source: SimulatedPlant) {
    super(source, source.plan.site.zone);
    this.#source = source;
    this.plan = source.plan;
    const { site, facts, tilt, azimuth } = source.plan;
    this.configure({
      configuration: planConfiguration(source.plan, source.now),
      name: facts.name,
      zone: site.zone,
      site: { ...site, tilt, azimuth },
      limits: usualLimits,
    });
  }

  inject(fault: Fault, seconds?: number): void {
    this.#source.inject(fault, seconds);
  }

  clearFaults(): void {
    this.#source.clearFaults();
  }

  hardware(): HardwareStatus {
    return this.#source.hardware();
  }
}

/** A plant that reads another source; nothing in it is simulated. */
class MeasuredTestPlant extends ConfiguredPlant implements TestPlant {
  desk: BusDesk | null = null;

  get plan(): PlantPlan {
    throw new Error('a measured plant has no plan');
  }

  inject(): void {
    throw new Error('a measured plant has no switches for faults');
  }

  clearFaults(): void {
    this.inject();
  }

  hardware(): HardwareStatus {
    return { cpuTemperature: 41 };
  }
}

/** The plant of a source that is not the simulator. */
export const measuredTestPlant = (source: Source, zone: string): TestPlant =>
  new MeasuredTestPlant(source, zone);

/** A simulated plant whose devices are already configured. */
export function simulatedTestPlant(options: SimulationOptions): TestPlant {
  return new SimulatedTestPlant(createSimulatedPlant(options));
}
