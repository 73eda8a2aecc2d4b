import type { Setup } from './setup';
import { stringCount } from './setup-strings';

/** How many devices of each group are configured. */
export function countsOf(setup: Setup): Record<string, number> {
  const { configuration } = setup;
  return {
    inverter: configuration.inverters.length,
    stringhe: stringCount(setup),
    tracker: configuration.trackers.length,
    contatori: configuration.contatori.length,
    sensori: configuration.sensori.length,
    di: configuration['digital-signals'].length,
    spi: configuration['protezioni-interfaccia'].length,
    cci: configuration.cci.length,
  };
}
