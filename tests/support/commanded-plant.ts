import { PlantServer, type PlantServerOptions } from '../../scripts/plant-server/plant';
import type { BusOrder } from '../../src/contract/bus-orders';
import type { Configuration } from '../../src/contract/config/kinds';
import { SteadyClock } from '../../src/datalogger/core/time/steady-clock';
import { usualLimits } from '../../src/datalogger/plant/processing/limits';
import { noRecords } from '../../src/datalogger/plant/processing/setup';
import type { DeliverySetup } from '../../src/datalogger/plant/source';
import { driverOf } from '../../src/datalogger/sources/fieldbus/drivers';
import { FieldPlant } from '../../src/datalogger/sources/fieldbus/field-plant';
import { testClock } from './clock';
import { eventually } from './eventually';
import { localDial } from './local-guard';

/** Noon of a clear day: every inverter feeds. */
export const noonS = Date.parse('2026-06-10T12:00:00+02:00') / 1000;

export interface CommandedOptions extends Partial<PlantServerOptions> {
  readonly commands?: boolean;
  /** With it the exchange meter is configured too, and the datalogger regulates by it. */
  readonly delivery?: DeliverySetup;
  /** Changes the configuration, which has nothing but the inverters. */
  readonly change?: (configuration: Configuration) => Configuration;
}

/** Inverters on 127.0.0.1 and a datalogger that commands them; one clock for both, which stands still. */
export async function commandedPlant(options: CommandedOptions = {}) {
  const { commands = true, delivery, change = (same: Configuration) => same } = options;
  const clock = testClock(noonS * 1000);
  const server = await PlantServer.start({
    size: 'medium',
    seed: 3,
    startAt: noonS,
    hasNaturalFaults: false,
    nowMs: clock.monotonic,
    ...options,
  });
  const source = new FieldPlant({ dial: localDial, clock: new SteadyClock(clock), driverOf });
  const { engine, commander } = source;
  const configure = (configuration: Configuration, isOn = commands) =>
    source.configure({
      configuration,
      name: null,
      zone: 'Europe/Rome',
      site: null,
      limits: usualLimits,
      commands: isOn,
      ...(delivery && { delivery, gridVoltage: server.source.plan.facts.gridVoltage }),
    });
  const meters = server.configuration.contatori.filter(({ ruolo }) => delivery && ruolo === 'scambio');
  const configuration = change({
    ...noRecords,
    inverters: server.configuration.inverters,
    contatori: meters,
  });
  configure(configuration);
  /** Everything that was begun has ended. */
  const settled = () =>
    eventually(() => {
      if (commander.isBusy || engine.units.some(({ isBusy }) => isBusy)) throw new Error('still busy');
    });
  const tick = async () => {
    engine.tick();
    commander.tick();
    await settled();
  };
  const plant = {
    server,
    source,
    clock,
    configuration,
    configure,
    settled,
    /** Lets seconds pass, in each of which everything that is due is done. */
    async pass(seconds: number) {
      for (; seconds > 0; seconds--) {
        clock.advance(1000);
        // Nothing here depends on how the wall clock is set.
        const now = noonS + Math.floor(clock.monotonic() / 1000);
        server.advance(now);
        await tick();
        source.advance(now, () => undefined);
      }
    },
    orders: (wanted: BusOrder['grandezza'] = 'p') =>
      source.bus.orders().filter(({ grandezza }) => grandezza === wanted),
    /** % that each inverter follows. */
    limits: () => server.own.inverters.map(({ id }) => server.orderOf(id).percent),
    /** kvar of each inverter as a share of its rated power that it was ordered. */
    reactive: () => server.own.inverters.map(({ id }) => server.orderOf(id).reactive),
    controller: () => source.answers('cci')[0]?.values,
    async close() {
      await source.close();
      await server.close();
    },
  };
  await plant.pass(2);
  return plant;
}

export type CommandedPlant = Awaited<ReturnType<typeof commandedPlant>>;
