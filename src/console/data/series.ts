import { type SeriesStep, seriesSteps } from '../../contract/analysis-limits';
import { invalidAnswer } from './api-error';
import {
  isObject,
  listIn,
  numberOrNull,
  numberWithin,
  readArray,
  readObject,
  textIn,
  textOrNull,
  timeOrNull,
} from './read';
import { type Resource, resource } from './resource';
import { readTable } from './table';

/** A signal of a group: its point, unit and decimals. */
export interface ArchivedSignal {
  readonly point: string;
  readonly unit: string;
  readonly decimals: number;
}

export interface ArchivedDevice {
  readonly id: number;
  readonly name: string;
  /** Of a sensor. */
  readonly unit: string | null;
  readonly decimals: number | null;
}

export interface ArchivedGroup {
  readonly group: string;
  readonly devices: readonly ArchivedDevice[];
  readonly signals: readonly ArchivedSignal[];
}

/** What the archive holds, and from when to when; epoch seconds. */
export interface Archived {
  readonly fromS: number | null;
  readonly toS: number | null;
  readonly groups: readonly ArchivedGroup[];
}

const most = 20;
const decimalsOf = (value: unknown) => numberWithin(value, 0, most);

function readGroup(raw: unknown): readonly ArchivedGroup[] {
  if (!isObject(raw)) return [];
  const [names, units, decimals] = [listIn(raw.nome), listIn(raw.unita), listIn(raw.decimali)];
  const group = textIn(raw.gruppo);
  const signals = isObject(raw.segnali) ? raw.segnali : {};
  const [ofUnits, ofDecimals] = [listIn(signals.unita), listIn(signals.decimali)];
  return [
    {
      group,
      devices: listIn(raw.id).flatMap((value, row) => {
        const id = numberOrNull(value);
        const name = textOrNull(names[row]) ?? String(id);
        return id === null
          ? []
          : [{ id, name, unit: textOrNull(units[row]), decimals: decimalsOf(decimals[row]) }];
      }),
      signals: listIn(signals.punto).flatMap((value, row) => {
        const point = textOrNull(value);
        const decimalsOfPoint = decimalsOf(ofDecimals[row]) ?? 0;
        return point === null ? [] : [{ point, unit: textIn(ofUnits[row]), decimals: decimalsOfPoint }];
      }),
    },
  ];
}

export const archived = resource('GET dati_impianto/archivio', {}, (raw): Archived => {
  const { da, a, gruppi } = readObject(raw, 'what the archive holds');
  return {
    fromS: timeOrNull(da),
    toS: timeOrNull(a),
    groups: readArray(gruppi, 'groups').flatMap(readGroup),
  };
});

/** The name of the device of a signal in full, such as `inverter.3.pac`; empty for others. */
export function deviceNameOf({ groups }: Archived, signal: string): string {
  const [group, id] = signal.split('.');
  const devices = groups.find(each => each.group === group)?.devices ?? [];
  return devices.find(device => String(device.id) === id)?.name ?? '';
}

/** Values of signals in rows. */
export interface Series {
  readonly step: SeriesStep;
  /** Starts of the rows, and the end of the last; epoch seconds. */
  readonly starts: readonly number[];
  readonly endS: number;
  /** End of the archive. */
  readonly knownToS: number;
  /** By the full name of the signal; a value for each row. */
  readonly columns: ReadonlyMap<string, readonly (number | null)[]>;
  readonly uncertain: ReadonlyMap<string, ReadonlySet<number>>;
  readonly mean: (signal: string) => number | null;
  readonly total: (signal: string) => number | null;
}

function readSeries(raw: unknown): Series {
  const answer = readObject(raw, 'a series');
  const table = readTable(raw);
  const starts = (table.columns.get('t') ?? []).map(timeOrNull).filter(start => start !== null);
  const endS = timeOrNull(answer.a);
  const step = seriesSteps.find(each => each === answer.passo);
  const isInOrder = starts.every((start, row) => row === 0 || start > (starts[row - 1] ?? 0));
  if (!step || endS === null || starts.length !== table.rows || !isInOrder || endS <= (starts.at(-1) ?? 0))
    throw invalidAnswer('a series without its rows');
  const names = [...table.columns.keys()].filter(name => name !== 't');
  const [uncertain, means, totals] = [answer.incerti, answer.media, answer.totale].map(each =>
    isObject(each) ? each : {},
  );
  return {
    step,
    starts,
    endS,
    knownToS: table.t,
    columns: new Map(names.map(name => [name, (table.columns.get(name) ?? []).map(numberOrNull)])),
    uncertain: new Map(
      names.map(name => [name, new Set(listIn(uncertain?.[name]).filter(row => typeof row === 'number'))]),
    ),
    mean: signal => numberOrNull(means?.[signal]),
    total: signal => numberOrNull(totals?.[signal]),
  };
}

const everyMs = 60_000;

/** The values of some signals from `fromS` until before `toS`, epoch seconds. `step`: length of the rows, where it is not the usual one. */
export function seriesOf(
  signals: readonly string[],
  { fromS, toS }: { readonly fromS: number; readonly toS: number },
  { isRunning, step }: { readonly isRunning: boolean; readonly step?: SeriesStep },
): Resource<Series> {
  const query = { m: signals.join(), da: String(fromS), a: String(toS), ...(step && { passo: step }) };
  return resource('GET dati_impianto/serie', { query }, readSeries, { everyMs: isRunning ? everyMs : null });
}
