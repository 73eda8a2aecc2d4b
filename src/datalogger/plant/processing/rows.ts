import { inverterStates, quality, spiStates, trackerStates, usualValidS } from '../../../contract/codes';
import type { ConfigKind, Configuration } from '../../../contract/config/kinds';
import { type Group, type PointOf, points } from '../../../contract/points';
import type { DeviceRows, MakerReports } from '../snapshot';
import type { Answer, Values } from '../source';
import { shownRecords } from './setup';

/** A value for every point of a group: a missing point does not compile. */
export type ValuesOf<G extends Group> = Readonly<Record<PointOf<G>, number | null>>;

/** `active` is asked; `maintenance` is asked, its alarms are hidden; `disabled` is not asked. */
export type Service = 'active' | 'maintenance' | 'disabled';

export const serviceOf = (record: {
  readonly abilitato: boolean;
  readonly in_manutenzione: boolean;
}): Service => {
  if (!record.abilitato) return 'disabled';
  return record.in_manutenzione ? 'maintenance' : 'active';
};

/** A configured device with its answer. */
export interface ConfiguredDevice {
  readonly id: number;
  readonly name: string;
  readonly service: Service;
  /** Null where no device answers at its address. */
  readonly answer: Answer | null;
  /** The values of its answer after correction and comparison. */
  readonly values: Values;
  /** Points that come from the configuration: present also while the device does not answer. */
  readonly facts: Values;
  /** The planes of its modules; left out where nothing is known of them. */
  readonly planes?: string;
}

/** What every device has that is configured as a record: its id, its name, whether it is in service, and its answer. */
export function deviceOf(
  record: Parameters<typeof serviceOf>[0] & { readonly id: number; readonly nome: string },
  answers: ReadonlyMap<number, Answer>,
): Pick<ConfiguredDevice, 'id' | 'name' | 'service' | 'answer'> {
  const { id, nome } = record;
  return { id, name: nome, service: serviceOf(record), answer: answers.get(id) ?? null };
}

/** The answers of each record, part by part. */
export function byRecord(answers: readonly Answer[]): ReadonlyMap<number, readonly Answer[]> {
  const parts = new Map<number, Answer[]>();
  for (const answer of answers) {
    const own = parts.get(answer.record);
    if (own) own.push(answer);
    else parts.set(answer.record, [answer]);
  }
  return parts;
}

/** The answers of records that are one device each. */
export const ofWhole = (answers: readonly Answer[]): ReadonlyMap<number, Answer> =>
  new Map(answers.map(answer => [answer.record, answer]));

/** Whether the values of a row are valid at `t`: quality not bad, and not too old. */
export function isGood({ q, sampled, validS }: DeviceRows, row: number, t: number): boolean {
  const age = t - (sampled[row] ?? Number.NEGATIVE_INFINITY);
  return q[row] !== quality.bad && age <= (validS[row] ?? 0);
}

interface Row {
  readonly device: ConfiguredDevice;
  /** Its row in the rows before. */
  readonly last: number | undefined;
  /** Its answer, if it responds now. */
  readonly responding: Answer | null;
  /** What was kept of it over a restart, if it has not answered since. */
  readonly remembered: Answer | null;
}

const finite = (value: number | null | undefined): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null;

const pointNames = Object.fromEntries(
  Object.entries(points).map(([group, own]) => [group, Object.keys(own)]),
) as Record<Group, string[]>;

/**
 * The columns of a group for all its devices at `t`. A device that does not answer keeps its values and its time from the rows `before`.
 * Values that are not finite become null.
 */
export function rowsOf(
  group: Group,
  devices: readonly ConfiguredDevice[],
  t: number,
  before: DeviceRows | undefined,
): DeviceRows {
  const rowBefore = before && new Map(before.id.map((id, index) => [id, index]));
  const rows = devices.map((device): Row => {
    const { answer, service } = device;
    const said = service === 'disabled' ? null : answer;
    const responding = said?.isResponding ? said : null;
    const remembered = said?.isRemembered ? said : null;
    return { device, last: rowBefore?.get(device.id), responding, remembered };
  });
  const values: Record<string, (number | null)[]> = {};
  for (const point of pointNames[group]) values[point] = new Array(rows.length).fill(null);
  rows.forEach(({ device, last, responding, remembered }, index) => {
    if (responding ?? remembered)
      for (const point in device.values) {
        const column = values[point];
        if (column) column[index] = finite(device.values[point]);
      }
    else if (before && last !== undefined && device.service !== 'disabled')
      for (const point in values) {
        const column = values[point];
        if (column) column[index] = finite(before.values[point]?.[last]);
      }
  });
  rows.forEach(({ device: { facts } }, index) => {
    for (const point in facts) {
      const [column, fact] = [values[point], facts[point]];
      if (column && fact !== undefined) column[index] = fact;
    }
  });
  const usual = usualValidS(group);
  return {
    id: devices.map(({ id }) => id),
    nome: devices.map(({ name }) => name),
    stato: rows.map(({ device, responding }) => stateOf(group, device.service, responding)),
    sampled: rows.map(({ device, last, responding, remembered }) => {
      const said = responding ?? remembered;
      if (said) return said.sampled;
      return device.service === 'disabled' || last === undefined ? t : (before?.sampled[last] ?? t);
    }),
    validS: devices.map(({ answer }) => answer?.validS ?? usual),
    q: rows.map(({ responding, remembered }) => {
      if (responding) return responding.quality ?? quality.good;
      return remembered ? quality.uncertain : quality.bad;
    }),
    values,
    ...besideValues(rows),
  };
}

const nothingReported: MakerReports = { made: [], unread: [] };

/** Columns that rows have only where they are needed: counters without their breaks, planes, changed counters, refused points, what repeats, reports. */
function besideValues(
  rows: readonly Row[],
): Pick<DeviceRows, 'totals' | 'planes' | 'changes' | 'refused' | 'stuckS' | 'reports'> {
  const totals = totalsOf(rows.map(({ device }) => device));
  const planes = rows.map(({ device }) => device.planes ?? '');
  const changes = rows.map(({ responding }) => responding?.change ?? null);
  const refused = rows.map(({ responding }) => responding?.refused ?? null);
  const stuckS = rows.map(({ responding }) => responding?.stuckS ?? null);
  const reports = rows.map(({ responding }) => responding && (responding.reports ?? nothingReported));
  return {
    ...(totals && { totals }),
    ...(planes.some(each => each !== '') && { planes }),
    ...(changes.some(each => each !== null) && { changes }),
    ...(refused.some(each => each !== null) && { refused }),
    ...(stuckS.some(each => each !== null) && { stuckS }),
    ...(rows.some(({ responding }) => responding?.reports) && { reports }),
  };
}

/** The lifetime counters without their breaks, in columns; null where the devices of a group have none. */
function totalsOf(devices: readonly ConfiguredDevice[]): DeviceRows['totals'] | null {
  const names = new Set(devices.flatMap(({ answer }) => Object.keys(answer?.totals ?? {})));
  if (names.size === 0) return null;
  return Object.fromEntries(
    [...names].map(name => [name, devices.map(({ answer }) => answer?.totals?.[name] ?? null)]),
  );
}

function stateOf(group: Group, service: Service, responding: Answer | null): number {
  const { commLost, maintenance, disabled } = inverterStates;
  if (service === 'disabled') return disabled;
  if (service === 'maintenance') return group === 'tracker' ? trackerStates.maintenance : maintenance;
  if (responding) return responding.state;
  if (group === 'tracker') return trackerStates.commLost;
  return group === 'spi' ? spiStates.unknown : commLost;
}

/** When the device of a record, the first string of a box or the first contact of a module was last sampled; null where none is read. */
export function sampledOf(
  configuration: Configuration,
  kind: ConfigKind,
  id: number,
  rows: DeviceRows | undefined,
): number | null {
  const record = configuration[kind].find(each => each.id === id);
  const [shown = id] = record ? shownRecords(configuration, kind, record) : [];
  const index = kind === 'box-stringhe' ? rows?.values.quadro?.indexOf(id) : rows?.id.indexOf(shown);
  return rows?.sampled[index ?? -1] ?? null;
}
