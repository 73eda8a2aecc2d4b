import type { AlarmGroup, Priority } from '../../contract/alarms';
import type { Group } from '../../contract/points';
import type { DeviceRows } from '../plant/snapshot';
import type { CycleFacts, Device } from './facts';
import type { Rule } from './model';

/** Whether a condition is true; null where that cannot be judged now, so that the last verdict stays. */
export type Verdict = boolean | null;

/** An alarm of the catalogue: its default rule, and how its condition is judged from the values of a device. */
export interface Entry<G extends Group = Group> extends Condition<G> {
  readonly group: AlarmGroup;
  /** The group of its devices; null for an alarm that is about no device. */
  readonly source: G | null;
  readonly rule: Rule;
}

/** Methods, not properties: so TypeScript lets an entry about inverters be in a list of all entries. */
export interface Condition<G extends Group> {
  /** `wasOn`: the alarm is active, so that the hysteresis applies. */
  judge(device: Device<G>, rule: Rule, wasOn: boolean): Verdict;
  /** The value that is shown beside the threshold; left out where no value is compared. */
  value?(device: Device<G>): number | null;
  /** What that value was compared with, where it is not the threshold of the rule. */
  reference?(device: Device<G>): number | null;
  /** Whether the value is what made the condition true; left out: it always is. */
  isByValue?(device: Device<G>, rule: Rule): boolean;
  /** The priority that is configured for this device; null for the priority of the rule. */
  priority?(device: Device<G>): Priority | null;
  /** Whether it is so severe that its priority is raised to 2. */
  isUrgent?(device: Device<G>): boolean;
  /** Which devices of the group it applies to; left out for all. */
  concerns?(device: Device<G>): boolean;
  nameOf?(device: Device<G>): string;
  /** Whether it is judged once for each report of the device (`Device.report`), which are several alarms. */
  readonly isOfReports?: boolean;
  /** What it is judged on one by one, where that is no group of devices. */
  rows?(facts: CycleFacts): DeviceRows;
  readonly threshold?: number;
  readonly unit?: string;
  readonly hysteresis?: number;
  /** Whether it is also judged on devices that do not answer. Entries that compare a value never are. */
  readonly judgesSilence?: boolean;
}

/** Judges the condition where quality and light allow it. `wasOn`: its alarm is active. */
export function judge(entry: Entry, rule: Rule, device: Device<Group>, wasOn: boolean): Verdict {
  if (!entry.judgesSilence && !device.isResponding) return null;
  if (rule.minPoa !== null) {
    const { poa } = device.facts;
    if (poa === null || poa < rule.minPoa) return null;
  }
  return entry.judge(device, rule, wasOn);
}

/** The device's own priority, else that of the rule, or 2 where it is urgent. */
export function priorityOf(entry: Entry, rule: Rule, device: Device<Group>): Priority {
  const own = entry.priority?.(device) ?? null;
  if (own !== null) return own;
  return rule.priority > 2 && entry.isUrgent?.(device) ? 2 : rule.priority;
}

export interface Settings {
  readonly priority: Priority;
  /** s */
  readonly on: number;
  /** s; as long as `on`, but a minute at most, when left out. */
  readonly off?: number;
  /** W/m² */
  readonly minPoa?: number;
}

type Read<G extends Group> = (device: Device<G>) => number | null;

/** Makes the entries of one group; `source` where its devices are in the snapshot. */
export function alarmsOf<G extends Group>(group: AlarmGroup, source: G | null) {
  return (code: string, settings: Settings, condition: Condition<G>): Entry<G> => {
    const { priority, on, off = Math.min(on, 60), minPoa = null } = settings;
    const { threshold = null, unit = '', hysteresis = null } = condition;
    const delays = { onDelayS: on, offDelayS: off };
    const rule = { code, isEnabled: true, priority, threshold, unit, hysteresis, ...delays, minPoa };
    return { ...condition, group, source, rule };
  };
}

/** The condition is true while `hold` returns true; no value is compared. */
export function whenever<G extends Group>(hold: (device: Device<G>) => Verdict): Condition<G> {
  return { judge: hold };
}

/** Whether one of the bits of a point is set. */
export function hasBit<G extends Group>(read: Read<G>, ...bits: readonly number[]): Condition<G> {
  const mask = bits.reduce((all, bit) => all | (1 << bit), 0);
  return whenever(device => {
    const value = read(device);
    return value === null ? null : (value & mask) !== 0;
  });
}

/** What a device reports in its maker's words, where no other alarm stands for it: named after the device and the report. */
export function makerReport<G extends Group>(
  deviceOf: (device: Device<G>) => string = ({ name }) => name,
): Condition<G> {
  return {
    isOfReports: true,
    judge: ({ reports, report }) => {
      if (reports === null || report === null) return null;
      if (reports.made.some(({ number }) => number === report.number)) return true;
      return reports.unread.includes(Number.parseInt(report.number, 10)) ? null : false;
    },
    priority: ({ report }) => report?.priority ?? null,
    nameOf: device => `${deviceOf(device)} · ${device.report?.text}`,
  };
}

/** True while the device does not answer and `matters` returns true; null from `matters` means that it is unknown. */
export function isSilent<G extends Group>(
  matters: (device: Device<G>) => Verdict = () => true,
): Condition<G> {
  return {
    judgesSilence: true,
    judge: device => (device.isResponding ? false : matters(device) ? true : null),
  };
}

/** A lifetime counter that continues from another reading: shows that one, and the reading before. */
export function countsAgain<G extends Group>(): Condition<G> {
  return {
    ...whenever(({ counterStep }) => counterStep !== null),
    value: ({ counterStep }) => counterStep?.to ?? null,
    reference: ({ counterStep }) => counterStep?.from ?? null,
    unit: 'kWh',
  };
}

interface Limit {
  readonly threshold: number;
  readonly unit: string;
  readonly hysteresis: number;
}

/** A value at or above the threshold; gone below it by the hysteresis. */
export function above<G extends Group>(limit: Limit, value: Read<G>): Condition<G> {
  return { ...limit, value, judge: (device, rule, wasOn) => isBeyond(value(device), rule, wasOn, 1) };
}

/** A value at or below the threshold; gone above it by the hysteresis. */
export function below<G extends Group>(limit: Limit, value: Read<G>): Condition<G> {
  return { ...limit, value, judge: (device, rule, wasOn) => isBeyond(value(device), rule, wasOn, -1) };
}

function isBeyond(value: number | null, rule: Rule, wasOn: boolean, sign: 1 | -1): Verdict {
  if (value === null || rule.threshold === null) return null;
  const slack = wasOn ? (rule.hysteresis ?? 0) : 0;
  return wasOn ? sign * (value - rule.threshold) > -slack : sign * (value - rule.threshold) >= 0;
}

/** Either condition; shows the value of the first, where that one is true. */
export function either<G extends Group>(first: Condition<G>, second: Condition<G>): Condition<G> {
  const judge: Condition<G>['judge'] = (device, rule, wasOn) => {
    const one = first.judge(device, rule, wasOn);
    return one === true ? true : (second.judge(device, rule, wasOn) ?? one);
  };
  return { ...first, judge, isByValue: (device, rule) => first.judge(device, rule, false) === true };
}

/** The condition, judged only while `applies`; otherwise it is false, or not judged (null). */
export function only<G extends Group>(
  applies: (device: Device<G>) => Verdict,
  condition: Condition<G>,
  otherwise: false | null,
): Condition<G> {
  const judge: Condition<G>['judge'] = (device, rule, wasOn) => {
    const isSo = applies(device);
    if (isSo === null) return null;
    return isSo ? condition.judge(device, rule, wasOn) : otherwise;
  };
  return { ...condition, judge };
}
