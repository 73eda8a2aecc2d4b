import { byKind, type ConfigKind, type Configuration } from '../../contract/config/kinds';
import type { DeviceGroup, PlantSetup } from '../source';

/** In which group the devices of a kind are read. */
export const groupOf: Readonly<Record<ConfigKind, DeviceGroup>> = {
  inverters: 'inverter',
  'box-stringhe': 'stringhe',
  contatori: 'contatori',
  sensori: 'sensori',
  'protezioni-interfaccia': 'spi',
  'digital-signals': 'di',
  trackers: 'tracker',
  cci: 'cci',
};

/** No record of any kind. */
export const noRecords: Configuration = byKind(() => []);

/** What a plant is told before anything is configured. */
export const nothingConfigured: PlantSetup = { configuration: noRecords, name: null, zone: null, site: null };
