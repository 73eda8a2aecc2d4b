import { controllerFunctions, quality } from '../../../contract/codes';
import { type CommandAction, type CommandSelection, leastPowerFactor } from '../../../contract/commands';
import type { Group } from '../../../contract/points';
import type { Plant } from '../../plant/processing/plant';
import type { Snapshot } from '../../plant/snapshot';
import type { PlantCommand, TrackerOrder } from '../../plant/source';
import { ProblemError } from '../http/handler';

/** What a selection would do. */
export interface PlannedCommand {
  readonly command: PlantCommand;
  readonly action: CommandAction;
  /** The present and the new value; null for commands without a number. */
  readonly old: number | null;
  readonly next: number | null;
  /** kW that the plant may give at most afterwards. */
  readonly limitKw: number | null;
  readonly devices: number;
  /** It moves or limits the whole plant: the confirmation has to say that this is known. */
  readonly isPlantWide: boolean;
}

interface Target {
  readonly plant: Plant;
  readonly snapshot: Snapshot;
  /** A value of the group, or of its only device. */
  readonly id: number | null;
  /** A value of one device of a group. */
  readonly member: number | null;
  readonly value: number | undefined;
}

type Plan = (target: Target) => Omit<PlannedCommand, 'action'>;

/** `group action` -> what it does. There are no other commands. */
const plans: Readonly<Record<string, Plan>> = {
  'cci limite_p': target => {
    const percent = within(target.value, 0, 100);
    const limitKw = limitKwAt(target, Math.min(percent, prevailingPercent(target)));
    const command = { kind: 'limit-power', percent } as const;
    const old = valueAt(target, 'cci', 'psp');
    return { ...controller(command, old, percent), limitKw, isPlantWide: true };
  },
  'cci setpoint_q': target => {
    const most = (100 * numberAt(target, 'cci', 'qmax')) / numberAt(target, 'cci', 'smax');
    const percent = within(target.value, -most, most);
    return controller({ kind: 'set-reactive', percent }, valueAt(target, 'cci', 'qsp'), percent);
  },
  'cci setpoint_cosfi': target => {
    const value = within(target.value, -1, 1);
    if (Math.abs(value) < leastPowerFactor) throw invalid('too_low', 'The power factor is too low.');
    return controller({ kind: 'set-power-factor', value }, valueAt(target, 'cci', 'cosphi'), value);
  },
  'cci automatico': target => {
    const percent = prevailingPercent(target);
    const limitKw = limitKwAt(target, percent);
    return {
      ...controller({ kind: 'controller-automatic' }, valueAt(target, 'cci', 'psp'), percent),
      limitKw,
    };
  },
  'tracker riposo': target => trackers(target, 'stow'),
  'tracker pulizia': target => trackers(target, 'clean'),
  'tracker automatico': target => trackers(target, null),
  'spi azzera_contatori': target => {
    const command = { kind: 'reset-trips', protection: target.id ?? 0 } as const;
    return { ...controller(command, valueAt(target, 'spi', 'scatti'), 0) };
  },
  'di uscita': target => {
    const output = target.plant.outputs?.numberOf(target.id ?? 0) ?? null;
    if (output === null)
      throw new ProblemError(422, 'not_allowed', 'No output that may be switched.', { campo: 'oggetto' });
    const next = within(target.value, 0, 1);
    if (!Number.isInteger(next)) throw invalid('invalid', 'On is 1, off is 0.');
    const lock = next === 1 ? (target.plant.outputs?.lockedBy(output) ?? null) : null;
    if (lock !== null) throw new ProblemError(409, 'in_use', 'Its interlock forbids it.', { da: lock });
    const isOn = target.plant.outputs?.isOn(output) ?? null;
    const command = { kind: 'switch-output', output, isOn: next === 1 } as const;
    return controller(command, isOn === null ? null : Number(isOn), next);
  },
};

/** Functions that limit the active power whatever the plant's own operator orders. */
const prevailing: ReadonlySet<number | null> = new Set([
  controllerFunctions.limitAtHighVoltage,
  controllerFunctions.limitByOperator,
  controllerFunctions.setPointByOperator,
]);

/** The limit, in %, that stays in force whatever is ordered here; 100 if absent. */
function prevailingPercent(target: Target): number {
  return prevailing.has(valueAt(target, 'cci', 'funzione')) ? (valueAt(target, 'cci', 'psp') ?? 100) : 100;
}

/** kW that a limit in % allows: not more than the rated power. */
function limitKwAt(target: Target, percent: number): number {
  return Math.min(numberAt(target, 'cci', 'pn'), (numberAt(target, 'cci', 'smax') * percent) / 100);
}

const plain = { limitKw: null, devices: 1, isPlantWide: false } as const;

function controller(command: PlantCommand, old: number | null, next: number): Omit<PlannedCommand, 'action'> {
  return { ...plain, command, old, next };
}

/** Old value: the mean of the present angles. New value: the angle of the order; null for following the sun again. */
function trackers(target: Target, order: TrackerOrder | null): Omit<PlannedCommand, 'action'> {
  const { plant, snapshot, id, member } = target;
  const ids = plant.trackersOf(id).filter(each => member === null || each === member);
  if (ids.length === 0) throw new ProblemError(404, 'not_found', 'No such trackers.');
  const responding = ids.filter(each => !isSilent(snapshot, 'tracker', each));
  if (responding.length === 0) throw deviceSilent();
  const angles = responding.flatMap(each => valueAt({ snapshot, id: each }, 'tracker', 'ang') ?? []);
  const old = angles.length === 0 ? null : angles.reduce((sum, angle) => sum + angle, 0) / angles.length;
  const next = order && plant.angleOf(order);
  const command = { kind: 'trackers', ids, order } as const;
  return { ...plain, command, old, next, devices: ids.length, isPlantWide: id === null };
}

/** What a selection would do now. 404, 409 or 422 where it is not possible. */
export function planOf(
  { oggetto, azione, valore }: CommandSelection,
  plant: Plant,
  snapshot: Snapshot,
): PlannedCommand {
  const [group = '', id = null, member = null] = oggetto.split('.');
  const plan = plans[`${group} ${azione}`];
  if (!plan) throw new ProblemError(422, 'not_allowed', `${group} cannot do that.`, { campo: 'azione' });
  const number = (text: string | null) => (text === null ? null : Number(text));
  const target = { plant, snapshot, id: number(id), member: number(member), value: valore };
  if (group === 'cci' || group === 'spi' || group === 'di') refuseSilent(target, group);
  return { ...plan(target), action: azione };
}

type MeasuredDevice = Pick<Target, 'snapshot' | 'id'>;

function rowOf({ snapshot, id }: MeasuredDevice, group: Group): number {
  return snapshot.groups[group].id.indexOf(id ?? 0);
}

function isSilent(snapshot: Snapshot, group: Group, id: number | null): boolean {
  return snapshot.groups[group].q[rowOf({ snapshot, id }, group)] === quality.bad;
}

function refuseSilent(target: MeasuredDevice, group: Group): void {
  if (rowOf(target, group) < 0) throw new ProblemError(404, 'not_found', 'No such device.');
  if (isSilent(target.snapshot, group, target.id)) throw deviceSilent();
}

const deviceSilent = () => new ProblemError(409, 'device_silent', 'The device does not answer.');

function valueAt(target: MeasuredDevice, group: Group, point: string): number | null {
  const value = target.snapshot.groups[group].values[point]?.[rowOf(target, group)] ?? null;
  return value === null ? null : Math.round(value * 1000) / 1000;
}

const numberAt = (target: MeasuredDevice, group: Group, point: string) => valueAt(target, group, point) ?? 0;

function invalid(code: 'required' | 'too_low' | 'too_high' | 'invalid', message: string): ProblemError {
  return new ProblemError(422, code, message, { campo: 'valore' });
}

const told = (limit: number) => Math.round(limit * 10) / 10;

function within(value: number | undefined, least: number, most: number): number {
  if (value === undefined) throw invalid('required', 'A value is needed.');
  if (value < least) throw invalid('too_low', `At least ${told(least)}.`);
  if (value > most) throw invalid('too_high', `At most ${told(most)}.`);
  return value;
}
