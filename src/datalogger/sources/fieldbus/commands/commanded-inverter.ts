import type { RecordOf } from '../../../../contract/config/kinds';
import type { Registers } from '../device-driver';
import type { Unit } from '../engine/unit';
import { commandsOf, type InverterControls, type Quantity } from '../sunspec/controls';
import { ControlReader } from './control-reader';
import {
  type InverterOrder,
  isFirstTry,
  noOrder,
  QuantityState,
  quantities,
  wishesOf,
} from './quantity-state';
import { sendAll } from './send';

type Inverter = RecordOf<'inverters'>;

/** Reversion time of a device (s), and the interval of repeated writes (s): at most a third of the accepted reversion time. */
const reversionS = 120;
const refreshMs = 40_000;
/** Between two writes of orders to a device, refreshes apart. */
const orderPauseMs = 10_000;
/** A refresh takes its turn among the polls: its reads may be answered this late, ms. */
const refreshWithinMs = 10_000;
/** What was written is read back soon, but keeps no late poll waiting, ms. */
const verifyWithinMs = 3000;

export interface CommandedParts {
  readonly unit: Unit;
  readonly nowMs: () => number;
  /** kW that it gives; null where that is not known. */
  readonly powerOf: (record: number) => number | null;
}

/** What is known of its registers; `isLate`: they were read some time ago. */
interface Known {
  readonly controls: InverterControls;
  readonly image: Registers;
  readonly isRefresh: boolean;
  readonly isLate: boolean;
}

/** Makes one inverter do what is ordered: writes, reads back, and writes again before the device goes back by itself. */
export class CommandedInverter {
  readonly unit: Unit;
  readonly states: Readonly<Record<Quantity, QuantityState>> = {
    active: new QuantityState(),
    reactive: new QuantityState(),
    factor: new QuantityState(),
  };
  record: Inverter;
  readonly #parts: CommandedParts;
  #order: InverterOrder = noOrder;
  /** The order that was carried out, or could not be. */
  #done: InverterOrder = noOrder;
  /** Whether also what somebody else has ordered is taken back. */
  #takesAllBack = false;
  /** The map of the device when its controls were read last: what it can do is known before anything is asked of it. */
  #seen: CommandedParts['unit']['map'] = null;
  readonly #reader: ControlReader;
  #running: Promise<void> | null = null;
  #notBeforeMs = Number.NEGATIVE_INFINITY;
  #orderedMs = Number.NEGATIVE_INFINITY;
  #refreshMs = Number.POSITIVE_INFINITY;

  constructor(record: Inverter, parts: CommandedParts) {
    this.record = record;
    this.unit = parts.unit;
    this.#parts = parts;
    this.#reader = new ControlReader(parts.unit, parts.nowMs);
  }

  /** Whether something is in force that was written here. */
  get isOrdered(): boolean {
    return quantities.some(quantity => this.states[quantity].isOurs);
  }

  /** What is asked of it. */
  get order(): InverterOrder {
    return this.#order;
  }

  /** Whether what is asked of it was carried out, or could not be. */
  get isSettled(): boolean {
    return this.#order === this.#done && this.#running === null;
  }

  /** When something else than before was written last, ms of the monotonic clock. */
  get orderedMs(): number {
    return this.#orderedMs;
  }

  /** Whether something is on its way. */
  get isRunning(): boolean {
    return this.#running !== null;
  }

  /** Whether there is something to take back, or may be in a moment. */
  get isBusy(): boolean {
    return this.isOrdered || this.isRunning;
  }

  /** What is asked of it from now on. */
  follow(order: InverterOrder): void {
    if (JSON.stringify(order) === JSON.stringify(this.#order)) return;
    this.#order = order;
    for (const quantity of quantities) this.states[quantity].tries = 0;
    // What is asked is known before the device is reached; a power factor may be kept by a reactive power.
    const { controllo_p, controllo_q } = this.record;
    const { limit, reactive } = order;
    this.states.active.asked = controllo_p ? limit : null;
    this.states.reactive.asked = controllo_q && reactive?.kind === 'share' ? reactive.percent : null;
  }

  /** Takes back every order in force in the device, of any master. */
  takeAllBack(): void {
    this.#takesAllBack = true;
  }

  /** Begins what is due. */
  tick(): void {
    const now = this.#parts.nowMs();
    if (this.#running || this.unit.map === null || this.unit.isSilent || now < this.#notBeforeMs) return;
    const isChanged = this.#order !== this.#done || this.#takesAllBack || this.#seen !== this.unit.map;
    const isDue = isChanged || this.#isRegulating || (this.#isWanted && now >= this.#refreshMs);
    if (isDue) void this.#run();
  }

  /** Takes back what was written here, at once. One that is silent would only keep those waiting that answer. */
  async lift(): Promise<void> {
    this.follow(noOrder);
    await this.#running;
    if (this.isOrdered && !this.unit.isSilent) await this.#run();
  }

  /** Whether something is asked of it, or was and is not taken back yet. A device that is asleep may take it later. */
  get #isWanted(): boolean {
    const { limit, reactive } = this.#order;
    return this.isOrdered || limit !== null || reactive !== null;
  }

  /** Its power factor is kept by its reactive power, which has to change with its power. */
  get #isRegulating(): boolean {
    return this.#order.reactive?.kind === 'factor' && this.states.reactive.isOurs;
  }

  #run(): Promise<void> {
    this.#running = this.#pass().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  async #pass(): Promise<void> {
    const { nowMs } = this.#parts;
    const order = this.#order;
    const all = this.#takesAllBack;
    const isRefresh = nowMs() >= this.#refreshMs;
    const isOrdered = order !== this.#done || all;
    const { map } = this.unit;
    const controls = map && commandsOf(this.unit.driver, map, this.record);
    this.#seen = map;
    if (!controls) return isOrdered ? this.#giveUp(order) : undefined;
    // What was read lately is enough to write a new order, or one that was read back; what is taken back is looked at before.
    const isPlain = !all && !this.#isRegulating && isFirstTry(order, this.states);
    const sinceMs = order === this.#done ? this.#orderedMs : Number.NEGATIVE_INFINITY;
    const lately = isPlain ? this.#reader.lately(controls, sinceMs) : null;
    const withinMs = isOrdered || this.#isRegulating ? 0 : refreshWithinMs;
    const image = lately ?? (await this.#reader.now(controls, withinMs)) ?? this.#unanswered();
    if (!image) return;
    const wishes = wishesOf(order, this.record, controls, image, this.#parts.powerOf(this.record.id));
    let hasWritten = false;
    for (const quantity of quantities) {
      const state = this.states[quantity];
      const wish = wishes[quantity];
      state.canRevert = controls.state(image, quantity)?.canRevert ?? null;
      if (wish === null && !state.isOurs && !all) continue;
      if (order !== this.#order) return hasWritten ? this.#wait(orderPauseMs) : undefined;
      const known = { controls, image, isRefresh, isLate: lately !== null && isOrdered };
      const written = await this.#carryOut(quantity, wish, known);
      if (written === 'silent') return this.#wait(orderPauseMs);
      hasWritten ||= written === 'written';
    }
    if (hasWritten && !(await this.#verify(controls))) return this.#wait(orderPauseMs);
    if (all) this.#takesAllBack = false;
    this.#settle(order, hasWritten && isOrdered);
  }

  /** When it is due next. What the device does not take is tried once more, then left to the next refresh. */
  #settle(order: InverterOrder, hasWritten: boolean): void {
    const now = this.#parts.nowMs();
    const states = quantities.map(quantity => this.states[quantity]);
    const isMissed = ({ outcome }: QuantityState) => outcome === 'different' || outcome === 'refused';
    const isOpen = states.some(state => isMissed(state) && state.tries < 2);
    if (!isOpen) this.#done = order;
    if (hasWritten) this.#orderedMs = now;
    const reversions = states.flatMap(state => (state.isOurs ? (state.reversionS ?? []) : []));
    this.#refreshMs = now + Math.min(refreshMs, ...reversions.map(seconds => (seconds * 1000) / 3));
    if (hasWritten || isOpen || this.#isRegulating) this.#wait(orderPauseMs);
    // What the other screens show of it is read soon, and not with the next round.
    if (hasWritten)
      for (const job of this.unit.jobs) if (job.class === 'slow') job.dueMs = Math.min(job.dueMs, now);
  }

  #wait(ms: number): void {
    this.#notBeforeMs = this.#parts.nowMs() + ms;
  }

  #giveUp(order: InverterOrder): void {
    for (const quantity of quantities) this.states[quantity].cannot(null);
    this.states.active.outcome = 'not-commandable';
    this.#done = order;
    this.#takesAllBack = false;
    this.#refreshMs = this.#parts.nowMs() + refreshMs;
  }

  async #carryOut(
    quantity: Quantity,
    wish: number | null,
    { controls, image, isRefresh, isLate }: Known,
  ): Promise<'written' | 'unchanged' | 'silent'> {
    const state = this.states[quantity];
    state.asked = wish;
    const factor = this.#factorOf(quantity);
    const said = controls.state(image, quantity);
    const setting = controls.setting(image, quantity, wish === null ? null : wish * factor, reversionS);
    if (!said || !setting) {
      state.cannot(wish);
      return 'unchanged';
    }
    state.read(said, factor);
    state.setting = setting;
    if (wish === null && !said.isOn) {
      state.over();
      return 'unchanged';
    }
    const isHeld = controls.holds(image, quantity, setting);
    const isTold = !isLate && isHeld && state.isOurs && (!isRefresh || said.reversionS === null);
    if (isTold) {
      state.outcome = 'verified';
      return 'unchanged';
    }
    // Some devices take a new value only when they are switched off and on again.
    const off =
      state.tries > 0 && said.isOn && wish !== null ? controls.setting(image, quantity, null, 0) : null;
    state.write(wish, factor);
    const sentMs = this.#parts.nowMs();
    const sent = await sendAll(this.unit, [...(off?.writes ?? []), ...setting.writes]);
    if (sent !== 'written') return state.failed(sent);
    state.answered(sentMs);
    if (!isHeld || !isRefresh) return sent;
    // A refresh of what the device was just read to hold is not read back: the next one reads it.
    state.outcome = 'verified';
    return 'unchanged';
  }

  /** Reads what the device makes of what was written. */
  async #verify(controls: InverterControls): Promise<boolean> {
    const image = await this.#reader.now(controls, verifyWithinMs);
    if (!image) return this.#unanswered();
    for (const quantity of quantities) {
      const state = this.states[quantity];
      const said = state.setting && controls.state(image, quantity);
      if (!said || !state.setting || state.outcome === 'refused') continue;
      state.shows(said, controls.holds(image, quantity, state.setting), this.#factorOf(quantity));
    }
    return true;
  }

  /** From % of the rated power, capacitive positive, to what the device counts in. */
  #factorOf(quantity: Quantity): number {
    if (quantity === 'factor') return 1;
    const { pn, segno_q } = this.record;
    return ((quantity === 'reactive' ? segno_q : 1) * pn) / (this.#reader.maxKw ?? pn);
  }

  /** It did not answer: it is asked again later. */
  #unanswered(): false {
    this.#noteSilence();
    this.#seen = null;
    this.#wait(this.#reader.pauseMs);
    return false;
  }

  #noteSilence(): void {
    const isAsked = this.#isWanted || this.#takesAllBack || this.#order !== this.#done;
    for (const quantity of quantities)
      if (this.states[quantity].isOurs || (isAsked && quantity === 'active'))
        this.states[quantity].outcome = 'silent';
  }
}
