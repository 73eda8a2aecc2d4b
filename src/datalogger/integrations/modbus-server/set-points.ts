import type { OutsideOrder, OutsideOrders } from '../../automation/commands/outside-orders';
import type { OutsideSource } from '../../automation/control/order-sources';
import { modelWords, type ShownModel } from '../../sources/fieldbus/sunspec/encode';
import { models } from '../../sources/fieldbus/sunspec/models';
import { type Answered, exceptions } from './connection';

/*
 * Model 123 (immediate controls) at the end of the plant's chain, for those who may limit the power: WMaxLimPct, WMaxLim_Ena and
 * WMaxLimPct_RvrtTms. The percentage is of what the limits of the plant's own operators are of.
 */

const model = 123;
/** The power of ten of the limit: registers hold hundredths of a percent. */
const power = -2;
const notUsed = 0xffff;
const longestS = 3600;

/** What may be written, by register of the model, and between which values. */
const writable: Readonly<Record<string, (value: number) => boolean>> = {
  WMaxLimPct: value => value <= 100 * 10 ** -power,
  WMaxLimPct_WinTms: value => value === 0 || value === notUsed,
  WMaxLimPct_RvrtTms: value => value <= longestS,
  WMaxLimPct_RmpTms: value => value === 0 || value === notUsed,
  WMaxLim_Ena: value => value <= 1,
};
const nameAt = new Map(models.get(model)?.points.map(({ offset, name }) => [offset, name]));

/** What a source has written: the limit is in force where it is enabled. */
interface Written {
  readonly percent: number;
  readonly seconds: number;
  readonly isEnabled: boolean;
}
const nothing: Written = { percent: 100, seconds: 0, isEnabled: false };

/** The registers by which those outside limit the power. */
export class SetPoints {
  readonly #orders: OutsideOrders;
  readonly #written = new Map<OutsideSource, Written>();

  constructor(orders: OutsideOrders) {
    this.#orders = orders;
  }

  /** The registers of the model, as a source has written them. */
  words(source: OutsideSource): number[] {
    const { percent, seconds, isEnabled } = this.#now(source);
    const points = {
      Conn: 1,
      WMaxLimPct: percent,
      WMaxLimPct_RvrtTms: seconds,
      WMaxLim_Ena: Number(isEnabled),
      WMaxLimPct_SF: power,
      OutPFSet_SF: power,
      VArPct_SF: power,
    };
    return modelWords({ id: model, points } satisfies ShownModel);
  }

  /** Writes registers from the `at`th of the model on. All or none: an empty answer, or why not. */
  async write(
    source: OutsideSource,
    at: number,
    words: readonly number[],
    address: string,
  ): Promise<Answered> {
    const fields = words.map((value, index) => [nameAt.get(at + index) ?? '', value] as const);
    if (fields.some(([name]) => writable[name] === undefined)) return { exception: exceptions.address };
    if (fields.some(([name, value]) => writable[name]?.(value) !== true))
      return { exception: exceptions.value };
    const given = new Map(fields);
    const before = this.#now(source);
    const raw = given.get('WMaxLimPct');
    const next: Written = {
      percent: raw === undefined ? before.percent : raw * 10 ** power,
      seconds: given.get('WMaxLimPct_RvrtTms') ?? before.seconds,
      isEnabled: (given.get('WMaxLim_Ena') ?? Number(before.isEnabled)) === 1,
    };
    if (next.isEnabled || before.isEnabled) {
      const { percent, seconds } = next;
      const order: OutsideOrder | null = next.isEnabled ? { percent, seconds, address } : null;
      const result = await this.#orders.set(source, order, address);
      if (result === 'busy') return { exception: exceptions.busy };
      if (result !== 'taken' && order)
        return { exception: result === 'refused' ? exceptions.failure : exceptions.target };
    }
    this.#written.set(source, next);
    return [];
  }

  /** A limit that ended by itself, or that is in force since before the start, is shown as it is. */
  #now(source: OutsideSource): Written {
    const written = this.#written.get(source) ?? nothing;
    const inForce = this.#orders.limitOf(source);
    return inForce
      ? { percent: inForce.percent, seconds: inForce.seconds, isEnabled: true }
      : { ...written, isEnabled: false };
  }
}
