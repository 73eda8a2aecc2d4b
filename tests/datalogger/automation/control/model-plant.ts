import {
  ActiveLoop,
  type ActiveSettings,
  type LoopState,
} from '../../../../src/datalogger/automation/control/active-loop';
import type { InverterSight } from '../../../../src/datalogger/automation/control/sight';
import { randomOf } from './random';

/** Between two writes to an inverter, as the datalogger keeps it, s. */
const pauseS = 10;
const stepS = 0.5;
/** What an inverter changes in a second, % of its rated power. */
const slewPercent = 20;

export interface ModelOptions {
  readonly inverters?: number;
  readonly ratedKw?: number;
  /** s from a write to the moment when the inverter begins to follow it. */
  readonly deadS: number;
  /** The same of the first inverter. */
  readonly slowS?: number;
  readonly seed?: number;
  /** Share of the rated power that the sun allows each inverter at `s`. */
  readonly light?: (index: number, s: number) => number;
  readonly loadKw?: (s: number) => number;
  readonly meterEveryS?: number;
  readonly powerEveryS?: number;
}

interface Machine {
  kw: number;
  reportedKw: number;
  /** When that was reported, s. */
  reportedS: number;
  limitKw: number | null;
  isSilent: boolean;
  writtenS: number;
  /** What is written and not followed yet. */
  readonly coming: { readonly atS: number; readonly kw: number }[];
  wishKw: number | null;
}

/** Inverters behind one meter, in fast time: lines with dead time, inverters with a slew rate, polls that lag. */
export class ModelPlant {
  s = 0;
  loop: LoopState = 'free';
  hasMeter = true;
  readonly machines: readonly Machine[];
  readonly #options: Required<ModelOptions>;
  readonly #random: () => number;
  #meter = { kw: 0, sampledMs: 0 };
  /** Writes, for the rate: the shortest time between two to one inverter, s. */
  shortestPauseS = Number.POSITIVE_INFINITY;
  writes = 0;

  constructor(options: ModelOptions) {
    this.#options = {
      inverters: 10,
      ratedKw: 100,
      slowS: options.deadS,
      seed: 1,
      light: () => 1,
      loadKw: () => 0,
      meterEveryS: 1,
      powerEveryS: 3,
      ...options,
    };
    this.#random = randomOf(this.#options.seed);
    this.machines = Array.from({ length: this.#options.inverters }, (_, index) => {
      const kw = this.#options.ratedKw * this.#options.light(index, 0);
      return {
        kw,
        reportedKw: kw,
        reportedS: 0,
        limitKw: null,
        isSilent: false,
        writtenS: -100,
        coming: [],
        wishKw: null,
      };
    });
    this.#measure();
  }

  get madeKw(): number {
    return this.machines.reduce((sum, { kw }) => sum + kw, 0);
  }

  /** True power at the point of delivery. */
  get deliveredKw(): number {
    return this.madeKw - this.#options.loadKw(this.s);
  }

  /** Lets `seconds` pass under the loop; `each` sees every step. */
  pass(
    seconds: number,
    loop: ActiveLoop,
    limitKw: number | null,
    each: (plant: ModelPlant) => void = () => undefined,
  ): void {
    for (const end = this.s + seconds; this.s < end; ) {
      this.s = Math.round((this.s + stepS) / stepS) * stepS;
      this.machines.forEach((machine, index) => {
        this.#move(machine, index);
      });
      if (isEvery(this.s, this.#options.meterEveryS)) this.#measure();
      const meter = this.hasMeter ? this.#meter : null;
      const decision = loop.step(limitKw, { nowMs: this.s * 1000, meter, inverters: this.#seen() });
      this.loop = decision.loop;
      if (decision.limits || decision.loop === 'free')
        this.machines.forEach((machine, index) => {
          if (!machine.isSilent) machine.wishKw = decision.limits?.get(index) ?? null;
          this.#write(machine, index);
        });
      each(this);
    }
  }

  #seen(): InverterSight[] {
    const { ratedKw } = this.#options;
    return this.machines.map(
      ({ reportedKw, reportedS, isSilent, wishKw, coming, limitKw, writtenS }, id) => ({
        id,
        ratedKw,
        isReachable: !isSilent,
        powerKw: isSilent ? null : reportedKw,
        sampledMs: reportedS * 1000,
        isSettled: (coming.at(-1)?.kw ?? limitKw ?? ratedKw) === (wishKw ?? ratedKw),
        writtenMs: writtenS * 1000,
        highestKw: ratedKw,
      }),
    );
  }

  #write(machine: Machine, index: number): void {
    const { ratedKw, deadS, slowS } = this.#options;
    const present = machine.coming.at(-1)?.kw ?? machine.limitKw ?? ratedKw;
    const wanted = machine.wishKw ?? ratedKw;
    if (machine.isSilent || wanted === present || this.s - machine.writtenS < pauseS) return;
    this.shortestPauseS = Math.min(this.shortestPauseS, this.s - machine.writtenS);
    this.writes++;
    machine.writtenS = this.s;
    machine.coming.push({ atS: this.s + (index === 0 ? slowS : deadS), kw: wanted });
  }

  #move(machine: Machine, index: number): void {
    const { ratedKw, light, powerEveryS } = this.#options;
    while (machine.coming[0] && machine.coming[0].atS <= this.s)
      machine.limitKw = machine.coming.shift()?.kw ?? null;
    const aim = Math.min(ratedKw * light(index, this.s), machine.limitKw ?? ratedKw);
    const reach = (slewPercent / 100) * ratedKw * stepS;
    machine.kw += Math.max(-reach, Math.min(reach, aim - machine.kw));
    // The polls of the inverters come one after the other.
    if (isEvery(this.s + index * stepS, powerEveryS)) {
      machine.reportedKw = machine.kw;
      machine.reportedS = this.s;
    }
  }

  #measure(): void {
    // 0.05 % of noise.
    const noise = 1 + 0.0005 * (2 * this.#random() - 1);
    this.#meter = { kw: this.deliveredKw * noise, sampledMs: this.s * 1000 };
  }
}

const settings: ActiveSettings = {
  baseKw: 1000,
  bandPercent: 1,
  marginPercent: 5,
  ramp: { upPercent: null, downPercent: null },
};

/** A plant of 1,000 kW and its loop. */
export const modelPlant = (options: ModelOptions, changes: Partial<ActiveSettings> = {}) => ({
  plant: new ModelPlant(options),
  loop: new ActiveLoop({ ...settings, ...changes }),
});

const isEvery = (s: number, everyS: number) => Math.round(s / stepS) % Math.round(everyS / stepS) === 0;
