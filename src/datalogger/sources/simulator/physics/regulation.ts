import type { ControllerConfig } from '../../../../contract/config/controllers';
import type { PlantPlan } from '../plan';

type Curve = ControllerConfig['curva_qv'];

/**
 * What the central controller is configured to: powers in kW, kvar and kVA at the point of delivery, factors and curves as in its
 * configuration record.
 */
export interface RegulationSettings {
  /** Greatest active power that is exported. */
  readonly exportKw: number;
  readonly inductiveKvar: number;
  readonly capacitiveKvar: number;
  /** All set-points are a share of this (CEI 0-16:2025-12, Annex O). */
  readonly apparentKva: number;
  readonly voltageCurve: Curve;
  readonly factorCurve: Curve;
  /** Shares of `exportKw` from which Q(V) acts, and below which it stops. */
  readonly lockIn: number;
  readonly lockOut: number;
  /** % of the greatest reactive power by which Q(V) must ask for something else before it is followed. */
  readonly deadBandPercent: number;
  /** Fixed power factor; negative is inductive. */
  readonly powerFactor: number;
  /** What takes over when the distribution operator is silent for `lostAfterS`. */
  readonly fallback: ControllerConfig['riserva'];
  readonly lostAfterS: number;
  /** Least time between two orders of the plant's own operator, s. */
  readonly slowLoopS: number;
}

/** Greatest reactive power of an inverter, as a share of its rated power. */
export const fullReactive = 0.484;

/** Smax of CEI 0-16:2025-12, Annex O: the apparent power of the greatest active and the greatest reactive power together, kVA. */
export function greatestApparent({
  pimm,
  pass,
  qind,
  qcap,
}: Pick<ControllerConfig, 'pimm' | 'pass' | 'qind' | 'qcap'>): number {
  return Math.hypot(Math.max(pimm, pass), Math.max(qind, qcap));
}

/** The Q(V) curve of the simulated controller. */
export const simulatedCurve: Curve = [
  { x: 0.9, y: 100 },
  { x: 0.97, y: 0 },
  { x: 1.01, y: 0 },
  { x: 1.08, y: -100 },
];

export function settingsOfPlan({ ratedKw }: Pick<PlantPlan, 'ratedKw'>): RegulationSettings {
  const kvar = fullReactive * ratedKw;
  return {
    exportKw: ratedKw,
    inductiveKvar: kvar,
    capacitiveKvar: kvar,
    apparentKva: Math.hypot(ratedKw, kvar),
    voltageCurve: simulatedCurve,
    factorCurve: [
      { x: 0.2, y: 1 },
      { x: 0.5, y: 1 },
      { x: 1, y: 0.95 },
    ],
    lockIn: 0.2,
    lockOut: 0.05,
    deadBandPercent: 5,
    powerFactor: -0.95,
    fallback: 'mantieni',
    lostAfterS: 60,
    slowLoopS: 60,
  };
}

export function settingsOfRecord(record: ControllerConfig): RegulationSettings {
  return {
    exportKw: record.pimm,
    inductiveKvar: record.qind,
    capacitiveKvar: record.qcap,
    apparentKva: record.smax,
    voltageCurve: record.curva_qv,
    factorCurve: record.curva_cosphi,
    lockIn: record.lock_in,
    lockOut: record.lock_out,
    deadBandPercent: record.banda_morta,
    powerFactor: record.cosphi,
    fallback: record.riserva,
    lostAfterS: record.ritardo_comunicazione,
    slowLoopS: record.delta_t,
  };
}

/** Linear interpolation between the points. Beyond the first and last point their `y` applies. */
function interpolated(curve: Curve, x: number): number {
  const next = curve.findIndex(point => point.x >= x);
  const high = curve[next];
  const low = curve[next - 1];
  if (!high) return curve.at(-1)?.y ?? 0;
  if (!low) return high.y;
  return low.y + ((high.y - low.y) * (x - low.x)) / (high.x - low.x);
}

/** The point of delivery: voltage in per unit, active power exported in kW. */
export interface Delivery {
  readonly voltage: number;
  readonly kw: number;
}

/** The controller's own regulation of the reactive power at the point of delivery. Results in kvar, capacitive positive. */
export class Regulation {
  settings: RegulationSettings;
  /** Whether the active power has reached the one from which Q(V) acts. */
  #isLockedIn = false;
  #byVoltage = 0;

  constructor(settings: RegulationSettings) {
    this.settings = settings;
  }

  /** Q(V), with the lock by active power and the dead band. */
  byVoltage({ voltage, kw }: Delivery): number {
    const { exportKw, lockIn, lockOut, deadBandPercent } = this.settings;
    if (kw >= lockIn * exportKw) this.#isLockedIn = true;
    if (kw < lockOut * exportKw) this.#isLockedIn = false;
    const asked = this.#isLockedIn ? this.#onVoltageCurve(voltage) : 0;
    const band = (deadBandPercent / 100) * this.#greatest(asked);
    if (asked === 0 || Math.abs(asked - this.#byVoltage) > band) this.#byVoltage = asked;
    return this.#byVoltage;
  }

  /** What Q(V) asked last, kvar. */
  get askedByVoltage(): number {
    return this.#byVoltage;
  }

  /** cosφ(P): inductive, by the curve of the power factor. */
  byPower({ kw }: Delivery): number {
    const { factorCurve, exportKw } = this.settings;
    return this.atFactor(-interpolated(factorCurve, Math.max(0, kw) / exportKw), kw);
  }

  /** A fixed power factor; negative is inductive. */
  atFactor(factor: number, kw: number): number {
    return this.within(Math.sign(factor) * Math.max(0, kw) * Math.tan(Math.acos(Math.abs(factor))));
  }

  /** A share of the greatest apparent power. */
  atShare(share: number): number {
    return this.within(share * this.settings.apparentKva);
  }

  within(kvar: number): number {
    const { inductiveKvar, capacitiveKvar } = this.settings;
    return Math.max(-inductiveKvar, Math.min(capacitiveKvar, kvar));
  }

  #onVoltageCurve(voltage: number): number {
    const percent = interpolated(this.settings.voltageCurve, voltage);
    return (percent / 100) * this.#greatest(percent);
  }

  #greatest(sign: number): number {
    return sign > 0 ? this.settings.capacitiveKvar : this.settings.inductiveKvar;
  }
}
