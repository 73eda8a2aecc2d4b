import { type Cell, readTable } from '../../../../src/console/data/table';
import { readStringList, type StringList } from '../../../../src/console/screens/strings/string-list';
import { inverterStates, stringClasses } from '../../../../src/contract/codes';

const codes = {
  good: stringClasses.good,
  warning: stringClasses.warning,
  poor: stringClasses.poor,
  severe: stringClasses.severe,
  open: stringClasses.open,
  reverse: stringClasses.reverse,
  unknown: stringClasses.unknown,
  silent: 90,
} as const;
/** A, of strings whose healthy peers have 10. */
const amperes = {
  good: 10,
  warning: 9.3,
  poor: 8,
  severe: 6,
  open: 0,
  reverse: -2,
  unknown: 0.4,
  silent: 9.9,
};

type Example = keyof typeof codes;

const deviationOf = (kind: Example) => (kind === 'unknown' ? null : 10 * amperes[kind] - 100);

export interface Around {
  /** W/m² */
  readonly light?: number | null;
  /** Codes of inverters that do not produce, by number. */
  readonly inverters?: Readonly<Record<number, number>>;
}

/** An answer as the datalogger gives it; `kinds` by the number of the string, the others are good. */
export function exampleAnswer(
  inverters: number,
  boxes: number,
  inputs: number,
  kinds: Readonly<Record<number, Example>> = {},
  { light = 900, inverters: states = {} }: Around = {},
) {
  const columns: Record<string, Cell[]> = {};
  const add = (row: Readonly<Record<string, Cell>>) => {
    for (const name of names) {
      columns[name] ??= [];
      columns[name].push(row[name] ?? null);
    }
  };
  const count = inverters * boxes * inputs;
  for (let id = 1; id <= count; id++) {
    const inverter = Math.ceil(id / (boxes * inputs));
    const box = Math.ceil(id / inputs);
    const kind = kinds[id] ?? 'good';
    add({
      gruppo: 'stringhe',
      id,
      stato: codes[kind],
      i: amperes[kind],
      dev: deviationOf(kind),
      quadro: box,
      inverter,
      nome: `QS ${inverter}.${((box - 1) % boxes) + 1} S${((id - 1) % inputs) + 1}`,
      eta: kind === 'silent' ? 600 : 10,
      q: kind === 'silent' ? 0 : 192,
    });
  }
  for (let id = 1; id <= inverters; id++) {
    const stato = states[id] ?? inverterStates.mppt;
    add({ gruppo: 'inverter', id, nome: `INV ${id}`, stato, eta: 2, q: 192, udc: 800 });
  }
  add({ gruppo: 'impianto', id: 1, nome: 'FV', stato: 4, eta: 2, q: 192, poa: light });
  return { m: 'stringhe', t: 1_781_091_730, colonne: columns };
}

const names = ['gruppo', 'id', 'nome', 'stato', 'eta', 'q', 'i', 'dev', 'quadro', 'inverter', 'udc', 'poa'];

export function exampleStrings(...example: Parameters<typeof exampleAnswer>): StringList {
  return readStringList(readTable(exampleAnswer(...example)));
}
