import { quality } from '../../contract/codes';
import {
  type CommandAction,
  type CommandSelection,
  leastPowerFactor,
  mostReactivePercent,
} from '../../contract/commands';
import type { Group } from '../../contract/points';
import type { PlantCommand, PlantSource, Snapshot } from '../plant/source';
import { ProblemError } from '../serve/handler';

/** What a selection would do. */
export interface Deed {
  readonly command: PlantCommand;
  readonly action: CommandAction;
  /** What is set now and what would be; null for what is no number. */
  readonly old: number | null;
  readonly next: number | null;
  /** kW that the plant may give at most afterwards. */
  readonly limitKw: number | null;
  readonly devices: number;
  /** It acts on the whole plant: its name has to be typed. */
  readonly isPlantWide: boolean;
}

interface Target {
  readonly plant: PlantSource;
  readonly snapshot: Snapshot;
  /** Of the group, or of its one device. */
  readonly id: number | null;
  readonly value: number | undefined;
}

type Plan = (target: Target) => Omit<Deed, 'action'>;

/** `group action` -> what it does. Whatever is not here cannot be commanded. */
const plans: Readonly<Record<string, Plan>> = {
  'cci limite_p': target => {
    const percent = within(target.value, 0, 100);
    const limitKw = (numberAt(target, 'cci', 'pn') * percent) / 100;
    const command = { kind: 'limit-power', percent } as const;
    const isPlantWide = percent === 0;
    return { command, old: valueAt(target, 'cci', 'psp'), next: percent, limitKw, devices: 1, isPlantWide };
  },
  'cci setpoint_q': target => {
    const percent = within(target.value, -mostReactivePercent, mostReactivePercent);
    return controller({ kind: 'set-reactive', percent }, valueAt(target, 'cci', 'qsp'), percent);
  },
  'cci setpoint_cosfi': target => {
    const value = within(target.value, -1, 1);
    if (Math.abs(value) < leastPowerFactor) throw invalid('too_low', 'The power factor is too low.');
    return controller({ kind: 'set-power-factor', value }, valueAt(target, 'cci', 'cosphi'), value);
  },
  'cci automatico': target => {
    const limitKw = numberAt(target, 'cci', 'pn');
    return { ...controller({ kind: 'controller-automatic' }, valueAt(target, 'cci', 'psp'), 100), limitKw };
  },
  'tracker riposo': target => trackers(target, true),
  'tracker automatico': target => trackers(target, false),
  'spi azzera_contatori': target => {
    const command = { kind: 'reset-trips', protection: target.id ?? 0 } as const;
    return { ...controller(command, valueAt(target, 'spi', 'scatti'), 0) };
  },
};

const plain = { limitKw: null, devices: 1, isPlantWide: false } as const;

function controller(command: PlantCommand, old: number | null, next: number): Omit<Deed, 'action'> {
  return { ...plain, command, old, next };
}

function trackers({ plant, id }: Target, isStowed: boolean): Omit<Deed, 'action'> {
  const devices = plant.trackersOf(id).length;
  if (devices === 0) throw new ProblemError(404, 'not_found', 'No such trackers.');
  const command = { kind: isStowed ? 'stow' : 'track', group: id } as const;
  return { ...plain, command, old: null, next: null, devices, isPlantWide: id === null };
}

/** What a selection would do now. 404, 409 or 422 for what cannot be done. */
export function deedOf(
  { oggetto, azione, valore }: CommandSelection,
  plant: PlantSource,
  snapshot: Snapshot,
): Deed {
  const [group = '', text] = oggetto.split('.');
  const plan = plans[`${group} ${azione}`];
  if (!plan) throw new ProblemError(422, 'not_allowed', `${group} cannot do that.`, { campo: 'azione' });
  const target = { plant, snapshot, id: text === undefined ? null : Number(text), value: valore };
  if (group === 'cci' || group === 'spi') refuseSilent(target, group);
  return { ...plan(target), action: azione };
}

function rowOf({ snapshot, id }: Target, group: Group): number {
  return snapshot.groups[group].id.indexOf(id ?? 0);
}

function refuseSilent(target: Target, group: Group): void {
  const row = rowOf(target, group);
  if (row < 0) throw new ProblemError(404, 'not_found', 'No such device.');
  if (target.snapshot.groups[group].q[row] !== quality.bad) return;
  throw new ProblemError(409, 'device_silent', 'The device does not answer.');
}

function valueAt(target: Target, group: Group, point: string): number | null {
  const value = target.snapshot.groups[group].values[point]?.[rowOf(target, group)] ?? null;
  return value === null ? null : Math.round(value * 1000) / 1000;
}

const numberAt = (target: Target, group: Group, point: string) => valueAt(target, group, point) ?? 0;

function invalid(code: 'required' | 'too_low' | 'too_high', message: string): ProblemError {
  return new ProblemError(422, code, message, { campo: 'valore' });
}

function within(value: number | undefined, least: number, most: number): number {
  if (value === undefined) throw invalid('required', 'A value is needed.');
  if (value < least) throw invalid('too_low', `At least ${least}.`);
  if (value > most) throw invalid('too_high', `At most ${most}.`);
  return value;
}
