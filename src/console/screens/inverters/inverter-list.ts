import { type InverterKind, inverterKindAt, nameAt } from '../../data/inverter-states';
import { ageAt, freshAt } from '../../data/samples';
import { type MeasureTable, numberAt, textAt } from '../../data/table';

/** What is read of every inverter; units and meanings as in contract/points.ts. */
const quantities = [
  'pac',
  'dev',
  'pdc',
  'udc',
  'idc',
  'cosphi',
  'eff',
  'tsnk',
  'eday',
  'yday',
  'plim',
  'pn',
] as const;
export type Quantity = (typeof quantities)[number];

/** What one poll asks for. */
export const listCodes = quantities.map(quantity => `inverter.${quantity}`).join(',');

export interface Inverter {
  /** Tells them apart where names repeat. */
  readonly id: string;
  readonly name: string;
  readonly kind: InverterKind;
  /** Age of the sample in s when the snapshot was taken. */
  readonly ageS: number;
  /** Time of the sample, epoch seconds by the plant's clock. */
  readonly sampledS: number;
  /** Of a silent one what it said last. */
  readonly values: ReadonlyMap<Quantity, number | null>;
}

export interface InverterList {
  /** Time of the newest sample, epoch seconds by the plant's clock. */
  readonly t: number;
  readonly inverters: readonly Inverter[];
}

export function readInverterList(table: MeasureTable): InverterList {
  const inverters = Array.from({ length: table.rows }, (_, row) => readInverter(table, row));
  const youngestS = Math.min(...inverters.map(({ ageS }) => ageS));
  return { t: inverters.length === 0 ? table.t : table.t - youngestS, inverters };
}

function readInverter(table: MeasureTable, row: number): Inverter {
  const kind = inverterKindAt(table, row);
  const ageS = ageAt(table, row);
  const valueAt = kind === 'silent' ? numberAt : freshAt;
  return {
    id: textAt(table, 'id', row) ?? `row ${row}`,
    name: nameAt(table, row),
    kind,
    ageS,
    sampledS: table.t - ageS,
    values: new Map(quantities.map(quantity => [quantity, valueAt(table, quantity, row)])),
  };
}

/** A value of an inverter, or null. */
export function numberOf({ values }: Inverter, quantity: Quantity): number | null {
  return values.get(quantity) ?? null;
}
