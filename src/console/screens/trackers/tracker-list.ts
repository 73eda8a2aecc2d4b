import { trackerStates } from '../../../contract/codes';
import { trackerQuantities } from '../../data/live-codes';
import { type MeasureTable, nameOfCode } from '../../data/table';
import {
  currentOf,
  type Device,
  type DeviceList,
  numberOf,
  readDevices,
} from '../../device-screens/device-list';

export type TrackerMode = Exclude<keyof typeof trackerStates, 'commLost'> | 'silent';
export const stows: readonly TrackerMode[] = ['windStow', 'snowStow', 'hailStow'];
/** Modes in which a command holds a tracker in a position. */
export const held: readonly TrackerMode[] = ['manual', 'cleaning'];

/** Classes by deviation from the target, the worst first; then the reasons why it is not known. */
export const trackerKinds = ['fault', 'off', 'near', 'good', 'silent', 'unknown'] as const;
export type TrackerKind = (typeof trackerKinds)[number];

/** Deviation from the target, in degrees: up to `follows` a tracker follows its target, above `alarm` it has an alarm (TRK01). */
export const limits = { follows: 2, alarm: 5 } as const;

/** One tracker; if it does not respond, with its last values. Angles in degrees, positive to the west. */
export interface Tracker extends Device {
  readonly mode: TrackerMode;
  /** Number of the group with which it is commanded; null if it is not known. */
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
  /** Wind speed for all trackers, m/s; null if it is not known. */
  readonly wind: number | null;
  /** Wind speed at which the first tracker moves to its safety position, m/s, and time until the last returns, s; null if not known. */
  readonly stowAt: number | null;
  readonly returnS: number | null;
}

export function readTrackerList(table: MeasureTable): TrackerList {
  const list = readDevices(table, 'tracker', trackerQuantities);
  const devices = list.devices.map(readTracker);
  const said = (point: (typeof trackerQuantities)[number]) =>
    devices.flatMap(device => numberOf(device, point) ?? []);
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
  const reported = nameOfCode(trackerStates, state) ?? 'unknown';
  return isSilent || reported === 'commLost' ? 'silent' : reported;
}

function kindOf(mode: TrackerMode, error: number | null): TrackerKind {
  if (mode === 'silent' || mode === 'fault') return mode;
  if (error === null) return 'unknown';
  if (Math.abs(error) > limits.alarm) return 'off';
  return Math.abs(error) > limits.follows ? 'near' : 'good';
}

/** "T2-17" belongs to the group T2. A name without a number at its end is the name of its own group. */
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

/** The first one with a fault, else the first one off its target: not the furthest, as two that move would take turns. */
export function worstOf(trackers: readonly Tracker[]): Tracker | undefined {
  return trackers.find(({ kind }) => kind === 'fault') ?? trackers.find(isOff);
}
