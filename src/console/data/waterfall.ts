import { numberOrNull, objectsIn, textIn } from './read';
import { objectOf } from './report-items';

/** A step between the light on the modules and the energy at the meter, kWh. */
export interface WaterfallStep {
  readonly term: string;
  /** Of standstills and orders; else empty. */
  readonly cause: string;
  readonly kwh: number;
}

/** Where the light went: what is left of `startKwh` after all steps is `endKwh`. */
export interface Waterfall {
  readonly startKwh: number;
  readonly steps: readonly WaterfallStep[];
  readonly endKwh: number;
}

/** Null where the light or the energy is unknown. */
export function readWaterfall(raw: unknown): Waterfall | null {
  const { riferimento, contatore, termini } = objectOf(raw);
  const [startKwh, endKwh] = [numberOrNull(riferimento), numberOrNull(contatore)];
  if (startKwh === null || endKwh === null || startKwh <= 0) return null;
  const steps = objectsIn(termini).map(({ termine, causa, energia }) => ({
    term: textIn(termine),
    cause: textIn(causa),
    kwh: numberOrNull(energia) ?? 0,
  }));
  return { startKwh, steps, endKwh };
}
