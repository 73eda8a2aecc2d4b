import type { doublePoint, meterRoles } from '../../../contract/codes';
import { inverterKindAt, nameAt } from '../../data/inverter-states';
import { ageAt, freshAt, isDoubtfulAt, staleAfterS } from '../../data/samples';
import { type MeasureTable, numberAt, rowsOf, textAt } from '../../data/table';
import {
  type Breaker,
  type Inverter,
  type Live,
  type Meter,
  noPlant,
  type Plant,
  type Protection,
  plantPoints,
} from './live';

/** What one poll asks for: all that the screen draws, in the fewest bytes (`impianto` is shorter than its points). */
export const liveCodes =
  'impianto,inverter.pac,inverter.pn,contatori.p,contatori.ruolo,spi.ddi,spi.dg,spi.f,spi.uab,cci.plim';

// The codes are checked against the contract's by type alone: its tables are no part of this chunk.
type Code<T> = T[keyof T] & number;
const breakers: Record<Code<typeof doublePoint>, Breaker> = {
  0: 'unknown',
  1: 'open',
  2: 'closed',
  3: 'unknown',
};
const roles: Pick<typeof meterRoles, 'exchange' | 'production'> = { exchange: 1, production: 2 };

function named<T>(words: Readonly<Record<number, T>>, code: number | null): T | undefined {
  return code === null ? undefined : words[code];
}

export function readLive(table: MeasureTable): Live {
  const [plantRow] = rowsOf(table, 'impianto');
  const ageS = plantRow === undefined ? 0 : ageAt(table, plantRow);
  return {
    t: table.t - ageS,
    isOld: plantRow === undefined || ageS > staleAfterS,
    plant: plantRow === undefined ? noPlant : readPlant(table, plantRow),
    isPartial: plantRow !== undefined && isDoubtfulAt(table, plantRow),
    inverters: rowsOf(table, 'inverter').map(row => readInverter(table, row)),
    production: readMeters(table, roles.production),
    exchange: readMeters(table, roles.exchange),
    protection: readProtection(table),
    limitPercent: readLimit(table),
  };
}

function readPlant(table: MeasureTable, row: number): Plant {
  if (numberAt(table, 'q', row) === 0) return noPlant;
  const numbers = plantPoints.map(point => [point, numberAt(table, point, row)]);
  return { ...noPlant, ...Object.fromEntries(numbers) };
}

function readInverter(table: MeasureTable, row: number): Inverter {
  const kind = inverterKindAt(table, row);
  return {
    id: numberAt(table, 'id', row),
    name: nameAt(table, row),
    kind,
    isDoubtful: kind !== 'silent' && isDoubtfulAt(table, row),
    powerKw: kind === 'silent' ? numberAt(table, 'pac', row) : freshAt(table, 'pac', row),
    nominalKw: numberAt(table, 'pn', row),
    sampledS: table.t - ageAt(table, row),
  };
}

/** The meters of a role together: a sum only when every one of them has a value. */
function readMeters(table: MeasureTable, role: number): Meter | null {
  const rows = rowsOf(table, 'contatori').filter(row => numberAt(table, 'ruolo', row) === role);
  const [first] = rows;
  if (first === undefined) return null;
  const powers = rows.map(row => freshAt(table, 'p', row));
  const isWhole = powers.every(power => power !== null);
  return {
    name: textAt(table, 'nome', first) ?? '',
    powerKw: isWhole ? powers.reduce((sum: number, power) => sum + (power ?? 0), 0) : null,
  };
}

function readProtection(table: MeasureTable): Protection | null {
  const rows = rowsOf(table, 'spi');
  const [first] = rows;
  if (first === undefined) return null;
  return {
    // Of several the one with the most to say; their codes grow with it, up to a trip.
    state: Math.max(...rows.map(row => freshAt(table, 'stato', row) ?? 0)),
    interfaceDevice: together(rows.map(row => freshAt(table, 'ddi', row))),
    mainBreaker: together(rows.map(row => freshAt(table, 'dg', row))),
    frequencyHz: freshAt(table, 'f', first),
    voltageV: freshAt(table, 'uab', first),
  };
}

/** Breakers side by side: open when one is, closed when all are. */
function together(codes: readonly (number | null)[]): Breaker {
  const states = codes.map(code => named(breakers, code) ?? 'unknown');
  if (states.includes('open')) return 'open';
  return states.every(state => state === 'closed') ? 'closed' : 'unknown';
}

function readLimit(table: MeasureTable): number | null {
  const limits = rowsOf(table, 'cci').map(row => freshAt(table, 'plim', row) ?? 100);
  const lowest = Math.min(100, ...limits);
  return lowest < 100 ? Math.max(0, lowest) : null;
}
