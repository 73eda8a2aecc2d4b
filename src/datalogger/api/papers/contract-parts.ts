import type { Report } from '../../../contract/reports';
import type { Judged, Statement } from '../../analytics/contract/statement';
import type { PlantFields } from '../../storage/config/plant-config';
import type { Sources } from './contract-sources';
import type { Writer } from './words';

export interface ContractInput {
  readonly report: Report;
  readonly plant: PlantFields;
  readonly statement: Statement;
  /** Epoch seconds by the plant's clock. */
  readonly createdS: number;
  /** As `Paper` has it. */
  readonly logo: string;
}

/** What every part of the sheet is written with. */
export interface SheetParts extends ContractInput {
  readonly writer: Writer;
  readonly sources: Sources;
}

/** Words of this sheet. */
export const wordsOf = (writer: Writer) => ({
  word: (key: string, values: Readonly<Record<string, string | number>> = {}) =>
    writer.word(`agreement.${key}`, values),
});

/** The verdict in words; with too little coverage, how much was measured. */
export function outcomeWords(writer: Writer, { outcome }: Pick<Judged, 'outcome'>, percent = 0): string {
  return writer.word(`agreement.outcome.${outcome}`, { percent: writer.quantity(percent, 1, '%') });
}
