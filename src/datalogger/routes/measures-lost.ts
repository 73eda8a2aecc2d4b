import type { Table } from '../../contract/measures';
import type { DeviceRows } from '../plant/source';
import type { Measures } from '../store/measures';
import type { Frame } from '../store/measures-frame';
import { fieldIndex, fieldsOf } from '../store/measures-kept';
import { archiveEnd, quarterFrames } from '../store/measures-rollup';
import type { Period } from './measures-period';

/** Hundredths of a kWh are below what the archive can tell. */
const roundingFactor = 100;

/** What a field of a device holds in a frame, in its own unit; NaN where it holds nothing. */
type Reader = (device: number) => number;

function readerOf(group: 'stringhe' | 'inverter', frame: Frame, point: string): Reader {
  const fields = fieldsOf(group);
  const at = fieldIndex(group, point);
  const scale = fields[at]?.scale ?? 1;
  return device => (frame.values[device * fields.length + at] ?? Number.NaN) / scale;
}

function middleOf(values: number[]): number {
  values.sort((a, b) => a - b);
  const half = values.length / 2;
  const high = values[Math.floor(half)] ?? Number.NaN;
  return Number.isInteger(half) ? (high + (values[half - 1] ?? high)) / 2 : high;
}

/** A quarter of an hour of the strings of one inverter. */
interface Together {
  /** V */
  readonly volt: number;
  /** Positions in the frame of the strings that were measured. */
  readonly devices: number[];
}

/** The measured strings of a frame by their inverter, where its voltage is known. */
function byInverter(
  strings: Frame,
  inverters: Frame,
  ownerOf: ReadonlyMap<number, number>,
): Iterable<Together> {
  const volt = readerOf('inverter', inverters, 'udc');
  const volts = new Map(inverters.ids.map((id, device) => [id, volt(device)]));
  const groups = new Map<number, Together>();
  const ampere = readerOf('stringhe', strings, 'i');
  strings.ids.forEach((id, device) => {
    const owner = ownerOf.get(id);
    if (owner === undefined || !Number.isFinite(ampere(device))) return;
    const group = groups.get(owner) ?? { volt: volts.get(owner) ?? Number.NaN, devices: [] };
    groups.set(owner, group);
    group.devices.push(device);
  });
  return [...groups.values()].filter(group => Number.isFinite(group.volt));
}

/** Adds what the strings of one inverter lost in a quarter. */
function addLost(lost: Map<number, number>, strings: Frame, { volt, devices }: Together): void {
  const ampere = readerOf('stringhe', strings, 'i');
  const width = fieldsOf('stringhe').length;
  const middle = middleOf(devices.map(ampere));
  for (const device of devices) {
    const id = strings.ids[device] ?? 0;
    const hours = (strings.values[device * width] ?? 0) / 3600;
    const watts = Math.max(0, middle - ampere(device)) * volt;
    lost.set(id, (lost.get(id) ?? 0) + (watts * hours) / 1000);
  }
}

/**
 * kWh that each string lost in a day: the sum over its quarters of max(0, median - I) * U * dt, with the median of the
 * strings of its inverter, the voltage of the inverter, and the time for which the string was measured (domain brief, 1.2).
 * `rows` tells which string is whose. A string of which nothing was measured has no row.
 */
export function lostByStrings(store: Measures, rows: DeviceRows, { from, to }: Period): Table {
  const owners = rows.values.inverter ?? [];
  const ownerOf = new Map(rows.id.flatMap((id, index) => [[id, owners[index] ?? 0] as const]));
  const inverters = new Map(quarterFrames(store, 'inverter', from, to).map(frame => [frame.t, frame]));
  const lost = new Map<number, number>();
  for (const frame of quarterFrames(store, 'stringhe', from, to)) {
    const beside = inverters.get(frame.t);
    if (beside) for (const together of byInverter(frame, beside, ownerOf)) addLost(lost, frame, together);
  }
  const persa = [...lost.values()].map(kwh => Math.round(kwh * roundingFactor) / roundingFactor);
  return {
    m: 'stringhe.persa',
    t: Math.min(archiveEnd(store) ?? from, to),
    colonne: { id: [...lost.keys()], persa },
  };
}
