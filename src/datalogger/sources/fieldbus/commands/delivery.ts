import type { BusLoop } from '../../../../contract/bus-orders';
import { controllerFunctions, controllerStates } from '../../../../contract/codes';
import {
  DeliveryController,
  type DeliveryDecision,
  type DeliverySight,
} from '../../../automation/control/delivery-controller';
import {
  type LimitOfSource,
  type LimitsBySource,
  limitInForce,
  type OrderSource,
  type SourcedLimit,
} from '../../../automation/control/order-sources';
import type { DeliverySample } from '../../../automation/control/reactive-loop';
import { powerFactor } from '../../../plant/processing/inverters';
import type { Answer, DeliverySetup } from '../../../plant/source';
import type { CommandedInverter } from './commanded-inverter';
import type { Orders } from './orders';
import { type InverterOrder, noOrder } from './quantity-state';

/** What is seen at one moment. */
export interface DeliveryView {
  readonly orders: Orders;
  readonly answers: ReadonlyMap<number, Answer>;
  readonly meter: (DeliverySample & { readonly kv: number | null }) | null;
  readonly isNight: boolean;
  readonly nowMs: number;
  /** ms of the monotonic clock at which something was sampled at `steadyS`. */
  readonly msOf: (steadyS: number) => number;
}

/** The loop is closed this often, ms. */
const everyMs = 500;
/** An inverter that has shown something else this often does not follow. */
const mostTries = 2;
/** Greatest reactive power of an inverter as a share of its rated power (CEI 0-16). */
const fullReactive = 0.484;
/** kVA below which a power factor says nothing. */
const leastKva = 1;
const loopWords = { closed: 'chiuso', waiting: 'attesa', open: 'aperto' } as const;
const ownId = 1;
const validS = 30;

const functionOfLaw = {
  share: controllerFunctions.reactiveByPlant,
  factor: controllerFunctions.fixedPowerFactor,
  voltage: controllerFunctions.reactiveByVoltage,
  power: controllerFunctions.powerFactorByPower,
} as const;

/** The code of the function that limits the power for somebody. */
export const functionOfLimit = (source: OrderSource) =>
  source === 'grid-operator' ? controllerFunctions.limitByOperator : controllerFunctions.limitByPlant;

/** Makes orders for each inverter of what is ordered for the point of delivery. */
export class DeliveryRegulation {
  #setup: DeliverySetup;
  readonly #controller: DeliveryController;
  #decision: DeliveryDecision | null = null;
  #steppedMs = Number.NEGATIVE_INFINITY;
  #ratedKw = 0;
  #isMetered = false;
  /** How many inverters the others make up for. */
  #missing = 0;

  constructor(setup: DeliverySetup) {
    this.#setup = setup;
    this.#controller = new DeliveryController(this.#settings);
  }

  configure(setup: DeliverySetup): void {
    this.#setup = setup;
    this.#controller.settings = this.#settings;
  }

  /** How it regulates; null before the first step. */
  get loop(): Omit<BusLoop, 'contatori'> | null {
    if (!this.#decision) return null;
    const { loop, targetKw } = this.#decision;
    return {
      stato: loop === 'free' ? this.#stateOfReactive : loopWords[loop],
      obiettivo: targetKw === null ? null : round(targetKw),
      ritardo: round(this.#controller.deadTimeMs / 1000),
      compensati: this.#missing,
    };
  }

  /** Without a limit only the reactive power may be regulated. */
  get #stateOfReactive(): BusLoop['stato'] {
    if ((this.#decision?.reactivePercent ?? null) === null) return 'libero';
    return this.#isMetered ? 'chiuso' : 'aperto';
  }

  get #baseKw(): number {
    const agreed = this.#setup.baseKw ?? 0;
    return agreed > 0 ? agreed : this.#ratedKw;
  }

  get #settings() {
    const { bandPercent, marginPercent, ramp } = this.#setup;
    return { baseKw: this.#baseKw, bandPercent, marginPercent, ramp };
  }

  /** Gives each inverter what it has to do now. */
  step(inverters: readonly CommandedInverter[], view: DeliveryView): void {
    const { orders, nowMs } = view;
    if (nowMs - this.#steppedMs < everyMs) return;
    this.#steppedMs = nowMs;
    this.#follow(inverters);
    const limit = this.#limitOf(orders);
    const { meter } = view;
    const sights = inverters.map(inverter => sightOf(inverter, view));
    this.#isMetered = meter !== null;
    this.#missing = sights.filter(({ isReachable, highestKw }) => !isReachable && highestKw > 0).length;
    const decision = this.#controller.step(
      { limitKw: limit?.limit ?? null, reactive: orders.reactive ?? this.#setup.law },
      { nowMs, meter, inverters: sights },
    );
    this.#decision = decision;
    for (const inverter of inverters) inverter.follow(orderOf(inverter, decision));
  }

  #follow(inverters: readonly CommandedInverter[]): void {
    this.#ratedKw = inverters.reduce((sum, { record }) => sum + (record.controllo_p ? record.pn : 0), 0);
    this.#controller.settings = this.#settings;
  }

  /** The limit in force, % of the base, and whose it is. */
  limitOf(orders: Orders): LimitOfSource | null {
    const limit = this.#limitOf(orders);
    return limit && { percent: round((100 * limit.limit) / this.#baseKw), source: limit.source };
  }

  /** kW; orders are % of the base. */
  #limitOf(orders: Orders): ReturnType<typeof limitInForce> {
    const limits: Record<string, SourcedLimit> = {};
    // 100 % limits nothing where the agreed power is not below the rated one.
    for (const [source, { limit }] of Object.entries(orders.limits))
      if (limit < 100 || this.#baseKw < this.#ratedKw)
        limits[source] = { limit: (limit / 100) * this.#baseKw, endsMs: null };
    const { exportLimitKw } = this.#setup;
    if (exportLimitKw !== null) limits.protection = { limit: exportLimitKw, endsMs: null };
    return limitInForce(limits as LimitsBySource, 0);
  }

  /** Readings of the controller: powers are those of the meter, and null without it. */
  answer(inverters: readonly CommandedInverter[], view: DeliveryView, nowS: number): Answer {
    const { orders, meter } = view;
    const limit = this.#limitOf(orders);
    const base = this.#baseKw;
    const asked = limit === null ? 100 : Math.min(100, round((100 * limit.limit) / base));
    const law = orders.reactive ?? this.#setup.law;
    const ofReactive = law ? functionOfLaw[law.kind] : controllerFunctions.none;
    const { kw = null, kvar = null, kv = null } = meter ?? {};
    const isTelling = kw !== null && kvar !== null && Math.hypot(kw, kvar) > leastKva;
    return {
      record: ownId,
      part: 0,
      isResponding: true,
      sampled: nowS,
      validS,
      state: meter || view.answers.size > 0 ? controllerStates.autonomous : controllerStates.unavailable,
      values: {
        p: kw,
        qac: kvar,
        u: kv,
        cosphi: isTelling ? powerFactor(kw, kvar) : null,
        plim: this.#appliedPercent(inverters, view, asked),
        psp: asked,
        qsp: law?.kind === 'share' ? law.percent : null,
        fsp: law?.kind === 'factor' ? law.value : null,
        funzione: limit === null ? ofReactive : functionOfLimit(limit.source),
        funzioneq: ofReactive,
        pn: this.#ratedKw,
        smax: base,
        qmax: Math.min(base, fullReactive * this.#ratedKw),
      },
    };
  }

  /** What is asked, once the meter is followed or every inverter holds its part; before, what the limits in force leave. */
  #appliedPercent(inverters: readonly CommandedInverter[], view: DeliveryView, asked: number): number {
    const limited = inverters.filter(({ record }) => record.controllo_p);
    const { loop } = this.#decision ?? {};
    const isHeld = limited.every(inverter => !sightOf(inverter, view).isReachable || inverter.isSettled);
    if (loop === 'free' || (isHeld && (loop === 'closed' || loop === 'open'))) return asked;
    const left = limited.map(({ record, states, unit }) => {
      const percent = unit.isSilent
        ? states.active.highestUnseen(view.nowMs)
        : (states.active.readBack ?? 100);
      return (record.pn * percent) / 100;
    });
    const most = left.reduce((sum, kw) => sum + kw, 0);
    return Math.max(asked, Math.min(100, round((100 * most) / this.#baseKw)));
  }
}

function sightOf(
  inverter: CommandedInverter,
  { answers, isNight, nowMs, msOf }: DeliveryView,
): DeliverySight['inverters'][number] {
  const { record, unit, states, isSettled, orderedMs } = inverter;
  const { isResponding = false, values, sampled = 0 } = answers.get(record.id) ?? {};
  const { outcome, tries } = states.active;
  const isRefusing = outcome === 'not-commandable' || tries >= mostTries;
  const isAnswering = isResponding && unit.map !== null && !unit.isSilent;
  return {
    id: record.id,
    ratedKw: record.pn,
    isReachable: isAnswering && record.controllo_p && !isRefusing,
    powerKw: isResponding ? (values?.pac ?? null) : null,
    sampledMs: msOf(sampled),
    isSettled,
    writtenMs: orderedMs,
    highestKw: isNight && !isAnswering ? 0 : (record.pn * states.active.highestUnseen(nowMs)) / 100,
    takesReactive: record.controllo_q,
    kvar: isResponding && typeof values?.qac === 'number' ? record.segno_q * values.qac : null,
  };
}

/** What an inverter does under a decision. One that is not reached keeps its order. */
function orderOf(inverter: CommandedInverter, decision: DeliveryDecision): InverterOrder {
  const { record, order } = inverter;
  const { loop, limits, reactivePercent } = decision;
  const reactive =
    reactivePercent === null || !record.controllo_q
      ? null
      : ({ kind: 'share', percent: reactivePercent } as const);
  if (loop === 'free') return reactive ? { ...noOrder, reactive } : noOrder;
  const kw = limits?.get(record.id);
  if (kw === undefined) return { limit: order.limit, reactive };
  return { limit: Math.floor(Math.min(100, (100 * kw) / record.pn) * 10) / 10, reactive };
}

const round = (value: number) => Math.round(10 * value) / 10;
