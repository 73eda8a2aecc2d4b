import { type InverterKind, inverterKind, isProducing } from '../../data/inverter-states';
import { inverterQuantities } from '../../data/live-codes';
import { median, percentOf } from '../../data/statistics';
import { type Device, type DeviceList, deviceList, numberOf, refined } from '../../devices/device-list';

export interface Inverter extends Device {
  readonly kind: InverterKind;
  /** Power in % of the nominal power, and the median of this value for the inverters that produce. */
  readonly level: number | null;
  readonly medianLevel: number | null;
}

export function refineInverters(list: DeviceList<Device>): DeviceList<Inverter> {
  const inverters = list.devices.map(device => ({
    ...device,
    kind: inverterKind(device),
    level: percentOf(numberOf(device, 'pac'), numberOf(device, 'pn')),
  }));
  const medianLevel = median(inverters.filter(isProducing).flatMap(({ level }) => level ?? []));
  return { ...list, devices: inverters.map(inverter => ({ ...inverter, medianLevel })) };
}

export const inverterList = refined(deviceList('inverter', inverterQuantities), refineInverters);
