import { byKind, type ConfigKind, type Configuration } from '../../contract/config/kinds';
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
  trackers: 'tracker',
  cci: 'cci',
};

/** No record of any kind. */
export const noRecords: Configuration = byKind(() => []);

/** The setup of a plant before anything is configured. */
export const nothingConfigured: PlantSetup = {
  configuration: noRecords,
  ...{ name: null, zone: null, site: null },
  limits: usualLimits,
};
