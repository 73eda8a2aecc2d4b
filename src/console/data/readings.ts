import { textOrNull } from './read';
import { type Item, itemsOf, listOf, objectOf } from './report-items';

type OfReading = 'id' | 'rapporto' | 't' | 'presa' | 'e_imm' | 'e_prel' | 'er1' | 'er2' | 'er3' | 'er4';

/** A frozen reading of a meter, and which meter it was. */
export interface Reading extends Item<OfReading> {
  readonly serial: string;
  readonly pod: string;
}

export function readReadings(raw: unknown): readonly Reading[] {
  const rows = listOf(raw).map(objectOf);
  const items = itemsOf(
    rows.map(({ er, ...row }) => {
      const [er1, er2, er3, er4] = listOf(er);
      return { ...row, er1, er2, er3, er4 };
    }),
  );
  return items.map((item, at) => ({
    ...item,
    serial: textOrNull(rows[at]?.seriale) ?? '',
    pod: textOrNull(rows[at]?.pod) ?? '',
  }));
}
