import type { stringClasses } from '../../../contract/codes';
import { type InverterKind, inverterKindAt, isProducing, nameAt } from '../../data/inverter-states';
import { ageAt, goodAt } from '../../data/samples';
import { median } from '../../data/statistics';
import { type MeasureTable, numberAt, rowsOf, textAt } from '../../data/table';
import type { Device, DeviceList } from '../../devices/device-list';
import { boxName } from './box-name';

/** What one poll asks for: currents, and no deviations, which follow from them and would not fit into 11 kB. */
export const listCodes = 'stringhe.i,stringhe.quadro,stringhe.inverter,inverter.udc,impianto.poa';

/** Of a string against the median of its inverter, the worst first; then why it is not judged. */
export const stringKinds = [
  'reverse',
  'open',
  'severe',
  'poor',
  'warning',
  'good',
  'silent',
  'stopped',
  'dark',
  'unknown',
] as const;
export type StringKind = (typeof stringKinds)[number];
/** Those below the threshold. */
export const exceptionKinds: readonly StringKind[] = ['reverse', 'open', 'severe', 'poor', 'warning'];

export function isException({ kind }: StringFacts): boolean {
  return exceptionKinds.includes(kind);
}

/** One string on its input. Of a silent one what it said last. */
export interface StringFacts extends Device {
  readonly box: Box;
  readonly kind: StringKind;
  /** A */
  readonly ampere: number | null;
  /** % from the median of its inverter, while it is judged. */
  readonly deviation: number | null;
}

/** The strings of a box in the order of its inputs. */
export interface Box {
  readonly id: string;
  readonly name: string;
  readonly owner: Owner;
  readonly cells: StringFacts[];
}

export interface Owner {
  readonly id: string;
  readonly name: string;
  readonly kind: InverterKind;
  /** V */
  readonly volt: number | null;
  /** Of the currents of its strings, A; null while none is known. */
  readonly median: number | null;
  readonly boxes: Box[];
}

/** All strings of one snapshot. */
export interface StringList extends DeviceList<StringFacts> {
  readonly owners: readonly Owner[];
  /** W/m² */
  readonly irradiance: number | null;
}

/** All that is read of a string has a field of its own. */
const noValues: ReadonlyMap<string, null> = new Map();
/** Strings are sampled every 30 s, and stale after three times. */
const silentAfterS = 90;
const commLost = 90;
/** OPC quality that is good. */
const goodQuality = 192;
/** W/m² from which strings can be compared. */
export const enoughLight = 200;

// Checked against the contract's by type alone: its tables are no part of a screen's chunk.
type ClassCode = Exclude<(typeof stringClasses)[keyof typeof stringClasses], 9>;
const kindsByClass: Readonly<Record<ClassCode, StringKind>> = {
  0: 'good',
  1: 'warning',
  2: 'poor',
  3: 'severe',
  4: 'open',
  5: 'reverse',
};

function isClassCode(code: number | null): code is ClassCode {
  return code !== null && Object.hasOwn(kindsByClass, code);
}

/** What is the same for all strings of an inverter. */
interface Peers {
  readonly owner: Owner;
  readonly rows: readonly number[];
}

export function readStringList(table: MeasureTable): StringList {
  const rows = rowsOf(table, 'stringhe');
  const [plantRow] = rowsOf(table, 'impianto');
  const irradiance = plantRow === undefined ? null : goodAt(table, 'poa', plantRow);
  const peers = peersOf(table, rows);
  const strings = peers.flatMap(each => readPeers(table, each, irradiance));
  let youngestS = Number.POSITIVE_INFINITY;
  for (const row of rows) youngestS = Math.min(youngestS, ageAt(table, row));
  return {
    t: rows.length === 0 ? table.t : table.t - youngestS,
    devices: strings,
    plant: noValues,
    isPlantPartial: false,
    owners: peers.map(({ owner }) => owner),
    irradiance,
  };
}

const isSilentAt = (table: MeasureTable, row: number) =>
  numberAt(table, 'stato', row) === commLost || ageAt(table, row) > silentAfterS;

/** The strings by their inverter; where an inverter is not told of, it is known by its number alone. */
function peersOf(table: MeasureTable, rows: readonly number[]): readonly Peers[] {
  const inverterRows = new Map(rowsOf(table, 'inverter').map(row => [textAt(table, 'id', row), row]));
  const byOwner = new Map<string, number[]>();
  for (const row of rows) {
    const id = textAt(table, 'inverter', row) ?? '';
    const own = byOwner.get(id);
    if (own) own.push(row);
    else byOwner.set(id, [row]);
  }
  return [...byOwner].map(([id, own]) => {
    const row = inverterRows.get(id);
    const heard = own.filter(each => !isSilentAt(table, each));
    const owner: Owner = {
      id,
      name: row === undefined ? id : nameAt(table, row),
      kind: row === undefined ? 'unknown' : inverterKindAt(table, row),
      volt: row === undefined ? null : goodAt(table, 'udc', row),
      median: median(heard.flatMap(each => goodAt(table, 'i', each) ?? [])),
      boxes: [],
    };
    return { owner, rows: own };
  });
}

function readPeers(table: MeasureTable, { owner, rows }: Peers, light: number | null): StringFacts[] {
  const byBox = new Map<string, number[]>();
  for (const row of rows) {
    const id = textAt(table, 'quadro', row) ?? '';
    const own = byBox.get(id);
    if (own) own.push(row);
    else byBox.set(id, [row]);
  }
  return [...byBox].flatMap(([id, own]) => {
    const name = boxName(own.map(row => nameAt(table, row))) || id;
    const box: Box = { id, name, owner, cells: [] };
    owner.boxes.push(box);
    for (const row of own) box.cells.push(readString(table, row, box, light));
    return box.cells;
  });
}

function readString(table: MeasureTable, row: number, box: Box, light: number | null): StringFacts {
  const { owner } = box;
  const state = numberAt(table, 'stato', row);
  const ageS = ageAt(table, row);
  const isSilent = isSilentAt(table, row);
  const kind = isSilent ? 'silent' : (kindOf(state) ?? whyNotJudged(owner, light));
  const ampere = isSilent ? numberAt(table, 'i', row) : goodAt(table, 'i', row);
  const isJudged = kind === 'good' || exceptionKinds.includes(kind);
  return {
    id: textAt(table, 'id', row) ?? `row ${row}`,
    name: nameAt(table, row),
    state,
    isSilent,
    isDoubtful: !isSilent && (numberAt(table, 'q', row) ?? goodQuality) < goodQuality,
    ageS,
    sampledS: table.t - ageS,
    values: noValues,
    box,
    kind,
    ampere,
    deviation: isJudged && ampere !== null && owner.median ? 100 * (ampere / owner.median - 1) : null,
  };
}

function kindOf(code: number | null): StringKind | null {
  return isClassCode(code) ? kindsByClass[code] : null;
}

/** An inverter that waits for the sun is no fault of the strings, nor is one that stands still in full light. */
function whyNotJudged(owner: Owner, light: number | null): StringKind {
  if (['fault', 'stopped', 'service'].includes(owner.kind)) return 'stopped';
  if (light === null ? owner.kind === 'waiting' : light < enoughLight) return 'dark';
  return isProducing(owner) ? 'unknown' : 'stopped';
}
