import { type Cause, count, readCause } from './field-bus';
import { isObject, numberOrNull, numbersIn, objectsIn, textIn, textOrNull } from './read';
import { write } from './records';

/** What a unit answered. */
export interface RegistersAnswer extends Cause {
  /** Null without an answer: `cause` says why. */
  readonly values: readonly number[] | null;
  readonly ms: number | null;
  readonly points: readonly NamedRegisters[];
}

/** What registers mean by the SunSpec model in which they are. */
export interface NamedRegisters {
  readonly from: number;
  readonly model: number;
  readonly point: string;
  readonly value: number | string | null;
  readonly unit: string;
}

/** Where single registers are read. */
export interface RegisterPlace {
  readonly host: string;
  readonly porta: number;
  readonly trama: string;
  readonly unita: number;
  readonly funzione: number;
}

/** Reads registers (or bits); null where the datalogger did not answer or refused. */
export async function readRegisters(
  place: RegisterPlace,
  from: number,
  many: number,
): Promise<RegistersAnswer | null> {
  const written = await write('POST bus/registri', { body: { ...place, da: from, quanti: many } });
  if (written.kind !== 'saved' || !isObject(written.value)) return null;
  const { valori, ms, punti } = written.value;
  return {
    ...readCause(written.value),
    values: Array.isArray(valori) ? numbersIn(valori) : null,
    ms: numberOrNull(ms),
    points: objectsIn(punti).map(({ da, modello, punto, valore, unita }) => ({
      from: count(da),
      model: count(modello),
      point: textIn(punto),
      unit: textIn(unita),
      value: numberOrNull(valore) ?? textOrNull(valore),
    })),
  };
}
