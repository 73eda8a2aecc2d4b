/** A curve; `x` rises from each point to the next. */
export type Curve = readonly { readonly x: number; readonly y: number }[];

/** What the reactive power at the point of delivery follows. A negative power factor is inductive; % of the base, capacitive positive. */
export type ReactiveLaw =
  | { readonly kind: 'share'; readonly percent: number }
  | { readonly kind: 'factor'; readonly value: number }
  /** Q(V): voltage in per unit -> % of the greatest reactive power. `lockIn`, `lockOut`: % of the base from which it acts, and below which it stops. */
  | {
      readonly kind: 'voltage';
      readonly curve: Curve;
      readonly lockIn: number;
      readonly lockOut: number;
      readonly bandPercent: number;
    }
  /** cosφ(P): active power as a share of the base -> power factor, inductive. */
  | { readonly kind: 'power'; readonly curve: Curve };

export interface Delivery {
  readonly kw: number;
  /** Voltage in per unit; null where it is not known. */
  readonly voltage: number | null;
}

/** What a law asks for at the point of delivery, kvar, capacitive positive. Holds whether Q(V) is locked in. */
export class ReactiveTarget {
  #isLockedIn = false;
  #byVoltage = 0;

  /** `most`: the greatest reactive power, kvar. */
  of(
    law: ReactiveLaw,
    { kw, voltage }: Delivery,
    { baseKw, most }: { baseKw: number; most: number },
  ): number {
    const within = (kvar: number) => Math.max(-most, Math.min(most, kvar));
    switch (law.kind) {
      case 'share':
        return within((law.percent / 100) * baseKw);
      case 'factor':
        return within(atFactor(law.value, kw));
      case 'power':
        return within(atFactor(-valueOn(law.curve, Math.max(0, kw) / baseKw), kw));
      case 'voltage':
        return within(this.#ofVoltage(law, kw / baseKw, voltage, most));
    }
  }

  #ofVoltage(
    law: ReactiveLaw & { kind: 'voltage' },
    share: number,
    voltage: number | null,
    most: number,
  ): number {
    if (100 * share >= law.lockIn) this.#isLockedIn = true;
    if (100 * share < law.lockOut) this.#isLockedIn = false;
    // Without a voltage the last value stays.
    if (voltage === null) return this.#byVoltage;
    const asked = this.#isLockedIn ? (valueOn(law.curve, voltage) / 100) * most : 0;
    if (asked === 0 || Math.abs(asked - this.#byVoltage) > (law.bandPercent / 100) * most)
      this.#byVoltage = asked;
    return this.#byVoltage;
  }
}

const atFactor = (factor: number, kw: number) =>
  Math.sign(factor) * Math.max(0, kw) * Math.tan(Math.acos(Math.abs(factor)));

/** Linear between the points; beyond the first and the last one their `y`. */
export function valueOn(curve: Curve, x: number): number {
  const next = curve.findIndex(point => point.x >= x);
  const [low, high] = [curve[next - 1], curve[next]];
  if (!high) return curve.at(-1)?.y ?? 0;
  return low ? low.y + ((high.y - low.y) * (x - low.x)) / (high.x - low.x) : high.y;
}
