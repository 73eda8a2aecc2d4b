import { type InverterKind, inverterKindAt, nameAt } from '../../data/inverter-states';
import { ageAt, freshAt } from '../../data/samples';
import { type MeasureTable, numberAt, textAt } from '../../data/table';
import type { Device } from '../../devices/device-list';

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
  'kwp',
] as const;
export type Quantity = (typeof quantities)[number];

/** What one poll asks for. */
export const listCodes = quantities.map(quantity => `inverter.${quantity}`).join(',');

export interface Inverter extends Device {
  readonly kind: InverterKind;
}

export interface InverterList {
  /** Time of the newest sample, epoch seconds by the plant's clock. */
  readonly t: number;
  readonly inverters: readonly Inverter[];
}

/** Every inverter of a table with some of its points: those of the list unless said otherwise. */
export function readInverterList(table: MeasureTable, points: readonly string[] = quantities): InverterList {
  const inverters = Array.from({ length: table.rows }, (_, row) => readInverter(table, row, points));
  const youngestS = Math.min(...inverters.map(({ ageS }) => ageS));
  return { t: inverters.length === 0 ? table.t : table.t - youngestS, inverters };
}

function readInverter(table: MeasureTable, row: number, points: readonly string[]): Inverter {
  const kind = inverterKindAt(table, row);
  const isSilent = kind === 'silent';
  const ageS = ageAt(table, row);
  const valueAt = isSilent ? numberAt : freshAt;
  return {
    id: textAt(table, 'id', row) ?? `row ${row}`,
    name: nameAt(table, row),
    state: numberAt(table, 'stato', row),
    kind,
    isSilent,
    isDoubtful: false,
    ageS,
    sampledS: table.t - ageS,
    values: new Map(points.map(point => [point, valueAt(table, point, row)])),
  };
}

/** A value of an inverter, or null. */
export function numberOf({ values }: Inverter, quantity: Quantity): number | null {
  return values.get(quantity) ?? null;
}
