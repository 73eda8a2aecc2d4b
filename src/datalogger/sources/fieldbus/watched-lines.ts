import type { Configuration } from '../../../contract/config/kinds';
import type { WatchedLine } from '../../plant/field-bus-api';
import { groupOf, shownRecords } from '../../plant/processing/setup';
import type { DeviceGroup } from '../../plant/source';
import type { FieldBus } from './engine/field-bus';
import { keyOfLine } from './engine/lines';
import type { Unit } from './engine/unit';
import { isSerial, type LineAddress } from './modbus/address';
import type { Line } from './modbus/line';

/** A line with fewer devices has no alarm of its own: that of its device says as much. */
const leastDevices = 2;
/** Ids have up to six digits. */
const mostIds = 999_983;

/** A number for an address (FNV-1a). */
function numberOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash % mostIds;
}

/** Numbers for addresses: each its own, and the same ones for the same addresses. */
function idsOf(keys: readonly string[]): ReadonlyMap<string, number> {
  const ids = new Map<string, number>();
  const taken = new Set<number>();
  for (const key of [...keys].sort()) {
    let id = numberOf(key);
    while (taken.has(id)) id = (id + 1) % mostIds;
    taken.add(id);
    ids.set(key, id);
  }
  return ids;
}

const nameOf = (address: LineAddress) =>
  isSerial(address) ? address.path : `${address.host}:${address.port}`;

const noRecords = (): Record<DeviceGroup, Set<number>> => ({
  inverter: new Set(),
  mppt: new Set(),
  stringhe: new Set(),
  tracker: new Set(),
  contatori: new Set(),
  sensori: new Set(),
  di: new Set(),
  spi: new Set(),
  cci: new Set(),
});

/** The lines that are asked, as the alarms judge them. */
export function watchedLines(
  { lines, units }: FieldBus,
  configuration: Configuration,
): readonly WatchedLine[] {
  const ids = idsOf(lines.map(({ address }) => keyOfLine(address)));
  return lines.map(line => {
    const own = units.filter(unit => unit.line === line);
    const records = noRecords();
    for (const { kind, record } of own.flatMap(unit => unit.records))
      for (const id of shownRecords(configuration, kind, record)) records[groupOf[kind]].add(id);
    const { address } = line;
    return {
      id: ids.get(keyOfLine(address)) ?? 0,
      name: nameOf(address),
      isDead: isDead(line, own),
      mayDerate: own.some(mayDerate),
      records,
    };
  });
}

/** The model of inverters that says what limits them. */
const limitModel = 701;

const mayDerate = ({ map, records }: Unit) =>
  records.some(({ kind }) => kind === 'inverters') &&
  (map?.devices.some(({ models }) => models.some(({ id }) => id === limitModel)) ?? true);

/** Whether nothing on a line answers although somebody should. */
function isDead(line: Line, units: readonly Unit[]): boolean {
  const devices = units.reduce((sum, { records }) => sum + records.length, 0);
  const answers = [...line.units.values()].some(({ isAnswering }) => isAnswering) && line.state !== 'down';
  const isSilent = !answers && units.every(unit => unit.isSilent);
  return devices >= leastDevices && isSilent && units.some(unit => !unit.mayBeAsleep);
}
