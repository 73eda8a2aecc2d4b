import { PlantServer, type PlantServerOptions } from '../../scripts/plant-server/plant';
import type { Configuration } from '../../src/contract/config/kinds';
import { SteadyClock } from '../../src/datalogger/core/time/steady-clock';
import { usualLimits } from '../../src/datalogger/plant/processing/limits';
import type { DeliverySetup } from '../../src/datalogger/plant/source';
import { driverOf } from '../../src/datalogger/sources/fieldbus/drivers';
import { FieldPlant } from '../../src/datalogger/sources/fieldbus/field-plant';
import { plantPlan } from '../../src/datalogger/sources/simulator/plan';
import type { PlantSize } from '../../src/datalogger/sources/simulator/sizes';
import { testClock } from './clock';
import { localDial } from './local-guard';
import { measuredTestPlant, type TestPlant } from './simulated-plant';

/** A datalogger's plant that reads devices over the wire. */
export interface WiredPlant {
  readonly plant: TestPlant;
  readonly source: FieldPlant;
  close(): Promise<void>;
}

const stepMs = 250;

/** Reads the devices of a configuration from now on; its clock begins at `startAt` (epoch seconds) and runs `speed` times as fast as real time. */
export function wiredPlant(
  size: PlantSize,
  configuration: Configuration,
  {
    startAt,
    speed = 1,
    commands = false,
    delivery,
  }: {
    readonly startAt: number;
    readonly speed?: number;
    readonly commands?: boolean;
    /** With it the datalogger regulates by the exchange meter. */
    readonly delivery?: DeliverySetup;
  },
): WiredPlant {
  const { facts, site, tilt, azimuth } = plantPlan(size);
  const running = testClock(startAt * 1000, { isRunning: true });
  const clock = new SteadyClock(running);
  const source = new FieldPlant({ dial: localDial, clock, driverOf });
  const plant = measuredTestPlant(source, site.zone);
  plant.configure({
    configuration,
    name: facts.name,
    zone: site.zone,
    limits: usualLimits,
    site: { ...site, tilt, azimuth },
    commands,
    ...(delivery && { delivery, gridVoltage: facts.gridVoltage }),
  });
  plant.start();
  const timer = setInterval(() => {
    running.advance(stepMs * (speed - 1));
    plant.advance(clock.moment().steadyS);
  }, stepMs);
  return {
    plant,
    source,
    async close() {
      clearInterval(timer);
      await plant.close();
    },
  };
}

/** The simulated plant as devices on 127.0.0.1, and a datalogger's plant that reads them. */
export async function plantOverWire(
  options: PlantServerOptions & { readonly speed?: number },
): Promise<WiredPlant & { readonly server: PlantServer }> {
  const server = await PlantServer.start(options);
  const wired = wiredPlant(options.size, server.configuration, options);
  return {
    ...wired,
    server,
    async close() {
      await wired.close();
      await server.close();
    },
  };
}
