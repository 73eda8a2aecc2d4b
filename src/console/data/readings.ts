import { listIn, textIn } from './read';
import { type Item, itemsOf, objectOf } from './report-items';

type OfMoved = 'id' | 'rapporto' | 'immessa' | 'prelevata';
type OfReading = OfMoved | 't' | 'presa' | 'e_imm' | 'e_prel' | 'er1' | 'er2' | 'er3' | 'er4';
type OfDeclared = OfMoved | 'da' | 'a' | 'imm_da' | 'imm_a' | 'prel_da' | 'prel_a';

/** Numbers of a meter, and which one it was. */
export interface OfMeter<Name extends string> extends Item<Name> {
  readonly serial: string;
  readonly pod: string;
}

export interface MeterReadings {
  /** Frozen at each midnight of the 1st. */
  readonly readings: readonly OfMeter<OfReading>[];
  /** The first and the last reading of a year. */
  readonly declared: readonly OfMeter<OfDeclared>[];
}

function ofMeters<Name extends string>(raw: unknown): readonly OfMeter<Name>[] {
  const rows = listIn(raw).map(objectOf);
  const items = itemsOf(
    rows.map(({ er, ...row }) => {
      const [er1, er2, er3, er4] = listIn(er);
      return { ...row, er1, er2, er3, er4 };
    }),
  );
  return items.map((item, at) => ({
    ...item,
    serial: textIn(rows[at]?.seriale),
    pod: textIn(rows[at]?.pod),
  }));
}

export const readReadings = ({
  letture,
  dichiarazione,
}: Readonly<Record<string, unknown>>): MeterReadings => ({
  readings: ofMeters(letture),
  declared: ofMeters(dichiarazione),
});
