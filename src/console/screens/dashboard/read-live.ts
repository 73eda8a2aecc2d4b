import { doublePoint, meterRoles } from '../../../contract/codes';
import { inverterKind } from '../../data/inverter-states';
import { numberOrNull } from '../../data/read';
import { type MeasureTable, nameOfCode, rowsOf, textAt } from '../../data/table';
import { currentOf, type Device, numberOf, readDevices } from '../../device-screens/device-list';
import {
  type Breaker,
  type Inverter,
  type Live,
  type Meter,
  noPlant,
  type Protection,
  plantPoints,
} from './live';

export function readLive(table: MeasureTable): Live {
  const [plant] = readDevices(table, 'impianto', plantPoints).devices;
  const meters = readDevices(table, 'contatori', ['p', 'ruolo']).devices;
  return {
    t: plant?.sampledS ?? table.t,
    isOld: plant?.isSilent ?? true,
    plant: { ...noPlant, ...(plant && Object.fromEntries(plant.values)) },
    isPartial: plant?.isDoubtful ?? false,
    lacking: textAt(table, 'incerti', rowsOf(table, 'impianto')[0] ?? -1) ?? '',
    inverters: readDevices(table, 'inverter', ['pac', 'pn']).devices.map(readInverter),
    production: together(meters, meterRoles.production),
    exchange: together(meters, meterRoles.exchange),
    protection: readProtection(readDevices(table, 'spi', ['ddi', 'dg', 'f', 'uab']).devices),
    limitPercent: lowestLimit(readDevices(table, 'cci', ['plim']).devices),
  };
}

const idsOf = (devices: readonly Device[]) => devices.map(({ id }) => id);

function readInverter(device: Device): Inverter {
  const { id, name, isDoubtful, sampledS } = device;
  return {
    id: numberOrNull(Number(id)),
    name,
    kind: inverterKind(device),
    isDoubtful,
    powerKw: numberOf(device, 'pac'),
    nominalKw: numberOf(device, 'pn'),
    sampledS,
  };
}

/** All meters of one role as one; the sum is known only if every meter has a value. */
function together(meters: readonly Device[], role: number): Meter | null {
  const own = meters.filter(meter => numberOf(meter, 'ruolo') === role);
  const [first] = own;
  if (first === undefined) return null;
  const powers = own.map(meter => currentOf(meter, 'p'));
  const isWhole = powers.every(power => power !== null);
  return {
    ids: idsOf(own),
    name: first.name,
    powerKw: isWhole ? powers.reduce((sum: number, power) => sum + (power ?? 0), 0) : null,
  };
}

function readProtection(protections: readonly Device[]): Protection | null {
  const [first] = protections;
  if (first === undefined) return null;
  return {
    ids: idsOf(protections),
    // Of several protections, the highest code of a state: the codes rise up to a trip.
    state: Math.max(...protections.map(({ isSilent, state }) => (isSilent ? 0 : (state ?? 0)))),
    interfaceDevice: inSeries(protections, 'ddi'),
    mainBreaker: inSeries(protections, 'dg'),
    frequencyHz: currentOf(first, 'f'),
    voltageV: currentOf(first, 'uab'),
  };
}

/** Breakers in series: open if one is open, closed if all are closed. */
function inSeries(protections: readonly Device[], point: string): Breaker {
  const positions = protections.map(each => nameOfCode(doublePoint, currentOf(each, point)));
  if (positions.includes('open')) return 'open';
  return positions.every(position => position === 'closed') ? 'closed' : 'unknown';
}

function lowestLimit(controllers: readonly Device[]): number | null {
  const lowest = Math.min(100, ...controllers.map(each => currentOf(each, 'plim') ?? 100));
  return lowest < 100 ? Math.max(0, lowest) : null;
}
