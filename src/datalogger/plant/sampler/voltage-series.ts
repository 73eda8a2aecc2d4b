import type { Measures } from '../../storage/measures/measures';
import { type Voltage, type VoltageSlot, voltagePoints, voltageSlotS } from '../../storage/measures/voltages';
import { isGood } from '../processing/rows';
import type { DeviceRows, Snapshot } from '../snapshot';

/** Values that are further apart than this have a gap between them, s. */
const longestStepS = 60;
/** A voltage that was read for a smaller share of the slot has no mean. */
const leastShare = 0.9;
/** Frequency is judged in means of this length (EN 50160, 4.2.1), s; of 50 Hz. */
const frequencyS = 10;
const near = { from: 49.5, to: 50.5 } as const;
const wide = { from: 47, to: 52 } as const;
/** Slots that wait while the disk refuses them: those of ten meters in a day. */
const longestQueue = 1440;

/** A mean that is weighted by time, with its extremes. */
class Mean {
  #sum = 0;
  #most = Number.NEGATIVE_INFINITY;
  #least = Number.POSITIVE_INFINITY;
  seconds = 0;

  add(value: number, seconds: number): void {
    this.#sum += value * seconds;
    this.seconds += seconds;
    this.#most = Math.max(this.#most, value);
    this.#least = Math.min(this.#least, value);
  }

  get value(): Voltage | null {
    if (this.seconds === 0) return null;
    return { mean: this.#sum / this.seconds, most: this.#most, least: this.#least };
  }
}

/** The slot of a meter that is filling. */
class Filling {
  readonly #means = voltagePoints.map(() => new Mean());
  readonly #frequencies: number[] = [];
  #block = { number: Number.NaN, mean: new Mean() };
  #seconds = 0;

  add({ values }: DeviceRows, row: number, t: number, seconds: number): void {
    this.#seconds += seconds;
    voltagePoints.forEach((point, index) => {
      const value = values[point]?.[row] ?? null;
      if (value !== null) this.#means[index]?.add(value, seconds);
    });
    const frequency = values.f?.[row] ?? null;
    const number = Math.floor((t - 1) / frequencyS);
    if (number !== this.#block.number) this.#closeBlock(number);
    // A meter without voltage says 0 Hz.
    if (frequency !== null && frequency > 0) this.#block.mean.add(frequency, seconds);
  }

  #closeBlock(number: number): void {
    const { mean } = this.#block;
    if (mean.value) this.#frequencies.push(mean.value.mean);
    this.#block = { number, mean: new Mean() };
  }

  slot(t: number, device: number): VoltageSlot | null {
    this.#closeBlock(Number.NaN);
    const isTold = ({ seconds }: Mean) => seconds > 0 && seconds >= leastShare * this.#seconds;
    const voltages = this.#means.map(mean => (isTold(mean) ? mean.value : null));
    if (voltages.every(each => each === null)) return null;
    const means = this.#frequencies;
    const count = ({ from, to }: typeof near | typeof wide) =>
      means.filter(value => value >= from && value <= to).length;
    const frequency =
      means.length === 0
        ? null
        : {
            known: means.length,
            near: count(near),
            within: count(wide),
            least: Math.min(...means),
            most: Math.max(...means),
          };
    return { t, device, seconds: Math.min(voltageSlotS, Math.round(this.#seconds)), voltages, frequency };
  }
}

/** Voltages and frequency of the meters in slots of ten minutes, of every second that is seen. */
export class VoltageSeries {
  readonly #store: Measures;
  #slot = Number.NaN;
  #newest = Number.NaN;
  #filling = new Map<number, Filling>();
  #queue: VoltageSlot[] = [];
  #prunedDay = Number.NaN;

  constructor(store: Measures) {
    this.#store = store;
  }

  add({ t, groups: { contatori } }: Snapshot): void {
    const slot = Math.floor((t - 1) / voltageSlotS) * voltageSlotS;
    if (slot !== this.#slot) this.#close();
    const stepS = t - this.#newest;
    [this.#slot, this.#newest] = [slot, t];
    // After a gap, or a clock that was set, the first value stands for its second alone.
    const seconds = stepS > 0 && stepS <= longestStepS ? Math.min(stepS, t - slot) : 1;
    contatori.id.forEach((device, row) => {
      if (!isGood(contatori, row, t)) return;
      const filling = this.#filling.get(device) ?? new Filling();
      this.#filling.set(device, filling);
      filling.add(contatori, row, t, seconds);
    });
  }

  #close(): void {
    for (const [device, filling] of this.#filling) {
      const slot = filling.slot(this.#slot, device);
      if (slot) this.#queue.push(slot);
    }
    this.#filling = new Map();
    this.#queue.splice(0, this.#queue.length - longestQueue);
  }

  /** Writes the slots that ended, and with `isLast` what the running one has. Throws when the store does: then they wait on. */
  commit(isLast = false): void {
    if (isLast) this.#close();
    if (this.#queue.length === 0) return;
    const day = Math.floor(this.#slot / 86_400);
    const { voltages } = this.#store;
    this.#store.transaction(() => {
      for (const slot of this.#queue) voltages.add(slot);
      if (day !== this.#prunedDay) voltages.prune();
    });
    this.#prunedDay = day;
    this.#queue = [];
  }
}
