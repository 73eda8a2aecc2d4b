import { controllerFunctions, quality } from '../../../contract/codes';
import type { CommandAction } from '../../../contract/commands';
import type { Clock } from '../../core/time/clock';
import type { DeviceRows, Snapshot } from '../../plant/snapshot';
import type { Audit } from '../../storage/config/audit';
import type { Devices } from '../../storage/config/devices';
import type { Order, Orders } from '../../storage/jobs/orders';

/** What the audit log calls a command of the distribution operator, which no user gives. */
const receivedAction = 'command.received';

/** An order that the controller has not followed yet. */
interface Awaited extends Pick<Order, 'object' | 'action' | 't' | 'user'> {
  readonly id: number;
  readonly isReceived: boolean;
  readonly next: number;
  /** Whether the audit log has its result. */
  readonly isJudged: boolean;
  /** Whether the devices hold it, and whether the meter has proved it. */
  readonly isWritten: boolean;
  readonly isProved: boolean;
  /** Since when the meter shows something else, s; null while it does not. */
  readonly unmetS: number | null;
}

/** Nobody waits longer for an order to be followed, s. */
const longestWaitS = 3600;
/** An order of a user that is not followed within this has failed, as far as the audit log is concerned, s. */
const resultWithinS = 120;
/** An order that the meter contradicts for this long is not followed any more, s (CEI 0-16: settled within 1 min). */
const contradictedS = 60;
const resultAction = 'command.result';
/** Orders before a restart among which those are that were not followed yet. */
const mostResumed = 20;
/** An order is followed within this, % of the greatest apparent power and as a power factor. */
const bandPercent = 1;
const bandFactor = 0.01;

const { limitByOperator, reactiveByOperator, powerFactorByOperator } = controllerFunctions;

/** What the distribution operator can order: the function that then acts, the point that reports the order, and the value without an order. */
const received = [
  { action: 'limite_p', by: 'funzione', acting: limitByOperator, point: 'psp', without: 100 },
  { action: 'setpoint_q', by: 'funzioneq', acting: reactiveByOperator, point: 'qsp', without: null },
  { action: 'setpoint_cosfi', by: 'funzioneq', acting: powerFactorByOperator, point: 'fsp', without: null },
] as const;
type Received = (typeof received)[number];

const isOfReactive = (action: CommandAction) => action === 'setpoint_q' || action === 'setpoint_cosfi';

/** The controllers as the meters prove them, and when those were read, s. */
interface Metered {
  readonly rows: DeviceRows;
  readonly sampledS: number;
  readonly hasMeter: boolean;
}

interface Kept {
  readonly orders: Orders;
  readonly audit: Audit;
  /** The device's clock, for the audit log. The register has the plant's time. */
  readonly clock: Clock;
  /** What is configured; where it is left out, a meter is taken for granted. */
  readonly devices?: Pick<Devices, 'all' | 'isNew'>;
}

/**
 * Writes every order to its register: those of users when they are confirmed, those of the distribution operator when the controllers report
 * them; and for those to a controller what the devices hold (`applied`) and when the meter proved it (`followedS`). Both end where the meter
 * shows something else.
 */
export class OrderBook {
  readonly #kept: Kept;
  /** The order of the distribution operator in force, by object and action. */
  readonly #inForce = new Map<string, number | null>();
  #awaited: readonly Awaited[] = [];
  #isResumed = false;

  constructor(kept: Kept) {
    this.#kept = kept;
  }

  add(order: Order): void {
    this.#await({
      ...order,
      id: this.#kept.orders.add(order),
      isProved: false,
      isWritten: false,
      isJudged: order.user === '',
    });
  }

  /** Waits on for what was ordered before a restart. */
  #resume(t: number): void {
    this.#isResumed = true;
    for (const order of this.#kept.orders.ofGroup('cci', mostResumed).reverse()) {
      const ageS = t - order.t;
      const isProved = order.followedS !== null;
      if (ageS > longestWaitS && !isProved) continue;
      const isJudged = order.user === '' || isProved || ageS > resultWithinS;
      // Nobody knows for how long the meter has contradicted it already.
      const unmetS = Number.NEGATIVE_INFINITY;
      this.#await({ ...order, isProved, isWritten: order.applied !== null, isJudged, unmetS });
    }
  }

  #await(
    order: Order & Omit<Awaited, keyof Order | 'isReceived' | 'unmetS'> & Partial<Pick<Awaited, 'unmetS'>>,
  ): void {
    const { id, object, action, next, t, result, user, isProved, isWritten, isJudged } = order;
    const { unmetS = null } = order;
    const isReceived = user === '';
    if (result !== 'ok' || !object.startsWith('cci.')) return;
    // What the distribution operator orders and what the plant does wait side by side: neither takes the other back.
    const isReplaced = (other: Awaited) =>
      other.object === object &&
      other.isReceived === isReceived &&
      (action === 'automatico' || isOfReactive(other.action) === isOfReactive(action));
    this.#awaited = this.#awaited.filter(other => !isReplaced(other));
    if (next !== null && action !== 'automatico')
      this.#awaited = [
        ...this.#awaited,
        { id, object, action, next, t, user, isReceived, isJudged, isWritten, isProved, unmetS },
      ];
  }

  /** Looks at the controllers; to be called in every cycle. */
  cycle(snapshot: Snapshot): void {
    const { t, groups } = snapshot;
    const { cci } = groups;
    if (!this.#isResumed) this.#resume(t);
    cci.id.forEach((id, row) => {
      if (cci.q[row] !== quality.good) return;
      for (const kind of received) this.#receive(`cci.${id}`, cci, row, kind, t);
    });
    const metered = this.#meteredIn(snapshot);
    for (const order of this.#awaited) this.#follow(order, metered, t);
  }

  #receive(object: string, cci: DeviceRows, row: number, kind: Received, t: number): void {
    const { action, by, acting, point, without } = kind;
    const told = cci.values[by]?.[row] === acting ? (cci.values[point]?.[row] ?? null) : without;
    const next = told === null ? null : Math.round(told * 1000) / 1000;
    const key = `${object} ${action}`;
    const old = this.#inForce.has(key)
      ? (this.#inForce.get(key) ?? null)
      : (this.#kept.orders.lastReceived(object, action)?.next ?? next);
    if (old !== next) {
      const { audit, clock } = this.#kept;
      const place = { user: '', address: '', action: receivedAction, object } as const;
      audit.write({ ...place, atMs: clock.now(), changes: { [action]: [old, next] }, result: 'ok' });
      this.add({ t: Math.floor(t), user: '', object, action, old, next, result: 'ok' });
    }
    // Last: where the disk refuses the row, the next cycle writes it.
    this.#inForce.set(key, next);
  }

  #follow(order: Awaited, { rows: cci, sampledS, hasMeter }: Metered, t: number): void {
    const row = cci.id.indexOf(Number(order.object.split('.')[1]));
    const isKnown = row >= 0 && cci.q[row] === quality.good;
    const applied = isKnown ? appliedOf(order, cci, row) : null;
    if (order.isProved) {
      if (isKnown) this.#watch(order, cci, row, t);
      return;
    }
    const isOver = applied !== null || t - order.t > resultWithinS;
    if (isOver && !order.isJudged) this.#judge(order, applied);
    // What was measured before the order says nothing of it. The clock may have been set back since.
    const isLater = Math.floor(sampledS) > order.t || t < order.t;
    const isProved = applied !== null && hasMeter && isLater;
    if (applied !== null && (isProved || !order.isWritten)) {
      const followedS = isProved ? Math.max(0, Math.floor(t - order.t)) : null;
      this.#kept.orders.follow(order.id, applied, followedS);
      this.#replace(order.id, { isJudged: true, isProved, isWritten: true, unmetS: null });
    } else if (applied === null && t - order.t > longestWaitS)
      this.#awaited = this.#awaited.filter(({ id }) => id !== order.id);
  }

  /** Takes the proof of an order back that the meter contradicts. */
  #watch(order: Awaited, cci: DeviceRows, row: number, t: number): void {
    const isMet = !isContradicted(order, cci, row);
    const unmetS = isMet ? null : (order.unmetS ?? t);
    if (unmetS !== order.unmetS) this.#replace(order.id, { unmetS });
    if (unmetS === null || t - unmetS <= contradictedS) return;
    this.#kept.orders.follow(order.id, null, null);
    this.#judge(order, null);
    this.#replace(order.id, { isProved: false, isWritten: false, unmetS: null });
  }

  #replace(id: number, changes: Partial<Awaited>): void {
    this.#awaited = this.#awaited.map(order => (order.id === id ? { ...order, ...changes } : order));
  }

  /** The controllers with what the meters at the point of delivery show. A central controller's own measurement counts only where there are none. */
  #meteredIn({ t, groups: { cci, contatori, impianto } }: Snapshot): Metered {
    const { devices } = this.#kept;
    if (!devices || devices.isNew()) return { rows: cci, sampledS: t, hasMeter: true };
    const configured = devices.all();
    const isCentral = configured.cci.some(({ abilitato }) => abilitato);
    const meters = configured.contatori.filter(({ abilitato }) => abilitato);
    const exchange = meters.filter(({ ruolo }) => ruolo === 'scambio').map(({ id }) => id);
    const hasMeter = isCentral || exchange.length > 0 || meters.some(({ ruolo }) => ruolo === 'produzione');
    if (exchange.length === 0) return { rows: cci, sampledS: t, hasMeter };
    const rows = exchange.map(id => contatori.id.indexOf(id));
    const isGood = rows.every(row => contatori.q[row] === quality.good);
    const sampledS = Math.min(...rows.map(row => contatori.sampled[row] ?? Number.NEGATIVE_INFINITY));
    if (!isCentral) return { rows: cci, sampledS, hasMeter };
    const [out, into] = [impianto.values.pimm?.[0] ?? null, impianto.values.pprel?.[0] ?? null];
    const kw = !isGood || out === null || into === null ? null : out - into;
    return { rows: { ...cci, values: { ...cci.values, p: cci.id.map(() => kw) } }, sampledS, hasMeter };
  }

  /** Writes what became of a user's order to the audit log: what was asked, and what is applied of it. */
  #judge(order: Awaited, applied: number | null): void {
    const { audit, clock } = this.#kept;
    const { user, object, action, next } = order;
    const changes = { [action]: [next, applied] } as const;
    const result = applied === null ? 'refused' : 'ok';
    audit.write({ user, address: '', action: resultAction, object, changes, atMs: clock.now(), result });
    this.#replace(order.id, { isJudged: true });
  }
}

/** What is applied of an order, in its unit, once it is followed; null before. */
function appliedOf({ action, next }: Awaited, { values }: DeviceRows, row: number): number | null {
  const at = (point: string) => values[point]?.[row] ?? null;
  const greatest = at('smax') ?? 0;
  const percentAt = (point: string) => {
    const power = at(point);
    return power === null || greatest <= 0 ? null : (100 * power) / greatest;
  };
  if (action === 'limite_p') {
    const [applied, power] = [at('plim'), percentAt('p')];
    if (applied === null || power === null) return null;
    // The light may allow less than the limit. A lower limit of somebody else is not this order being followed.
    const isApplied = Math.abs(applied - next) < bandPercent / 2;
    return isApplied && power <= next + bandPercent ? round(applied, 1) : null;
  }
  if (action === 'setpoint_q') {
    const reactive = percentAt('qac');
    return reactive !== null && Math.abs(reactive - next) <= bandPercent ? round(reactive, 1) : null;
  }
  const factor = at('cosphi');
  return factor !== null && isSameFactor(factor, next) ? round(factor, 3) : null;
}

/** Whether the measured power is not what was ordered. Not where another order is in force. */
function isContradicted(order: Awaited, rows: DeviceRows, row: number): boolean {
  const { values } = rows;
  const at = (point: string) => values[point]?.[row] ?? null;
  const { action, next } = order;
  const greatest = at('smax') ?? 0;
  if (action === 'limite_p') {
    const power = at('p');
    return power !== null && greatest > 0 && (100 * power) / greatest > next + bandPercent;
  }
  const asked = at(action === 'setpoint_q' ? 'qsp' : 'fsp');
  if (asked !== null && Math.abs(asked - next) > bandFactor) return false;
  const measured = at(action === 'setpoint_q' ? 'qac' : 'cosphi');
  return measured !== null && appliedOf(order, rows, row) === null;
}

/** Near 1 the sign of a power factor has no meaning. */
const isSameFactor = (a: number, b: number) =>
  Math.abs(a - b) <= bandFactor || Math.min(Math.abs(a), Math.abs(b)) >= 1 - bandFactor;

const round = (value: number, decimals: number) => Math.round(value * 10 ** decimals) / 10 ** decimals;
