import type { trackerStates } from '../../../contract/codes';
import { ageAt, goodAt } from '../../data/samples';
import { type MeasureTable, numberAt, rowsOf } from '../../data/table';
import { type Device, type DeviceList, numberOf, readDevices } from '../../devices/device-list';

const points = ['ang', 'tgt', 'imot', 'soc', 'vento', 'settore', 'limite', 'rientro'] as const;
/** What one poll asks for: the error follows from angle and target. */
export const listCodes = points.map(point => `tracker.${point}`).join(',');

// Checked against the contract's by type alone: its tables are no part of a screen's chunk.
type Code = (typeof trackerStates)[keyof typeof trackerStates];
const modes = {
  0: 'unknown',
  1: 'tracking',
  2: 'backtracking',
  3: 'manual',
  4: 'calibration',
  5: 'windStow',
  6: 'snowStow',
  7: 'hailStow',
  8: 'night',
  9: 'cleaning',
  10: 'fault',
  11: 'silent',
  12: 'maintenance',
} as const satisfies Record<Code, string>;
export type TrackerMode = (typeof modes)[Code];
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

/** Trackers are sampled every 30 s, and stale after three times. */
const silentAfterS = 90;

export function readTrackerList(table: MeasureTable): TrackerList {
  const list = readDevices(table, 'tracker', points);
  const rows = rowsOf(table, 'tracker');
  const devices = list.devices.map((device, index) => readTracker(device, table, rows[index] ?? index));
  const heard = devices.find(({ isSilent, values }) => !isSilent && values.get('vento') != null);
  const told = (point: (typeof points)[number]) => devices.flatMap(({ values }) => values.get(point) ?? []);
  return {
    ...list,
    devices,
    groups: groupsOf(devices),
    wind: heard ? numberOf(heard, 'vento') : null,
    stowAt: extreme(Math.min, told('limite')),
    returnS: extreme(Math.max, told('rientro')),
  };
}

const extreme = (pick: typeof Math.min, values: readonly number[]) =>
  values.length > 0 ? pick(...values) : null;

function readTracker(device: Device, table: MeasureTable, row: number): Tracker {
  const told = device.state !== null && isCode(device.state) ? modes[device.state] : 'unknown';
  const isSilent = told === 'silent' || ageAt(table, row) > silentAfterS;
  const mode = isSilent ? 'silent' : told;
  const valueAt = isSilent ? numberAt : goodAt;
  const values = new Map(points.map(point => [point, valueAt(table, point, row)] as const));
  const [angle, target] = [values.get('ang') ?? null, values.get('tgt') ?? null];
  const error = angle === null || target === null ? null : angle - target;
  const sector = numberAt(table, 'settore', row);
  return { ...device, isSilent, values, mode, sector, angle, target, error, kind: kindOf(mode, error) };
}

function isCode(code: number): code is Code {
  return Object.hasOwn(modes, code);
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
