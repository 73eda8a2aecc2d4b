import type { BusLoop, BusOrder } from '../../../../contract/bus-orders';
import type { RecordOf } from '../../../../contract/config/kinds';
import type { LimitOfSource } from '../../../automation/control/order-sources';
import type {
  Answer,
  CommandResult,
  KeptWish,
  OrdersAtEnd,
  PlantCommand,
  PlantSetup,
  Wish,
} from '../../../plant/source';
import type { FieldBus } from '../engine/field-bus';
import type { Unit } from '../engine/unit';
import { CommandedInverter } from './commanded-inverter';
import { DeliveryRegulation, type DeliveryView } from './delivery';
import { ordersOf } from './diagnostics';
import type { MeteredPower } from './metered-power';
import { Orders } from './orders';
import { controllerAnswer } from './virtual-controller';

export interface CommanderParts {
  readonly bus: FieldBus;
  /** ms of the monotonic clock. */
  readonly nowMs: () => number;
  readonly msOf: DeliveryView['msOf'];
  /** What the inverters say, by record. */
  readonly inverters: () => ReadonlyMap<number, Answer>;
  /** Whether the sun is too low for inverters to work. */
  readonly isNight: () => boolean;
  /** The point of delivery as its meters show it; null without them. */
  readonly delivery: () => DeliveryView['meter'];
  /** Without it orders end with the program. */
  readonly kept?: KeptWish;
}

/** How often it is looked what is due, ms. */
const tickMs = 100;
/** Nobody waits longer than this for orders to be taken back, ms. */
const liftMs = 5000;
/** A wish that could not be stored is stored again after this time, ms. */
const storeAgainMs = 10_000;
const noWish: Wish = { limit: null, reactive: null };

/**
 * The controller that the datalogger is, for a plant that has none: it makes the inverters follow what is ordered. While it is off,
 * or a central controller is configured, it writes nothing: two masters would undo each other's orders.
 */
export class Commander {
  readonly #parts: CommanderParts;
  readonly #orders = new Orders();
  readonly #inverters = new Map<number, CommandedInverter>();
  #isOn = false;
  #timer: NodeJS.Timeout | undefined;
  /** Whether what was asked before this start is in force again, or lost. */
  #isResumed = false;
  /** JSON of the wish as it is stored. */
  #stored = '';
  #storeNotBeforeMs = Number.NEGATIVE_INFINITY;
  /** Names of the exchange meters. */
  #meters: readonly string[] = [];
  /** Null while orders are shares of the inverters' rated power. */
  #regulation: DeliveryRegulation | null = null;

  constructor(parts: CommanderParts) {
    this.#parts = parts;
  }

  start(): void {
    this.#resume();
    this.#timer ??= setInterval(() => this.tick(), tickMs);
    this.#timer.unref();
  }

  /** Writes no more. Takes back what is in force, unless the next start is to refresh it. Null where nothing has to be waited for. */
  close(orders: OrdersAtEnd): Promise<void> | null {
    clearInterval(this.#timer);
    this.#timer = undefined;
    if (orders === 'taken-back') return this.#turnOff();
    this.#isOn = false;
    this.#inverters.clear();
    return null;
  }

  /** Whether something is on its way. */
  get isBusy(): boolean {
    return [...this.#inverters.values()].some(({ isRunning }) => isRunning);
  }

  configure({ commands = false, configuration, delivery }: PlantSetup): void {
    if (!delivery) this.#regulation = null;
    else if (this.#regulation) this.#regulation.configure(delivery);
    else this.#regulation = new DeliveryRegulation(delivery);
    const exchange = configuration.contatori.filter(
      ({ ruolo, abilitato }) => abilitato && ruolo === 'scambio',
    );
    this.#meters = exchange.map(({ nome }) => nome);
    this.#isOn = commands && !configuration.cci.some(({ abilitato }) => abilitato);
    if (!this.#isOn) {
      void this.#turnOff();
      return;
    }
    this.#resume();
    const wanted = new Map(
      this.#parts.bus.units.flatMap(unit => invertersOf(unit).map(record => [record.id, { unit, record }])),
    );
    for (const [id, inverter] of this.#inverters) {
      if (wanted.get(id)?.unit === inverter.unit) continue;
      this.#inverters.delete(id);
      void inverter.lift();
    }
    for (const [id, { unit, record }] of wanted) {
      const known = this.#inverters.get(id);
      if (known) known.record = record;
      else this.#inverters.set(id, this.#commanded(unit, record));
    }
  }

  tick(): void {
    this.#store();
    const inverters = [...this.#inverters.values()];
    const { limit, reactive } = this.#orders;
    if (this.#regulation)
      this.#regulation.step(inverters, this.#view(this.#parts.inverters(), this.#parts.delivery()));
    else for (const inverter of inverters) inverter.follow({ limit, reactive });
    for (const inverter of inverters) inverter.tick();
  }

  execute(command: PlantCommand): CommandResult {
    if (!this.#isOn) return 'refused';
    if (this.#inverters.size === 0) return 'unanswered';
    const result = this.#orders.take(command, this.#parts.nowMs());
    if (result === 'taken' && command.kind === 'controller-automatic')
      for (const inverter of this.#inverters.values()) inverter.takeAllBack();
    if (result === 'taken') {
      this.#storeNotBeforeMs = Number.NEGATIVE_INFINITY;
      this.tick();
    }
    return result;
  }

  /** Readings of the virtual controller; null while a real one is configured. */
  answer(
    nowS: number,
    inverters: ReadonlyMap<number, Answer>,
    metered: MeteredPower,
    delivery: DeliveryView['meter'],
  ): Answer | null {
    if (!this.#isOn) return null;
    const { isNight, nowMs } = this.#parts;
    const commanded = [...this.#inverters.values()];
    if (this.#regulation) return this.#regulation.answer(commanded, this.#view(inverters, delivery), nowS);
    return controllerAnswer(commanded, {
      orders: this.#orders,
      answers: inverters,
      metered,
      isNight: isNight(),
      nowMs: nowMs(),
      nowS,
    });
  }

  #view(answers: ReadonlyMap<number, Answer>, meter: DeliveryView['meter']): DeliveryView {
    const { isNight, nowMs, msOf } = this.#parts;
    return { orders: this.#orders, answers, meter, isNight: isNight(), nowMs: nowMs(), msOf };
  }

  /** What is asked of every inverter, and what became of it. */
  get orders(): readonly BusOrder[] {
    return ordersOf([...this.#inverters.values()], this.#parts.inverters());
  }

  /** The regulation at the point of delivery; null where there is none. */
  get loop(): BusLoop | null {
    const decided = this.#isOn ? (this.#regulation?.loop ?? null) : null;
    return decided && { ...decided, contatori: [...this.#meters] };
  }

  /** The limit in force, % of the agreed power where the datalogger regulates by it, else of the rated power; null for none. */
  get limit(): LimitOfSource | null {
    if (!this.#isOn) return null;
    if (this.#regulation) return this.#regulation.limitOf(this.#orders);
    const { inForce } = this.#orders;
    return inForce && { percent: inForce.limit, source: inForce.source };
  }

  /** Takes up what was asked before the start; it is lost where nothing may be commanded. Once: later orders replace it. */
  #resume(): void {
    if (this.#isResumed) return;
    this.#isResumed = true;
    const wish = this.#parts.kept?.read() ?? null;
    this.#stored = JSON.stringify(wish ?? noWish);
    if (wish === null) return;
    if (this.#isOn) this.#orders.resume(wish);
    this.#parts.kept?.resumed(wish, this.#isOn);
  }

  /** Stores what is asked, where it has changed. */
  #store(): void {
    const { kept, nowMs } = this.#parts;
    const { wish } = this.#orders;
    const text = JSON.stringify(wish);
    if (!kept || !this.#isResumed || text === this.#stored || nowMs() < this.#storeNotBeforeMs) return;
    if (kept.write(wish)) this.#stored = text;
    this.#storeNotBeforeMs = nowMs() + storeAgainMs;
  }

  #turnOff(): Promise<void> | null {
    this.#isOn = false;
    this.#orders.clear();
    const ordered = [...this.#inverters.values()].filter(({ isBusy }) => isBusy);
    this.#inverters.clear();
    if (ordered.length === 0) return null;
    const timeout = new Promise<void>(resolve => setTimeout(resolve, liftMs).unref());
    return Promise.race([
      Promise.all(ordered.map(inverter => inverter.lift())).then(() => undefined),
      timeout,
    ]);
  }

  #commanded(unit: Unit, record: RecordOf<'inverters'>): CommandedInverter {
    const { nowMs, inverters } = this.#parts;
    const powerOf = (id: number) => inverters().get(id)?.values.pac ?? null;
    return new CommandedInverter(record, { unit, nowMs, powerOf });
  }
}

/** The inverters behind a unit that follow the active or the reactive power that is asked for. */
const invertersOf = ({ records }: Unit): RecordOf<'inverters'>[] =>
  records.flatMap(({ kind, record }) =>
    kind === 'inverters' && (record.controllo_p || record.controllo_q) ? [record] : [],
  );
