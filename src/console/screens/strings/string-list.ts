import { stringClasses } from '../../../contract/codes';
import { type InverterKind, inverterKind, isProducing } from '../../data/inverter-states';
import { median } from '../../data/statistics';
import { type MeasureTable, nameOfCode } from '../../data/table';
import {
  currentOf,
  type Device,
  type DeviceList,
  numberOf,
  readDevices,
} from '../../device-screens/device-list';

/** Classes of a string by its deviation from its healthy peers, the worst first; then the reasons why it is not evaluated. */
export const stringKinds = [
  'reverse',
  'open',
  'severe',
  'poor',
  'warning',
  'good',
  'silent',
  'stopped',
  'dark',
  'unknown',
] as const;
export type StringKind = (typeof stringKinds)[number];
/** The classes below the threshold. */
export const exceptionKinds: readonly StringKind[] = ['reverse', 'open', 'severe', 'poor', 'warning'];

export function isException({ kind }: StringFacts): boolean {
  return exceptionKinds.includes(kind);
}

/** One string on its input; if it does not respond, with its last value. */
export interface StringFacts extends Device {
  readonly box: Box;
  readonly kind: StringKind;
  /** A */
  readonly ampere: number | null;
  /** Deviation from the healthy strings of the same modules and plane, %, by which the datalogger classes it; null while it is not evaluated. */
  readonly deviation: number | null;
}

/** The strings of a box in the order of its inputs. */
export interface Box {
  readonly id: string;
  name: string;
  readonly owner: Owner;
  /** Current of the healthy strings that those of the box are compared with, A; null while none is evaluated. */
  median: number | null;
  readonly cells: StringFacts[];
}

export interface Owner {
  readonly id: string;
  readonly name: string;
  readonly kind: InverterKind;
  /** V */
  readonly volt: number | null;
  readonly boxes: Box[];
}

/** All strings of one snapshot. */
export interface StringList extends DeviceList<StringFacts> {
  readonly owners: readonly Owner[];
  /** W/m² */
  readonly irradiance: number | null;
}

/** Strings are compared from this irradiance on, W/m². */
export const enoughLight = 200;

export function readStringList(table: MeasureTable): StringList {
  const list = readDevices(table, 'stringhe', ['i', 'dev', 'quadro', 'inverter'], ['poa']);
  const irradiance = list.plant.get('poa') ?? null;
  const inverters = new Map(readDevices(table, 'inverter', ['udc']).devices.map(each => [each.id, each]));
  const owners: Owner[] = [];
  const devices: StringFacts[] = [];
  for (const [id, own] of groupedBy(list.devices, 'inverter')) {
    const owner = ownerOf(id, inverters.get(id));
    owners.push(owner);
    for (const [boxId, inputs] of groupedBy(own, 'quadro')) {
      const name = boxName(inputs.map(input => input.name)) || boxId;
      const box: Box = { id: boxId, name, owner, median: null, cells: [] };
      owner.boxes.push(box);
      for (const input of inputs) box.cells.push(readString(input, box, irradiance));
      box.median = median(box.cells.flatMap(peerCurrent));
      devices.push(...box.cells);
    }
  }
  return { ...list, devices, owners: distinct(owners), irradiance };
}

/** Boxes that would have the same name get their id as well. */
function distinct(owners: readonly Owner[]): readonly Owner[] {
  const names = owners.flatMap(({ boxes }) => boxes.map(({ name }) => name));
  const shared = new Set(names.filter((name, index) => names.indexOf(name) !== index));
  for (const { boxes } of owners) for (const box of boxes) if (shared.has(box.name)) box.name += ` ${box.id}`;
  return owners;
}

/** The devices by the value of a point, in their original order. */
function groupedBy(devices: readonly Device[], point: string): ReadonlyMap<string, readonly Device[]> {
  const groups = new Map<string, Device[]>();
  for (const device of devices) {
    const id = String(numberOf(device, point) ?? '');
    const own = groups.get(id);
    if (own) own.push(device);
    else groups.set(id, [device]);
  }
  return groups;
}

/** An inverter with its strings; if the answer does not contain the inverter, only its number is known. */
function ownerOf(id: string, inverter: Device | undefined): Owner {
  return {
    id,
    name: inverter?.name ?? id,
    kind: inverter ? inverterKind(inverter) : 'unknown',
    volt: inverter ? currentOf(inverter, 'udc') : null,
    boxes: [],
  };
}

function readString(device: Device, box: Box, light: number | null): StringFacts {
  const { owner } = box;
  const kind = kindOf(device, owner, light);
  const ampere = numberOf(device, 'i');
  const isJudged = kind === 'good' || exceptionKinds.includes(kind);
  return {
    ...device,
    box,
    kind,
    ampere,
    deviation: isJudged ? numberOf(device, 'dev') : null,
  };
}

/** A string nearer to zero than this tells nothing of the others, %. */
const leastShare = -90;

/** The current in A that the deviation of a string refers to. */
function peerCurrent({ ampere, deviation }: StringFacts): readonly number[] {
  if (ampere === null || deviation === null || deviation < leastShare) return [];
  return [ampere / (1 + deviation / 100)];
}

function kindOf({ isSilent, state }: Device, owner: Owner, light: number | null): StringKind {
  const reported = nameOfCode(stringClasses, state);
  if (isSilent) return 'silent';
  return reported === null || reported === 'unknown' ? whyNotJudged(owner, light) : reported;
}

/** The common beginning of the names of its strings, up to a separator: "QS 03.2" for "QS 03.2 S01" and "QS 03.2 S02". */
function boxName(names: readonly string[]): string {
  const [first = '', last = first] = [names[0], names.at(-1)];
  let length = 0;
  while (length < first.length && first[length] === last[length]) length++;
  return first.slice(0, length).replace(/[\s,;/-]+[^\s,;/-]*$/, '');
}

/** The strings of an inverter that waits for the sun or is stopped are not evaluated, because they are not the cause. */
function whyNotJudged(owner: Owner, light: number | null): StringKind {
  if (['fault', 'stopped', 'service'].includes(owner.kind)) return 'stopped';
  if (light === null ? owner.kind === 'waiting' : light < enoughLight) return 'dark';
  return isProducing(owner) ? 'unknown' : 'stopped';
}
