import { deviceStates } from '../../../../contract/codes';
import type { Values } from '../../../plant/source';
import type { ConfiguredRecord, Expected, Job, MappedDevice, Reading, Registers } from '../device-driver';
import type { Read, ReadRequest } from '../modbus/read';
import { repeated } from '../modbus/repeated';
import type { CommandingDriver } from '../sunspec/controls';
import { valueIn } from '../sunspec/types';
import { ProfileControls } from './controls';
import { deviceReports } from './device-reports';
import { groupPoints, stateWithout } from './points-of-kind';
import { type InputRow, isWithin, mostRegisters, type Profile } from './profile';
import { addressOf, requestOf, storedIn } from './requests';
import { eventsIn, protectionIn, stateIn, valuesIn } from './values';

/** Names of the jobs, and seconds between two reads of what is not main. */
const [main, slow, inputs] = ['main', 'slow', 'inputs'] as const;
const every = { slow: 60, inputs: 15, boxes: 30 } as const;

/** How many inputs a record says that its device has. */
const inputsOf = ({ kind, record }: ConfiguredRecord): number =>
  kind === 'inverters' ? record.mppt : kind === 'box-stringhe' ? record.ingressi : 0;

/** The rows of inputs that a device has: of each the number of its first input, how many there are, and where they begin. */
function inputRows(profile: Profile, configured: ConfiguredRecord) {
  const wanted = inputsOf(configured);
  return profile.inputs.flatMap(row => {
    const inputs = Math.min(row.most, wanted - row.first + 1);
    const [first] = Object.values(row.points);
    return first && inputs > 0 ? [{ row, inputs, from: first.at }] : [];
  });
}

/** The registers of a row of inputs, in requests that end with an input. */
function requestsOfInputs(
  profile: Profile,
  unit: number,
  { row, inputs, from }: { readonly row: InputRow; readonly inputs: number; readonly from: number },
): ReadRequest[] {
  const atOnce = Math.floor(mostRegisters / row.step);
  const requests: ReadRequest[] = [];
  for (let read = 0; read < inputs; read += atOnce)
    requests.push(
      requestOf(profile, unit, from + read * row.step, Math.min(atOnce, inputs - read) * row.step),
    );
  return requests;
}

function jobsOf(profile: Profile, unit: number, configured: ConfiguredRecord): Job[] {
  if (!('polling' in configured.record)) return [];
  const { polling } = configured.record;
  const requests = (blocks: Profile['main']) =>
    blocks.map(({ from, count }) => requestOf(profile, unit, from, count));
  const rows = inputRows(profile, configured);
  const isInputsMain = profile.main.length === 0;
  const inputsS = Math.max(isInputsMain ? every.boxes : every.inputs, polling);
  const jobs: Job[] = [
    { name: main, class: 'fast', isMain: true, everyS: polling, requests: requests(profile.main) },
    {
      name: inputs,
      class: 'mid',
      isMain: isInputsMain,
      everyS: inputsS,
      requests: rows.flatMap(row => requestsOfInputs(profile, unit, row)),
    },
    // Each by itself: a device that refuses one of them still gives the others.
    ...requests(profile.slow).map(
      (request, index): Job => ({
        name: slowName(index),
        class: 'slow',
        isMain: false,
        everyS: Math.max(every.slow, polling),
        requests: [request],
      }),
    ),
  ];
  const isJoinable = profile.instances !== undefined;
  return jobs.filter(job => job.requests.length > 0).map(job => (isJoinable ? { ...job, isJoinable } : job));
}

/** Which of the points a record has: of a station that of its kind of sensor. */
function pointsFor({ points }: Profile, { kind, record }: ConfiguredRecord): Profile['points'] {
  if (kind !== 'sensori' || points.v) return points;
  const own = points[record.tipo];
  return own ? { v: own } : {};
}

/** The job of the block of this number among those that are read once a minute. */
const slowName = (index: number) => (index === 0 ? slow : `${slow} ${index + 1}`);

/** By which jobs the points of a device are read that are read once a minute. */
function slowPoints({ points, slow: blocks }: Profile): Pick<Reading, 'jobOf'> {
  const jobs = Object.entries(points).flatMap(([name, point]) => {
    const index = blocks.findIndex(block => isWithin(point, block));
    return index < 0 ? [] : [[name, slowName(index)] as const];
  });
  return jobs.length === 0 ? {} : { jobOf: Object.fromEntries(jobs) };
}

function deviceReadings(profile: Profile, configured: ConfiguredRecord, registers: Registers): Reading[] {
  const { group } = groupPoints[profile.kind];
  const isRead = profile.main.every(({ from, count }) =>
    registers.at(profile.fc, addressOf(profile, from), count),
  );
  if (profile.main.length === 0 || !isRead || profile.kind === 'box-stringhe') return [];
  const stored = storedIn(profile, registers);
  const events = profile.kind === 'inverters' ? eventsIn(profile, stored) : null;
  const protection = profile.kind === 'protezioni-interfaccia' ? protectionIn(profile, stored) : null;
  const reports = deviceReports(profile, stored);
  const values: Values = {
    ...valuesIn(pointsFor(profile, configured), profile.order, stored),
    ...(events !== null && { evt: events }),
    ...protection?.values,
  };
  const unknown = 0;
  const state =
    profile.states === null
      ? (protection?.state ?? stateWithout(profile.kind))
      : (stateIn(profile, stored) ?? unknown);
  return [{ group, part: 0, job: main, state, values, ...(reports && { reports }), ...slowPoints(profile) }];
}

function inputReadings(profile: Profile, configured: ConfiguredRecord, registers: Registers): Reading[] {
  const group = groupPoints[profile.kind].inputGroup;
  if (!group) return [];
  const stored = storedIn(profile, registers);
  const made = inputRows(profile, configured).flatMap(({ row: { first, step, points }, inputs: count }) =>
    Array.from({ length: count }, (_, index) => index).flatMap((index): Reading[] => {
      const said = valuesIn(points, profile.order, (at, size) => stored(at + index * step, size));
      const { u = null, i = null } = said;
      if (i === null) return [];
      const isPowerMissing = group === 'mppt' && u !== null && said.p === undefined;
      const values: Values = isPowerMissing ? { ...said, p: (u * i) / 1000 } : said;
      return [{ group, part: first + index, job: inputs, state: deviceStates.good, values }];
    }),
  );
  const [first, ...others] = made;
  // A box is no device of the snapshot: what it reports is with the first of its inputs.
  const reports = profile.kind === 'box-stringhe' ? deviceReports(profile, stored) : undefined;
  return first && reports ? [{ ...first, reports }, ...others] : made;
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
  return { nameplate: { maker: known ? profile.maker : '', model, version: '', serial }, identity };
}

/** Devices whose registers a profile describes. They do not say what they are: one that answers where it is configured is the right one. */
export const createProfileDriver = (
  profileOf: (configured: ConfiguredRecord) => Profile | null,
): CommandingDriver => ({
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
    return [
      ...deviceReadings(profile, configured, registers),
      ...inputReadings(profile, configured, registers),
    ];
  },
  controls({ unit }, record) {
    const profile = profileOf({ kind: 'inverters', record });
    return profile?.commands ? new ProfileControls(profile, unit) : null;
  },
});
