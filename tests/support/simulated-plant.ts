import type { Fault } from '../../src/contract/faults';
import type { HardwareStatus } from '../../src/datalogger/core/system/system';
import type { FieldBusApi } from '../../src/datalogger/plant/field-bus-api';
import { ConfiguredPlant } from '../../src/datalogger/plant/processing/configured-plant';
import { usualLimits } from '../../src/datalogger/plant/processing/limits';
import type { Plant } from '../../src/datalogger/plant/processing/plant';
import type { Simulation, Source } from '../../src/datalogger/plant/source';
import { planConfiguration } from '../../src/datalogger/sources/simulator/first-plant/first-configuration';
import type { PlantPlan } from '../../src/datalogger/sources/simulator/plan';
import {
  createSimulatedPlant,
  type SimulatedPlant,
  type SimulationOptions,
} from '../../src/datalogger/sources/simulator/simulated-plant';

/** The simulated plant as the datalogger sees it, and the functions that inject and clear faults. */
export interface TestPlant extends Plant, Pick<Simulation, 'inject' | 'clearFaults'> {
  readonly plan: PlantPlan;
  /** A field bus beside the simulated plant, for the calls about it. */
  fieldBus: FieldBusApi | null;
  hardware(): HardwareStatus;
}

class SimulatedTestPlant extends ConfiguredPlant implements TestPlant {
  readonly plan: PlantPlan;
  fieldBus: FieldBusApi | null = null;
  readonly #source: SimulatedPlant;

  override get bus(): FieldBusApi | null {
    return this.fieldBus;
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
  fieldBus: FieldBusApi | null = null;

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
