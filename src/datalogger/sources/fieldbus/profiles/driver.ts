import { deviceStates, inverterStates } from '../../../../contract/codes';
import type { Values } from '../../../plant/source';
import type {
  ConfiguredRecord,
  DeviceDriver,
  Expected,
  Job,
  MappedDevice,
  Reading,
  Registers,
} from '../device-driver';
import type { Read, ReadRequest } from '../modbus/read';
import { repeated } from '../modbus/repeated';
import { valueIn } from '../sunspec/types';
import { groupPoints } from './points-of-kind';
import { isWithin, type NumberType, type Point, type Profile, sizeOf } from './profile';
import { profileOf } from './profiles';

/** Raw numbers with which most devices say "not there". */
const usuallyAbsent: Readonly<Record<NumberType, readonly number[]>> = {
  u16: [0xffff],
  i16: [0x7fff, -0x8000],
  u32: [0xffff_ffff],
  i32: [0x7fff_ffff, -0x8000_0000],
  f32: [],
};

const swapped = (word: number) => ((word & 0xff) << 8) | (word >> 8);

/** The bytes of a number, the most significant first. A single register is never turned. */
function viewOf(words: Uint16Array, order: Profile['order']): DataView {
  const isTurned = words.length > 1;
  const inOrder = isTurned && (order === 'CDAB' || order === 'DCBA') ? [...words].reverse() : [...words];
  const hasSwappedBytes = isTurned && (order === 'BADC' || order === 'DCBA');
  const view = new DataView(new ArrayBuffer(2 * words.length));
  for (const [index, word] of inOrder.entries())
    view.setUint16(2 * index, hasSwappedBytes ? swapped(word) : word);
  return view;
}

const readers: Readonly<Record<NumberType, (view: DataView) => number>> = {
  u16: view => view.getUint16(0),
  i16: view => view.getInt16(0),
  u32: view => view.getUint32(0),
  i32: view => view.getInt32(0),
  f32: view => view.getFloat32(0),
};

/** The value of a point in its words; null where the device has none, or one that cannot be. */
export function numberIn(words: Uint16Array, point: Point, order: Profile['order']): number | null {
  const { type, times, per, absent = usuallyAbsent[type], least, most } = point;
  if (words.length !== sizeOf[type]) return null;
  const raw = readers[type](viewOf(words, order));
  if (!Number.isFinite(raw) || absent.includes(raw)) return null;
  const value = (raw * times) / per;
  return (least !== undefined && value < least) || (most !== undefined && value > most) ? null : value;
}

/** Names of the jobs, and seconds between two reads of what is not main. */
const [main, slow, inputs] = ['main', 'slow', 'inputs'] as const;
const every = { slow: 60, inputs: 15, boxes: 30 } as const;

/** A place in a profile, as a protocol address. */
const addressOf = ({ documentOffset }: Profile, at: number) => at - documentOffset;

const requestOf = (profile: Profile, unit: number, from: number, count: number): ReadRequest => ({
  unit,
  fc: profile.fc,
  from: addressOf(profile, from),
  count,
});

/** How many inputs a record says that its device has. */
const inputsOf = ({ kind, record }: ConfiguredRecord): number =>
  kind === 'inverters' ? record.mppt : kind === 'box-stringhe' ? record.ingressi : 0;

/** Where the inputs of a device begin, and their registers; null where it has none. */
function inputBlock(profile: Profile, configured: ConfiguredRecord) {
  const [first] = Object.values(profile.inputs?.points ?? {});
  const count = Math.min(profile.inputs?.most ?? 0, inputsOf(configured));
  return profile.inputs && first && count > 0
    ? { from: first.at, count: count * profile.inputs.step, inputs: count }
    : null;
}

function jobsOf(profile: Profile, unit: number, configured: ConfiguredRecord): Job[] {
  if (!('polling' in configured.record)) return [];
  const { polling } = configured.record;
  const requests = (blocks: Profile['main']) =>
    blocks.map(({ from, count }) => requestOf(profile, unit, from, count));
  const row = inputBlock(profile, configured);
  const isInputsMain = profile.main.length === 0;
  const inputsS = Math.max(isInputsMain ? every.boxes : every.inputs, polling);
  const jobs: Job[] = [
    { name: main, class: 'fast', isMain: true, everyS: polling, requests: requests(profile.main) },
    {
      name: inputs,
      class: 'mid',
      isMain: isInputsMain,
      everyS: inputsS,
      requests: row ? [requestOf(profile, unit, row.from, row.count)] : [],
    },
    {
      name: slow,
      class: 'slow',
      isMain: false,
      everyS: Math.max(every.slow, polling),
      requests: requests(profile.slow),
    },
  ];
  return jobs.filter(job => job.requests.length > 0);
}

/** The values of points, `further` registers from where the profile has them; those that were not read are left out. */
function valuesOf(
  profile: Profile,
  points: Readonly<Record<string, Point>>,
  registers: Registers,
  further = 0,
): Values {
  return Object.fromEntries(
    Object.entries(points).flatMap(([name, point]) => {
      const at = addressOf(profile, point.at + further);
      const words = registers.at(profile.fc, at, sizeOf[point.type]);
      return words ? [[name, numberIn(words, point, profile.order)]] : [];
    }),
  );
}

function stateOf(profile: Profile, registers: Registers): number {
  if (profile.states === null) return deviceStates.good;
  const [code] = registers.at(profile.fc, addressOf(profile, profile.states.at), 1) ?? [];
  return profile.states.codes[String(code)] ?? inverterStates.unknown;
}

/** The points of a device that are read once a minute. */
function slowPoints({ points, slow: blocks }: Profile): Pick<Reading, 'jobOf'> {
  const names = Object.keys(points).filter(name =>
    blocks.some(block => points[name] && isWithin(points[name], block)),
  );
  return names.length === 0 ? {} : { jobOf: Object.fromEntries(names.map(name => [name, slow])) };
}

function deviceReadings(profile: Profile, registers: Registers): Reading[] {
  const { group } = groupPoints[profile.kind];
  const isRead = profile.main.every(({ from, count }) =>
    registers.at(profile.fc, addressOf(profile, from), count),
  );
  if (profile.main.length === 0 || !isRead) return [];
  const values = valuesOf(profile, profile.points, registers);
  const state = stateOf(profile, registers);
  return [{ group, part: 0, job: main, state, values, ...slowPoints(profile) }];
}

function inputReadings(profile: Profile, configured: ConfiguredRecord, registers: Registers): Reading[] {
  const row = inputBlock(profile, configured);
  const group = groupPoints[profile.kind].inputGroup;
  if (!row || !profile.inputs || !group) return [];
  const { step, points } = profile.inputs;
  return Array.from({ length: row.inputs }, (_, index) => index).flatMap((index): Reading[] => {
    const said = valuesOf(profile, points, registers, index * step);
    const { u = null, i = null } = said;
    if (i === null) return [];
    const values: Values = group === 'mppt' && u !== null ? { ...said, p: (u * i) / 1000 } : said;
    return [{ group, part: index + 1, job: inputs, state: deviceStates.good, values }];
  });
}

/** What a device says of itself, and the registers in which it does; empty where it has no such registers, or refuses them. */
async function identityOf(
  profile: Profile,
  unit: number,
  read: Read,
): Promise<Pick<MappedDevice, 'nameplate' | 'identity'>> {
  const identity: Expected[] = [];
  const textAt = async (place: { at: number; size: number } | null | undefined) => {
    if (!place) return '';
    const request = requestOf(profile, unit, place.at, place.size);
    const reply = await read(request);
    if (reply.kind !== 'values') return '';
    identity.push({ fc: request.fc, from: request.from, words: [...reply.values] });
    return String(valueIn('string', reply.values, 0) ?? '');
  };
  const { identity: known } = profile;
  const [model, serial] = [await textAt(known?.model), await textAt(known?.serial)];
  return { nameplate: { maker: known?.maker ?? '', model, version: '', serial }, identity };
}

/** Devices whose registers a profile describes. They do not say what they are: one that answers where it is configured is the right one. */
export const profileDriver: DeviceDriver = {
  async identify(read, { unit, base, records }) {
    const [configured] = records;
    const profile = configured ? profileOf(configured) : null;
    if (!configured || !profile) return { kind: 'foreign' };
    const [first] = jobsOf(profile, unit, configured).find(({ isMain }) => isMain)?.requests ?? [];
    const reply = first ? await read(first) : null;
    if (reply?.kind !== 'values') return reply ?? { kind: 'foreign' };
    const said = await identityOf(profile, unit, repeated(read));
    return { kind: 'found', map: { unit, base, devices: [{ ...said, models: [] }], isWhole: true } };
  },
  jobs(map, configured) {
    const profile = profileOf(configured);
    return profile ? jobsOf(profile, map.unit, configured) : [];
  },
  decode(_, configured, registers) {
    const profile = profileOf(configured);
    if (!profile) return [];
    return [...deviceReadings(profile, registers), ...inputReadings(profile, configured, registers)];
  },
};
