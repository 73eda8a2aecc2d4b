import { trackerStates } from '../../../contract/codes';
import type { PointOf } from '../../../contract/points';
import { nameOfCode } from '../../data/samples';
import type { MeasureTable } from '../../data/table';
import { currentOf, type Device, type DeviceList, numberOf, readDevices } from '../../devices/device-list';

const points = [
  'ang',
  'tgt',
  'imot',
  'soc',
  'vento',
  'settore',
  'limite',
  'rientro',
] as const satisfies readonly PointOf<'tracker'>[];
/** What one poll asks for: the error follows from angle and target. */
export const listCodes = points.map(point => `tracker.${point}`).join(',');

export type TrackerMode = Exclude<keyof typeof trackerStates, 'commLost'> | 'silent';
export const stows: readonly TrackerMode[] = ['windStow', 'snowStow', 'hailStow'];
/** Held where a command has sent them. */
export const held: readonly TrackerMode[] = ['manual', 'cleaning'];

/** How far from its target, the worst first; then why that is not told. */
export const trackerKinds = ['fault', 'off', 'near', 'good', 'silent', 'unknown'] as const;
export type TrackerKind = (typeof trackerKinds)[number];

/** Degrees from the target: within the first it follows, beyond the second it is an alarm (TRK01). */
export const limits = { follows: 2, alarm: 5 } as const;

/** One tracker. Angles in degrees, positive to the west. Of a silent one what it said last. */
export interface Tracker extends Device {
  readonly mode: TrackerMode;
  /** Number of the group it is commanded with; null where that is not told. */
  readonly sector: number | null;
  readonly kind: TrackerKind;
  readonly angle: number | null;
  readonly target: number | null;
  /** Angle minus target. */
  readonly error: number | null;
}

export interface TrackerGroup {
  readonly name: string;
  readonly trackers: readonly Tracker[];
}

export interface TrackerList extends DeviceList<Tracker> {
  readonly groups: readonly TrackerGroup[];
  /** m/s, the same for all; null where none tells. */
  readonly wind: number | null;
  /** m/s that send the first tracker to safety, and s until the last returns; null where that is not told. */
  readonly stowAt: number | null;
  readonly returnS: number | null;
}

export function readTrackerList(table: MeasureTable): TrackerList {
  const list = readDevices(table, 'tracker', points);
  const devices = list.devices.map(readTracker);
  const said = (point: (typeof points)[number]) => devices.flatMap(device => numberOf(device, point) ?? []);
  const [wind = null] = devices.flatMap(device => currentOf(device, 'vento') ?? []);
  return {
    ...list,
    devices,
    groups: groupsOf(devices),
    wind,
    stowAt: extreme(Math.min, said('limite')),
    returnS: extreme(Math.max, said('rientro')),
  };
}

const extreme = (pick: typeof Math.min, values: readonly number[]) =>
  values.length > 0 ? pick(...values) : null;

function readTracker(device: Device): Tracker {
  const mode = modeOf(device);
  const [angle, target] = [numberOf(device, 'ang'), numberOf(device, 'tgt')];
  const error = angle === null || target === null ? null : angle - target;
  return {
    ...device,
    mode,
    sector: numberOf(device, 'settore'),
    angle,
    target,
    error,
    kind: kindOf(mode, error),
  };
}

function modeOf({ isSilent, state }: Device): TrackerMode {
  const told = nameOfCode(trackerStates, state) ?? 'unknown';
  return isSilent || told === 'commLost' ? 'silent' : told;
}

function kindOf(mode: TrackerMode, error: number | null): TrackerKind {
  if (mode === 'silent' || mode === 'fault') return mode;
  if (error === null) return 'unknown';
  if (Math.abs(error) > limits.alarm) return 'off';
  return Math.abs(error) > limits.follows ? 'near' : 'good';
}

/** "T2-17" is of the group T2; a name without a number at its end stands in a group of all such. */
function groupsOf(trackers: readonly Tracker[]): readonly TrackerGroup[] {
  const groups = new Map<string, Tracker[]>();
  for (const tracker of trackers) {
    const name = tracker.name.replace(/[\s._-]*\d+$/, '');
    const group = groups.get(name);
    if (group) group.push(tracker);
    else groups.set(name, [tracker]);
  }
  return [...groups].map(([name, own]) => ({ name, trackers: own }));
}

export function isInPosition({ kind }: Tracker): boolean {
  return kind === 'good' || kind === 'near';
}

export function isOff({ kind }: Tracker): boolean {
  return kind === 'fault' || kind === 'off';
}
