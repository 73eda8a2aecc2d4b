import type { RecordOf } from '../../../../contract/config/kinds';
import type { ReactiveOrder } from '../../../plant/source';
import type { Registers } from '../device-driver';
import type { ControlState, InverterControls, Quantity, Setting } from '../sunspec/controls';

export const quantities: readonly Quantity[] = ['active', 'reactive', 'factor'];

/** What is asked of an inverter. Percentages are of its rated power. */
export interface InverterOrder {
  /** 0 to 100; null for no limit. */
  readonly limit: number | null;
  readonly reactive: ReactiveOrder | null;
}

export const noOrder: InverterOrder = { limit: null, reactive: null };

/** How far an order is: `different`: the device shows something else than what was written; `refused`: it did not take it. */
export type Outcome =
  | 'idle'
  | 'waiting'
  | 'verified'
  | 'different'
  | 'refused'
  | 'silent'
  | 'not-commandable';

/** What is asked, written and read back of one quantity of an inverter: in % of its rated power, or as a power factor. */
export class QuantityState {
  asked: number | null = null;
  written: number | null = null;
  readBack: number | null = null;
  reversionS: number | null = null;
  /** Whether the device can go back by itself; null before it was read. */
  canRevert: boolean | null = null;
  outcome: Outcome = 'idle';
  /** Whether it was written and not taken back. */
  isOurs = false;
  /** ms of the monotonic clock when the last write that was answered was sent. */
  #answeredMs = Number.NEGATIVE_INFINITY;
  /** How often the device has shown something else since it was asked. */
  tries = 0;
  /** What was worked out for the registers last. */
  setting: Setting | null = null;

  read({ value, isOn, reversionS }: ControlState, factor: number): void {
    this.readBack = isOn && value !== null ? rounded(value / factor) : null;
    this.reversionS = reversionS;
  }

  write(wish: number | null, factor: number): void {
    this.outcome = 'waiting';
    // A write without an answer may have been carried out.
    if (wish !== null) this.isOurs = true;
    const value = this.setting?.value ?? null;
    this.written = wish === null || value === null ? null : rounded(value / factor);
  }

  /** What the device shows after a write, and whether that is what was written. */
  shows(said: ControlState, isHeld: boolean, factor: number): void {
    this.read(said, factor);
    if (this.asked === null && !said.isOn) this.over();
    else this.outcome = isHeld ? 'verified' : 'different';
    if (this.outcome === 'different') this.tries++;
  }

  /** A write was refused, or not answered. */
  failed(outcome: 'refused' | 'silent'): 'unchanged' | 'silent' {
    this.outcome = outcome;
    if (outcome === 'silent') return 'silent';
    this.tries++;
    return 'unchanged';
  }

  /** A write that was sent at this time was answered: the reversion time of the device runs from there. */
  answered(sentMs: number): void {
    this.#answeredMs = sentMs;
  }

  /**
   * The highest limit that can be in force in a device that does not answer: a write without an answer may have been carried out or not, and
   * after its reversion time the device has none.
   */
  highestUnseen(nowMs: number): number {
    const isOver = this.reversionS !== null && nowMs >= this.#answeredMs + this.reversionS * 1000;
    return isOver ? 100 : Math.max(this.readBack ?? 100, this.written ?? 100);
  }

  /** It was taken back. */
  over(): void {
    this.written = null;
    this.setting = null;
    this.isOurs = false;
    this.outcome = 'idle';
  }

  /** It cannot be written now. What was written before is still to be taken back. */
  cannot(wish: number | null): void {
    this.asked = wish;
    this.setting = null;
    this.outcome = wish === null ? 'idle' : 'not-commandable';
  }
}

const rounded = (value: number) => Math.round(value * 1000) / 1000;

/** The reactive power that keeps a power factor changes in steps of this, % of the rated power. */
const stepPercent = 0.5;

/** Whether an order only gives, and takes nothing back, and was not tried before. */
export function isFirstTry(
  { limit, reactive }: InverterOrder,
  states: Readonly<Record<Quantity, QuantityState>>,
): boolean {
  const { active, ...others } = states;
  const isTakenBack =
    (limit === null && active.isOurs) ||
    (reactive === null && Object.values(others).some(each => each.isOurs));
  return !isTakenBack && quantities.every(quantity => states[quantity].tries === 0);
}

/** What an order asks of each quantity of an inverter; null where it asks nothing, or the inverter does not follow it. */
export function wishesOf(
  { limit, reactive }: InverterOrder,
  { pn, controllo_p, controllo_q }: Pick<RecordOf<'inverters'>, 'pn' | 'controllo_p' | 'controllo_q'>,
  controls: InverterControls,
  registers: Registers,
  powerKw: number | null,
): Readonly<Record<Quantity, number | null>> {
  const wishes = { active: controllo_p ? limit : null, reactive: null, factor: null };
  if (!controllo_q || reactive === null) return wishes;
  if (reactive.kind === 'share') return { ...wishes, reactive: reactive.percent };
  const { value } = reactive;
  if (controls.state(registers, 'factor') !== null) return { ...wishes, factor: value };
  const share = (100 * Math.abs(powerKw ?? 0)) / pn;
  const percent = share * Math.tan(Math.acos(Math.abs(value))) * Math.sign(value);
  return { ...wishes, reactive: stepPercent * Math.round(percent / stepPercent) };
}
