import { controllerFunctions, controllerStates } from '../../contract/codes';

/** Commands that come sooner after one another are refused, s (CEI 0-16 Annex O, fast ring). */
const shortestIntervalS = 3;
/** % of the rated power a second. */
const rampPerSecond = 10;
/** Q(V): share of the rated power at full deviation, and the voltages (per unit) where it starts and is full. */
const fullReactive = 0.484;
const highStart = 1.01;
const lowStart = 0.97;
const fullDeviation = 0.07;

/** Reactive power as a share of the rated power, capacitive positive, that Q(V) asks at a voltage in per unit. */
export function reactiveShare(voltage: number): number {
  const high = Math.min(1, Math.max(0, voltage - highStart) / fullDeviation);
  const low = Math.min(1, Math.max(0, lowStart - voltage) / fullDeviation);
  return fullReactive * (low - high);
}

/** The central plant controller: one active-power limit, ramped, and the voltage regulation. */
export class Controller {
  /** % of the rated power now allowed, and the one asked for. */
  limitPercent = 100;
  setPercent = 100;
  #lastCommand = Number.NEGATIVE_INFINITY;

  /** Takes a limit (0 to 100 %) at `t`; false when it comes too soon after the last one. */
  request(percent: number, t: number): boolean {
    if (percent === this.setPercent) return true;
    if (t - this.#lastCommand < shortestIntervalS) return false;
    this.#lastCommand = t;
    this.setPercent = Math.max(0, Math.min(100, percent));
    return true;
  }

  step(seconds: number): void {
    const gap = this.setPercent - this.limitPercent;
    const reach = rampPerSecond * seconds;
    this.limitPercent = Math.abs(gap) <= reach ? this.setPercent : this.limitPercent + Math.sign(gap) * reach;
  }

  get state(): number {
    return this.setPercent < 100 ? controllerStates.automatic : controllerStates.autonomous;
  }

  get activeFunction(): number {
    const { limitByOperator, reactiveByVoltage } = controllerFunctions;
    return this.setPercent < 100 ? limitByOperator : reactiveByVoltage;
  }
}
