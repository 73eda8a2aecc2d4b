import { byKind, type ConfigKind, type Configuration } from '../../../contract/config/kinds';
import type { DeviceGroup, PlantSetup } from '../source';
import { usualLimits } from './limits';

/** The group in which the devices of each kind are shown. */
export const groupOf: Readonly<Record<ConfigKind, DeviceGroup>> = {
  inverters: 'inverter',
  'box-stringhe': 'stringhe',
  contatori: 'contatori',
  sensori: 'sensori',
  'protezioni-interfaccia': 'spi',
  'digital-signals': 'di',
  // A module is not shown itself: its contacts are.
  'moduli-io': 'di',
  trackers: 'tracker',
  cci: 'cci',
};

/** The records whose rows a record stands for: the digital signals of an input module, and itself otherwise. */
export function shownRecords<K extends ConfigKind>(
  configuration: Pick<Configuration, 'digital-signals'>,
  kind: K,
  { id, numero }: { readonly id: number; readonly numero?: number },
): readonly number[] {
  if (kind !== 'moduli-io') return [id];
  return configuration['digital-signals'].filter(({ modulo }) => modulo === numero).map(signal => signal.id);
}

/** A central controller that is out of service regulates nothing: on a real plant the datalogger may do it. */
export const withoutDisabledControllers = (configuration: Configuration): Configuration => ({
  ...configuration,
  cci: configuration.cci.filter(({ abilitato }) => abilitato),
});

/** No record of any kind. */
export const noRecords: Configuration = byKind(() => []);

/** The setup of a plant before anything is configured. */
export const nothingConfigured: PlantSetup = {
  configuration: noRecords,
  name: null,
  zone: null,
  site: null,
  limits: usualLimits,
};
