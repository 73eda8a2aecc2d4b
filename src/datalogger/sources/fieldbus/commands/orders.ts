import {
  type LimitsBySource,
  limitInForce,
  type OutsideSource,
  outsideSources,
} from '../../../automation/control/order-sources';
import type { CommandResult, PlantCommand, ReactiveOrder, Wish } from '../../../plant/source';

/** An order that follows another one sooner than this is refused. */
const shortestMs = 3000;

/** What the plant's operator, the schedules and those outside ask of all inverters. Percentages are of their rated power. */
export class Orders {
  reactive: ReactiveOrder | null = null;
  #own: number | null = null;
  #scheduled: number | null = null;
  readonly #outside = new Map<OutsideSource, number>();
  #lastMs = Number.NEGATIVE_INFINITY;

  /** The limit in force, 0 to 100 %; null for none. The operator's comes before that of the schedules. */
  get limit(): number | null {
    return this.inForce?.limit ?? null;
  }

  /** The limit in force, and whose it is; null for none. */
  get inForce(): ReturnType<typeof limitInForce> {
    // None of them ends by itself.
    const found = limitInForce(this.limits, 0);
    return found && found.limit < 100 ? found : null;
  }

  /** By who asks for them, %. */
  get limits(): LimitsBySource {
    const endless = (limit: number) => ({ limit, endsMs: null });
    return {
      ...Object.fromEntries([...this.#outside].map(([source, limit]) => [source, endless(limit)])),
      ...(this.#own !== null && { operator: endless(this.#own) }),
      ...(this.#scheduled !== null && { schedule: endless(this.#scheduled) }),
    };
  }

  /** What outlives a restart. */
  get wish(): Wish {
    const outside = this.#outside.size > 0 ? Object.fromEntries(this.#outside) : undefined;
    return { limit: this.#own, reactive: this.reactive, ...(outside && { outside }) };
  }

  /** Takes up what was asked before a restart. */
  resume({ limit, reactive, outside = {} }: Wish): void {
    this.#own = limit;
    this.reactive = reactive;
    for (const source of outsideSources) this.#setOutside(source, outside[source] ?? null);
  }

  /** Takes an order at `nowMs` of the monotonic clock. One that changes nothing is never too soon, nor is the way back. */
  take(command: PlantCommand, nowMs: number): CommandResult {
    switch (command.kind) {
      case 'limit-power':
        return this.#change(this.#own === command.percent, nowMs, () => {
          this.#own = clamped(command.percent);
        });
      case 'schedule-limit': {
        const { percent } = command;
        if (percent !== null && this.#own !== null) return 'refused';
        return this.#change(this.#scheduled === percent, nowMs, () => {
          this.#scheduled = percent === null ? null : clamped(percent);
        });
      }
      case 'outside-limit':
        this.#setOutside(command.source, command.percent);
        return 'taken';
      case 'set-reactive':
        return this.#setReactive({ kind: 'share', percent: command.percent }, nowMs);
      case 'set-power-factor':
        return this.#setReactive({ kind: 'factor', value: command.value }, nowMs);
      case 'controller-automatic':
        this.#own = null;
        this.reactive = null;
        return 'taken';
      default:
        return 'refused';
    }
  }

  /** Takes everything back. */
  clear(): void {
    this.#own = null;
    this.#scheduled = null;
    this.#outside.clear();
    this.reactive = null;
  }

  #setOutside(source: OutsideSource, percent: number | null): void {
    if (percent === null) this.#outside.delete(source);
    else this.#outside.set(source, clamped(percent));
  }

  #setReactive(order: ReactiveOrder, nowMs: number): CommandResult {
    const isSame = JSON.stringify(order) === JSON.stringify(this.reactive);
    return this.#change(isSame, nowMs, () => {
      this.reactive = order;
    });
  }

  #change(isSame: boolean, nowMs: number, change: () => void): CommandResult {
    if (isSame) return 'taken';
    if (nowMs - this.#lastMs < shortestMs) return 'refused';
    this.#lastMs = nowMs;
    change();
    return 'taken';
  }
}

const clamped = (percent: number) => Math.min(100, Math.max(0, percent));
