import { protectionFunctionCodes, spiStates } from '../../../../contract/codes';
import type { Values } from '../../../plant/source';
import { type Order, rawNumber, sizeOf, usuallyAbsent } from './numbers';
import { statesOf } from './points-of-kind';
import type { Alarms, Point, Profile } from './profile';
import { events, type Report } from './reports';

/** `count` registers from a place on, as the profile's document counts; null where one of them was not read. */
export type Stored = (at: number, count: number) => ArrayLike<number> | null;

type Coded = Pick<Point, 'at' | 'type'> & { readonly order?: Order };

/** The raw number of a place; undefined where it was not read, null where it holds none. */
function rawAt({ at, type, order }: Coded, otherwise: Order, stored: Stored): number | null | undefined {
  const words = stored(at, sizeOf[type]);
  return words ? rawNumber(words, type, order ?? otherwise) : undefined;
}

/** A larger power of ten is taken for a wrong register. */
const largestPower = 10;

/** The value of a point: undefined where it was not read, null where the device has none, or one that cannot be. */
export function valueIn(point: Point, order: Order, stored: Stored): number | null | undefined {
  const { type, times, per, scale, bits, codes, absent = usuallyAbsent[type], least, most } = point;
  const raw = rawAt(point, order, stored);
  if (raw === undefined || raw === null) return raw;
  if (absent.includes(raw)) return null;
  const scaling = scale ? rawAt(scale, order, stored) : 0;
  if (scaling === undefined) return undefined;
  if (scaling === null || Math.abs(scaling) > largestPower) return null;
  const power = scale?.divides ? -scaling : scaling;
  const counted = bits ? Math.floor(raw / 2 ** bits.from) % 2 ** bits.count : raw;
  if (codes) return ofCode(codes, counted) ?? null;
  const scaled = power < 0 ? counted / 10 ** -power : counted * 10 ** power;
  const value = (scaled * times) / per;
  if (!Number.isFinite(value)) return null;
  return (least !== undefined && value < least) || (most !== undefined && value > most) ? null : value;
}

/** The values of points; those that were not read are left out. */
export const valuesIn = (points: Profile['points'], order: Order, stored: Stored): Values =>
  Object.fromEntries(
    Object.entries(points).flatMap(([name, point]) => {
      const value = valueIn(point, order, stored);
      return value === undefined ? [] : [[name, value]];
    }),
  );

/** What a table of codes and ranges of codes has for a number. */
function ofCode<T>(table: Readonly<Record<string, T>>, code: number): T | undefined {
  if (Object.hasOwn(table, code)) return table[code];
  return Object.entries(table).find(([range]) => {
    const [from, to] = range.split('-').map(Number);
    return from !== undefined && to !== undefined && code >= from && code <= to;
  })?.[1];
}

/** The state of a device; null where its code is not known, or was not read. */
export function stateIn({ kind, states, order }: Profile, stored: Stored): number | null {
  const code = states && rawAt(states, order, stored);
  const name = typeof code === 'number' && states ? ofCode(states.codes, code) : undefined;
  return name === undefined ? null : (statesOf(kind)[name] ?? null);
}

/** A report, and the maker's number of it: its code, or its register and bit. */
type Numbered = Report & { readonly number: string };

/** What a register of alarms holds, 0 while its alarms do not hold; undefined where it, or what that depends on, was not read. */
function alarmsAt(alarms: Alarms, order: Order, stored: Stored): number | null | undefined {
  const { while: condition } = alarms;
  if (!condition) return rawAt(alarms, order, stored);
  const state = rawAt(condition, order, stored);
  if (typeof state !== 'number') return undefined;
  const table = Object.fromEntries(condition.codes.map(code => [code, true]));
  return ofCode(table, state) ? rawAt(alarms, order, stored) : 0;
}

function reportsOf(alarms: Alarms, raw: number): Numbered[] {
  const { at } = alarms;
  if (alarms.as === 'bits')
    return Object.entries(alarms.reports).flatMap(([bit, report]) =>
      Math.floor(raw / 2 ** Number(bit)) % 2 === 1 ? [{ ...report, number: `${at}.${Number(bit)}` }] : [],
    );
  const report = ofCode(alarms.reports, raw);
  return report ? [{ ...report, number: `${at}:${raw}` }] : [];
}

/** What the registers of alarms that were read report; null where none was read, or the profile has none. */
export function reportsIn({ alarms, order }: Profile, stored: Stored): readonly Numbered[] | null {
  const read = alarms.flatMap(each => {
    const raw = alarmsAt(each, order, stored);
    return typeof raw === 'number' ? [reportsOf(each, raw)] : [];
  });
  return read.length === 0 ? null : read.flat();
}

/** The registers of alarms that were not read, as the profile's document counts. */
export const unreadAlarms = ({ alarms, order }: Profile, stored: Stored): number[] =>
  alarms.flatMap(each => (alarmsAt(each, order, stored) === undefined ? [each.at] : []));

/** The same as the bits of SunSpec `Evt1`. */
export function eventsIn(profile: Profile, stored: Stored): number | null {
  const reports = reportsIn(profile, stored);
  return reports === null
    ? null
    : reports.reduce((sum, { event }) => (event ? sum | (1 << events[event]) : sum), 0);
}

/** What the alarms of an interface protection say: started functions by bit, the first that tripped from 1 on, and the state that follows. */
export function protectionIn(
  profile: Profile,
  stored: Stored,
): { readonly state: number; readonly values: Values } | null {
  const knows = (word: 'starts' | 'trips') =>
    profile.alarms.some(({ reports }) => Object.values(reports).some(report => report[word] !== undefined));
  const reports = reportsIn(profile, stored);
  const isUnread = unreadAlarms(profile, stored).length > 0;
  if (reports === null || isUnread || !(knows('starts') || knows('trips'))) return null;
  const positions = (word: 'starts' | 'trips') =>
    reports.flatMap(({ [word]: code }) =>
      code === undefined ? [] : [protectionFunctionCodes.indexOf(code)],
    );
  const started = new Set(positions('starts'));
  const [tripped] = positions('trips').sort((a, b) => a - b);
  const { normal, starting, tripped: opened } = spiStates;
  return {
    state: tripped !== undefined ? opened : started.size > 0 ? starting : normal,
    values: {
      ...(knows('starts') && { avviate: [...started].reduce((sum, bit) => sum + 2 ** bit, 0) }),
      ...(knows('trips') && { intervento: (tripped ?? -1) + 1 }),
    },
  };
}
