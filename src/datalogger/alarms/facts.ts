import { controllerFunctions, inverterStates, trackerStates } from '../../contract/codes';
import type { Group, PointOf } from '../../contract/points';
import { isGood } from '../plant/processing/rows';
import type { CounterStep, DeviceRows, MakerReport, MakerReports } from '../plant/snapshot';
import { sunPosition } from '../plant/solar/sun';
import type { AlarmInputs } from './inputs';

/** Whether a device is judged: its alarms are hidden under maintenance, and not judged when it is disabled. */
export type Service = 'active' | 'maintenance' | 'disabled';

/** What some conditions must know of earlier cycles (memory.ts). */
export interface EarlierCycles {
  /** Power of a meter's counters in their newest move, % of the rated power (negative: backwards); null without one. */
  counterPercent(meter: number): number | null;
  /** For how many minutes of daylight a sensor has shown the same value. */
  minutesUnchanged(sensor: number, steadyS: number): number;
  /** kWh of today that inverters did not make because they stood still, started or were limited. */
  explainedKwh(): number;
}

/** Elevation of the sun in degrees below which inverters may be off. */
export const workingElevation = 5;

/** The facts that the conditions of one cycle share. */
export class CycleFacts {
  readonly inputs: AlarmInputs;
  /** Epoch seconds of the cycle, and the same moment by the steady clock. */
  readonly t: number;
  readonly steadyS: number;
  readonly memory: EarlierCycles;
  /** Irradiance on the modules' plane, W/m²; null when no sensor measures it. */
  readonly poa: number | null;
  /** kW of all inverters together. */
  readonly ratedKw: number;
  /** Degrees; null where the place is not known. */
  readonly sunElevation: number | null;
  readonly isCurtailed: boolean;
  readonly #responding = new Map<Group, readonly boolean[]>();
  readonly #inverterService: ReadonlyMap<number, Service>;
  readonly #boxes: ReadonlyMap<number, StringBox>;

  constructor(inputs: AlarmInputs, memory: EarlierCycles, { t, steadyS }: Pick<CycleFacts, 't' | 'steadyS'>) {
    this.inputs = inputs;
    this.memory = memory;
    this.t = t;
    this.steadyS = steadyS;
    this.poa = this.plant('poa');
    const { inverter, stringhe } = inputs.snapshot.groups;
    this.ratedKw = (inverter.values.pn ?? []).reduce<number>((sum, pn) => sum + (pn ?? 0), 0);
    this.sunElevation = elevationAt(inputs.site, t);
    this.isCurtailed = this.#isCurtailed();
    this.#inverterService = new Map(
      inverter.id.map((id, index) => [id, serviceOf(inverter.stato[index] ?? 0)]),
    );
    this.#boxes = stringBoxes(stringhe);
  }

  /** Whether the sun is high enough for inverters and string boxes, which it supplies, to answer. */
  get isWorkingTime(): boolean {
    return this.sunElevation === null || this.sunElevation > workingElevation;
  }

  /** When a device was sampled, by the steady clock. */
  sampledAt(group: Group, index: number): number {
    return this.steadyS - (this.t - (this.rows(group).sampled[index] ?? this.t));
  }

  rows(group: Group): DeviceRows {
    return this.inputs.snapshot.groups[group];
  }

  isResponding(group: Group, index: number): boolean {
    let responding = this.#responding.get(group);
    if (!responding) {
      const rows = this.rows(group);
      responding = rows.q.map((_, row) => isGood(rows, row, this.t));
      this.#responding.set(group, responding);
    }
    return responding[index] ?? false;
  }

  /** A value of the plant as a whole. */
  plant(point: PointOf<'impianto'>): number | null {
    return this.isResponding('impianto', 0) ? (this.rows('impianto').values[point]?.[0] ?? null) : null;
  }

  /** The values of a point of all devices that are responding. */
  all<G extends Group>(group: G, point: PointOf<G>): number[] {
    const values = this.rows(group).values[point] ?? [];
    return values.flatMap((value, index) =>
      value !== null && this.isResponding(group, index) ? [value] : [],
    );
  }

  /** Measured and expected power as shares of the rated power, %. */
  share(point: 'pac' | 'pattesa' | 'qac'): number | null {
    const value = this.plant(point);
    return value === null || this.ratedKw <= 0 ? null : (100 * value) / this.ratedKw;
  }

  /** A string box by its number (`quadro`). */
  box(number: number | null): StringBox | null {
    return number === null ? null : (this.#boxes.get(number) ?? null);
  }

  /** A string is in service while its inverter is. */
  service(group: Group, index: number): Service {
    const rows = this.rows(group);
    const own = serviceOf(rows.stato[index] ?? 0, group);
    if (group !== 'stringhe' || own !== 'active') return own;
    return this.#inverterService.get(rows.values.inverter?.[index] ?? -1) ?? 'active';
  }

  #isCurtailed(): boolean {
    const { limitByOperator, setPointByOperator, setPointByMarket, limitByPlant } = controllerFunctions;
    const limiting: readonly number[] = [limitByOperator, setPointByOperator, setPointByMarket, limitByPlant];
    return (
      this.all('cci', 'funzione').some(code => limiting.includes(code)) ||
      this.all('cci', 'plim').some(percent => percent < 100)
    );
  }
}

function serviceOf(state: number, group: Group = 'inverter'): Service {
  if (state === inverterStates.disabled) return 'disabled';
  if (state === inverterStates.maintenance) return 'maintenance';
  return group === 'tracker' && state === trackerStates.maintenance ? 'maintenance' : 'active';
}

/** Of the sun, degrees; null where the place is not known. */
export function elevationAt(site: AlarmInputs['site'], t: number): number | null {
  if (site === null) return null;
  const sun = { elevation: 0, azimuth: 0, cosZenith: 0, east: 0, north: 0 };
  sunPosition(t, site.latitude, site.longitude, sun);
  return sun.elevation;
}

/** A string box. Snapshots have no rows of boxes: an alarm of a box is stored for its first string, under the box's name. */
interface StringBox {
  /** Id of the first string, and the indexes of all. */
  readonly first: number;
  readonly members: readonly number[];
  readonly name: string;
}

const known = new WeakMap<DeviceRows, ReadonlyMap<number, StringBox>>();

/** The boxes of these strings by number (`quadro`). */
function stringBoxes(strings: DeviceRows): ReadonlyMap<number, StringBox> {
  let boxes = known.get(strings);
  if (!boxes) {
    const members = new Map<number, number[]>();
    strings.values.quadro?.forEach((box, index) => {
      if (box === null) return;
      const list = members.get(box);
      if (list) list.push(index);
      else members.set(box, [index]);
    });
    boxes = new Map([...members].map(([box, list]) => [box, boxOf(strings, list)]));
    known.set(strings, boxes);
  }
  return boxes;
}

function boxOf(strings: DeviceRows, members: readonly number[]): StringBox {
  const names = members.map(index => (strings.nome[index] ?? '').split(' '));
  const [first = []] = names;
  const length = first.findIndex((word, at) => names.some(name => name[at] !== word));
  const common = first.slice(0, length < 0 ? first.length : length).join(' ');
  return {
    first: strings.id[members[0] ?? -1] ?? 0,
    members,
    name: common || first.join(' '),
  };
}

/** One device as a condition sees it. The same object is used for every device in turn: a condition must not keep it. */
export class Device<G extends Group> {
  readonly facts: CycleFacts;
  readonly group: G | null;
  readonly rows: DeviceRows;
  index = 0;
  /** Of what a device reports in its maker's words, the one that is judged. */
  report: MakerReport | null = null;

  /** `rows`: what an alarm is about that is about no group of devices. */
  constructor(facts: CycleFacts, group: G | null, rows: DeviceRows = noRows) {
    this.facts = facts;
    this.group = group;
    this.rows = group === null ? rows : facts.rows(group);
  }

  /** Null for an alarm that is about no device. */
  get id(): number | null {
    return this.rows.id[this.index] ?? null;
  }

  get name(): string {
    return this.rows.nome[this.index] ?? '';
  }

  get state(): number {
    return this.rows.stato[this.index] ?? 0;
  }

  /** Whether its values are neither bad nor old. */
  get isResponding(): boolean {
    return this.group === null || this.facts.isResponding(this.group, this.index);
  }

  /** A counter of the device that continues from another reading since less than an hour. */
  get counterStep(): CounterStep | null {
    return this.rows.changes?.[this.index] ?? null;
  }

  /** What the device reports in its maker's words; null where that is not known. */
  get reports(): MakerReports | null {
    return this.rows.reports?.[this.index] ?? null;
  }

  /** Whether the gate refuses one of these points. */
  isRefused(points: readonly PointOf<G>[]): boolean {
    const refused = this.rows.refused?.[this.index];
    return refused ? points.some(point => refused[point] !== undefined) : false;
  }

  value(point: PointOf<G>): number | null {
    return this.rows.values[point]?.[this.index] ?? null;
  }
}

/** For alarms that are about no device: one row without values. */
export const noRows: DeviceRows = { id: [], nome: [], stato: [], sampled: [], validS: [], q: [], values: {} };
