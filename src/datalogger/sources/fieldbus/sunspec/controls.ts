import type { RecordOf } from '../../../../contract/config/kinds';
import type { DeviceDriver, DeviceMap, Registers } from '../device-driver';
import type { ReadRequest } from '../modbus/read';
import { AllowedWrite } from './allowed-write';
import type { PointValues } from './decode';
import { type Found, headerOf, headRequests, pointsOf } from './plan';
import { numberOf, thousandth } from './say';

/** What of an inverter is commanded: active power and reactive power in % of its greatest power, or its power factor (negative: inductive). */
export type Quantity = 'active' | 'reactive' | 'factor';

/** What an inverter says of a quantity that can be commanded. */
export interface ControlState {
  readonly value: number | null;
  readonly isOn: boolean;
  /** Seconds after which it goes back by itself, when nobody writes again; null for never. */
  readonly reversionS: number | null;
  /** Whether it has a reversion time that can be set. */
  readonly canRevert: boolean;
}

/** What sets a quantity, or takes it back: writes, in this order, and the value as it has room in the device. */
export interface Setting {
  readonly value: number | null;
  readonly writes: readonly AllowedWrite[];
}

/** How an inverter is commanded. It keeps nothing: everything is said of registers that were just read. */
export interface InverterControls {
  /** What is read before and after a write, and what says how great its greatest power is. */
  readonly requests: readonly ReadRequest[];
  readonly rating: readonly ReadRequest[];
  /** kW; null where it does not say. */
  maxKw(registers: Registers): number | null;
  /** Null where it cannot be commanded. */
  state(registers: Registers, quantity: Quantity): ControlState | null;
  /** What sets a value; null takes it back. Null where that cannot be written. */
  setting(registers: Registers, quantity: Quantity, value: number | null, reversionS: number): Setting | null;
  /** Whether the registers are what a setting makes of them. */
  holds(registers: Registers, quantity: Quantity, setting: Setting): boolean;
}

/** A driver of devices that may be commanded. */
export interface CommandingDriver extends DeviceDriver {
  /** How an inverter is commanded; null where it cannot be. */
  controls(map: DeviceMap, record: RecordOf<'inverters'>): InverterControls | null;
}

const isCommanding = (driver: DeviceDriver): driver is CommandingDriver => 'controls' in driver;

/** How the device of a driver is commanded; null where it cannot be. */
export const commandsOf = (
  driver: DeviceDriver,
  map: DeviceMap,
  record: RecordOf<'inverters'>,
): InverterControls | null => (isCommanding(driver) ? driver.controls(map, record) : null);

/** How a quantity is commanded in a model. */
interface Control {
  readonly value: string;
  readonly enable: string;
  readonly reversion: string;
  /** What the value goes back to when it is taken back; null where it stays. */
  readonly rest: number | null;
  /** Points that are always set with it, and those that are set where the device has them. */
  readonly with: Readonly<Record<string, number>>;
  readonly ifThere: Readonly<Record<string, number>>;
  /** Points that lie one behind the other: each is one write. That with `enable` is the last. */
  readonly blocks: readonly (readonly string[])[];
}

type Controls = Readonly<Partial<Record<Quantity, Control>>>;

const immediate: Controls = {
  active: {
    value: 'WMaxLimPct',
    enable: 'WMaxLim_Ena',
    reversion: 'WMaxLimPct_RvrtTms',
    rest: 100,
    with: {},
    ifThere: { WMaxLimPct_WinTms: 0 },
    blocks: [['WMaxLimPct', 'WMaxLimPct_WinTms', 'WMaxLimPct_RvrtTms', 'WMaxLimPct_RmpTms', 'WMaxLim_Ena']],
  },
  reactive: {
    value: 'VArWMaxPct',
    enable: 'VArPct_Ena',
    reversion: 'VArPct_RvrtTms',
    rest: 0,
    with: { VArPct_Mod: 1 },
    ifThere: { VArPct_WinTms: 0 },
    blocks: [
      [
        ...['VArWMaxPct', 'VArMaxPct', 'VArAvalPct', 'VArPct_WinTms', 'VArPct_RvrtTms', 'VArPct_RmpTms'],
        ...['VArPct_Mod', 'VArPct_Ena'],
      ],
    ],
  },
};

const der: Controls = {
  active: {
    value: 'WMaxLimPct',
    enable: 'WMaxLimPctEna',
    reversion: 'WMaxLimPctRvrtTms',
    rest: 100,
    with: {},
    ifThere: { WMaxLimPctRvrt: 100, WMaxLimPctEnaRvrt: 0 },
    blocks: [['WMaxLimPctEna', 'WMaxLimPct', 'WMaxLimPctRvrt', 'WMaxLimPctEnaRvrt', 'WMaxLimPctRvrtTms']],
  },
  reactive: {
    value: 'VarSetPct',
    enable: 'VarSetEna',
    reversion: 'VarSetRvrtTms',
    rest: 0,
    with: { VarSetMod: 0 },
    ifThere: { VarSetPctRvrt: 0, VarSetEnaRvrt: 0 },
    blocks: [
      [
        ...['VarSetEna', 'VarSetMod', 'VarSetPri', 'VarSet', 'VarSetRvrt', 'VarSetPct', 'VarSetPctRvrt'],
        ...['VarSetEnaRvrt', 'VarSetRvrtTms'],
      ],
    ],
  },
  factor: {
    value: 'PFWInj.PF',
    enable: 'PFWInjEna',
    reversion: 'PFWInjRvrtTms',
    rest: null,
    with: {},
    ifThere: { PFWInjEnaRvrt: 0 },
    blocks: [
      ['PFWInj.PF', 'PFWInj.Ext'],
      ['PFWInjEna', 'PFWInjEnaRvrt', 'PFWInjRvrtTms'],
    ],
  },
};

/** 123 has a power factor too, but makers disagree on its sign: there it is given as a reactive power. */
const byModel: Readonly<Record<number, Controls>> = { 123: immediate, 704: der };

const excitation = 'PFWInj.Ext';

/** How an inverter is commanded through its model 123 or 704; `rating` (121 or 702) says of what the percentages are. */
export class SunSpecControls implements InverterControls {
  readonly requests;
  readonly rating;
  readonly #found: Found;
  readonly #rated: Found | null;
  readonly #controls: Controls;

  constructor(found: Found, rated: Found | null) {
    this.#found = found;
    this.#rated = rated;
    this.#controls = byModel[found.mapped.id] ?? {};
    this.requests = headRequests(found);
    this.rating = rated ? headRequests(rated) : [];
  }

  maxKw(registers: Registers): number | null {
    const points = pointsOf(this.#rated, registers);
    const max = thousandth(numberOf(points, 'WMax') ?? numberOf(points, 'WMaxRtg'));
    return max !== null && max > 0 ? max : null;
  }

  state(registers: Registers, quantity: Quantity): ControlState | null {
    const control = this.#controls[quantity];
    const points = this.#points(registers);
    const enabled = control && numberOf(points, control.enable);
    if (!control || enabled === null || enabled === undefined) return null;
    const value = numberOf(points, control.value);
    const isInductive = quantity === 'factor' && numberOf(points, excitation) === 1;
    return {
      value: value !== null && isInductive ? -value : value,
      isOn: enabled === 1,
      // 0 means that it never goes back by itself.
      reversionS: numberOf(points, control.reversion) || null,
      canRevert: numberOf(points, control.reversion) !== null,
    };
  }

  setting(
    registers: Registers,
    quantity: Quantity,
    value: number | null,
    reversionS: number,
  ): Setting | null {
    const control = this.#controls[quantity];
    if (!control || this.state(registers, quantity) === null) return null;
    const points = this.#points(registers);
    const isThere = ([name]: readonly [string, number]) => numberOf(points, name) !== null;
    const optional = Object.entries({ ...control.ifThere, [control.reversion]: reversionS });
    const wanted = value ?? control.rest;
    const values: Record<string, number> = {
      ...Object.fromEntries(optional.filter(isThere)),
      ...control.with,
      [control.enable]: Number(value !== null),
    };
    if (wanted !== null) values[control.value] = quantity === 'factor' ? Math.abs(wanted) : wanted;
    if (quantity === 'factor' && wanted !== null) values[excitation] = Number(wanted < 0);
    const blocks = wanted === null ? control.blocks.slice(-1) : control.blocks;
    const writes = blocks.map(block => AllowedWrite.of(this.#found, block, values, registers));
    if (!writes.every(write => write !== null)) return null;
    const written = writes.flatMap(({ parts }) => parts).find(({ name }) => name === control.value);
    const sign = quantity === 'factor' && wanted !== null && wanted < 0 ? -1 : 1;
    return { value: written?.value ? sign * written.value : (written?.value ?? null), writes };
  }

  holds(registers: Registers, quantity: Quantity, { writes }: Setting): boolean {
    const control = this.#controls[quantity];
    const names = control ? [control.value, control.enable, excitation, ...Object.keys(control.with)] : [];
    return writes
      .flatMap(({ parts }) => parts)
      .filter(({ name, isSet }) => isSet && names.includes(name))
      .every(({ from, words }) => String(registers.at(3, from, words.length)) === String(words));
  }

  /** No points where another model is now at its place. */
  #points(registers: Registers): PointValues {
    const { fc, from, words } = headerOf(this.#found);
    const isThere = String(registers.at(fc, from, words.length)) === String(words);
    return isThere ? pointsOf(this.#found, registers) : {};
  }
}
