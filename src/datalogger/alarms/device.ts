import type { Group, PointOf } from '../../contract/points';
import type { DeviceRows } from '../snapshot';
import type { CycleFacts } from './facts';

/** One device as a condition sees it. The same object is used for every device in turn: a condition must not keep it. */
export class Device<G extends Group> {
  readonly facts: CycleFacts;
  readonly group: G | null;
  readonly rows: DeviceRows;
  index = 0;

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

  value(point: PointOf<G>): number | null {
    return this.rows.values[point]?.[this.index] ?? null;
  }
}

/** For alarms that are about no device: one row without values. */
export const noRows: DeviceRows = { id: [], nome: [], stato: [], sampled: [], validS: [], q: [], values: {} };
