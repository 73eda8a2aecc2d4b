import * as v from 'valibot';
import { dataloggerItself } from '../../api/http/handler';
import type { CommandResult, PlantCommand } from '../../plant/source';
import type { Recorder } from '../../storage/config/audit';
import { KeptNote, type Notes } from '../../storage/jobs/notes';
import { outsidePrefix } from '../../storage/jobs/orders';
import { type OutsideSource, outsideSources } from '../control/order-sources';
import type { OrderBook } from './order-book';

/** A limit that somebody outside asks for. */
const StoredOrder = v.strictObject({
  percent: v.number(),
  /** It ends when it is not renewed for that many seconds; 0: it stays until it is taken back. */
  seconds: v.number(),
  address: v.string(),
});
export type OutsideOrder = v.InferOutput<typeof StoredOrder>;
const Stored = v.strictObject({
  'grid-operator': v.optional(StoredOrder),
  'third-party': v.optional(StoredOrder),
});
type Stored = v.InferOutput<typeof Stored>;

interface Parts {
  readonly notes: Notes;
  readonly execute: (command: PlantCommand) => Promise<CommandResult>;
  readonly orderBook: Pick<OrderBook, 'add'>;
  readonly record: Recorder;
  /** Epoch seconds of the plant's clock. */
  readonly plantS: () => number;
  /** ms of the monotonic clock. */
  readonly nowMs: () => number;
  readonly onFailure: (error: unknown) => void;
}

/** A limit in force, and the ms of the monotonic clock at which it ends; null without an end. */
interface Running extends OutsideOrder {
  readonly endsMs: number | null;
}

/** `busy`: sooner than `shortestMs` after another limit of the same source. */
export type OutsideResult = CommandResult | 'busy';

/** Another limit follows the last one no sooner than this, ms (CEI 0-16:2025-12, Annex O, fast loop). */
const shortestMs = 3000;
const object = 'cci.1';

/**
 * The limits of the grid operator and of third parties. They are in force until they are taken back or not renewed in time, and over a
 * restart. Each change is in the audit log; those of third parties are in the register of orders too, where the order book writes those
 * of the grid operator itself.
 */
export class OutsideOrders {
  readonly #parts: Parts;
  readonly #note: KeptNote<Stored>;
  readonly #running = new Map<OutsideSource, Running>();
  readonly #changedMs = new Map<OutsideSource, number>();
  /** Sources whose limit is not in force: since the start, or because nothing may be commanded. */
  readonly #waiting = new Set<OutsideSource>();
  #isLooking = false;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#note = new KeptNote(parts.notes, 'outside-orders', Stored, {});
  }

  /** Takes up what was asked before the start; its time begins again. */
  start(): void {
    for (const source of outsideSources) {
      const stored = this.#note.value[source];
      if (stored) this.#run(source, stored);
      this.#waiting.add(source);
    }
    void this.cycle();
  }

  /** The limit of a source that is in force, and the seconds until it ends. */
  limitOf(source: OutsideSource): (OutsideOrder & { readonly leftS: number | null }) | null {
    const running = this.#running.get(source);
    if (!running || this.#waiting.has(source)) return null;
    const { endsMs, ...order } = running;
    return {
      ...order,
      leftS: endsMs === null ? null : Math.max(0, Math.ceil((endsMs - this.#parts.nowMs()) / 1000)),
    };
  }

  /** Asks for a limit, renews it, or takes it back with null. */
  async set(source: OutsideSource, order: OutsideOrder | null, address: string): Promise<OutsideResult> {
    const before = this.#running.get(source);
    const isSame = before?.percent === order?.percent;
    const sinceMs = this.#parts.nowMs() - (this.#changedMs.get(source) ?? Number.NEGATIVE_INFINITY);
    if (!isSame && order && sinceMs < shortestMs) return 'busy';
    const result = await this.#parts.execute({
      kind: 'outside-limit',
      source,
      percent: order?.percent ?? null,
    });
    // Without devices there is nothing to take back.
    const isDone = result === 'taken' || order === null;
    if (isDone) this.#keep(source, order);
    if (!isSame || !isDone) {
      if (isDone) this.#changedMs.set(source, this.#parts.nowMs());
      this.#report(source, [before?.percent ?? null, order?.percent ?? null], address, isDone);
    }
    return result;
  }

  /** Takes back the limits of addresses that may not limit any more. */
  allowOnly(addresses: Readonly<Record<OutsideSource, readonly string[]>>): void {
    for (const [source, { address }] of this.#running)
      if (!addresses[source].includes(address))
        void this.set(source, null, address).catch(this.#parts.onFailure);
  }

  #keep(source: OutsideSource, order: OutsideOrder | null): void {
    this.#waiting.delete(source);
    if (order) this.#run(source, order);
    else this.#running.delete(source);
    const { [source]: stored, ...rest } = this.#note.value;
    if (JSON.stringify(stored) === JSON.stringify(order ?? undefined)) return;
    try {
      this.#note.keep(order ? { ...rest, [source]: order } : rest);
    } catch (error) {
      this.#parts.onFailure(error);
    }
  }

  #run(source: OutsideSource, order: OutsideOrder): void {
    const endsMs = order.seconds === 0 ? null : this.#parts.nowMs() + 1000 * order.seconds;
    this.#running.set(source, { ...order, endsMs });
  }

  #report(
    source: OutsideSource,
    [old, next]: readonly [number | null, number | null],
    address: string,
    isDone: boolean,
  ): void {
    const { orderBook, record, plantS, onFailure } = this.#parts;
    const result = isDone ? 'ok' : 'refused';
    try {
      const actor = { ...dataloggerItself, address };
      record(actor, 'command.received', object, { changes: { limite_p: [old, next] }, result });
      if (source === 'grid-operator') return;
      const user = `${outsidePrefix}${address}`;
      orderBook.add({ t: Math.floor(plantS()), user, object, action: 'limite_p', old, next, result });
    } catch (error) {
      onFailure(error);
    }
  }

  /** Ends what was not renewed, and asks for the others again: the plant may have lost them. To be called in every cycle. */
  async cycle(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    try {
      for (const [source, { endsMs, address }] of this.#running)
        if (endsMs !== null && this.#parts.nowMs() >= endsMs) await this.set(source, null, address);
      for (const source of outsideSources) await this.#askAgain(source);
    } catch (error) {
      this.#parts.onFailure(error);
    } finally {
      this.#isLooking = false;
    }
  }

  async #askAgain(source: OutsideSource): Promise<void> {
    const order = this.#running.get(source);
    const wasWaiting = this.#waiting.has(source);
    if (!order && !wasWaiting) return;
    const percent = order?.percent ?? null;
    const result = await this.#parts.execute({ kind: 'outside-limit', source, percent });
    const isInForce = result === 'taken' || !order;
    if (isInForce === !wasWaiting || this.#running.get(source) !== order) return;
    if (isInForce) this.#waiting.delete(source);
    else this.#waiting.add(source);
    if (!order) return;
    const actor = { ...dataloggerItself, address: order.address };
    const changes = { limite_p: isInForce ? ([null, percent] as const) : ([percent, null] as const) };
    this.#parts.record(actor, 'command.resumed', object, { changes, result: isInForce ? 'ok' : 'refused' });
  }
}
