import {
  controllerStates,
  deviceStates,
  inverterStates,
  sensorKinds,
  spiStates,
  trackerStates,
} from '../../../../contract/codes';
import type { measuredKinds, ProfiledKind } from '../../../../contract/config/profiles';
import { pointOf, points } from '../../../../contract/points';
import type { NameableQuantity } from '../../../../contract/profiles';

type ReadGroup = 'inverter' | 'mppt' | 'contatori' | 'stringhe' | 'sensori' | 'tracker' | 'spi' | 'cci';

/** The points of a group, without those that the datalogger calculates or has from the record. */
const namesOf = (group: ReadGroup, ...own: readonly string[]): readonly string[] =>
  Object.keys(points[group]).filter(name => !own.includes(name));

/** What devices of a kind, and their inputs, may say: points of our groups. */
export const groupPoints = {
  inverters: { group: 'inverter', inputGroup: 'mppt', device: namesOf('inverter'), input: namesOf('mppt') },
  contatori: { group: 'contatori', inputGroup: null, device: namesOf('contatori'), input: [] },
  /** Of a station, what it measures: each of its sensors is a record. */
  sensori: {
    group: 'sensori',
    inputGroup: null,
    device: sensorKinds.map(([kind]) => kind),
    input: [],
  },
  'box-stringhe': { group: 'stringhe', inputGroup: 'stringhe', device: [], input: namesOf('stringhe') },
  /** A module measures nothing: its profile has outputs. */
  'moduli-io': { group: 'di', inputGroup: null, device: [], input: [] },
  trackers: {
    group: 'tracker',
    inputGroup: null,
    device: namesOf('tracker', 'err', 'settore', 'limite', 'rientro'),
    input: [],
  },
  'protezioni-interfaccia': {
    group: 'spi',
    inputGroup: null,
    device: namesOf('spi', 'verifica'),
    input: [],
  },
  cci: {
    group: 'cci',
    inputGroup: null,
    device: namesOf('cci', 'pn', 'qmax', 'smax', 'qv1', 'qv2', 'qv3', 'qv4', 'cert'),
    input: [],
  },
} as const satisfies Record<
  string,
  { device: readonly string[]; input: readonly string[]; [name: string]: unknown }
>;

const stateTables = {
  inverters: inverterStates,
  trackers: trackerStates,
  'protezioni-interfaccia': spiStates,
  cci: controllerStates,
} as const;

/** The names of the states of a kind, and their codes; those of inverters for kinds without states of their own. */
export const statesOf = (kind: ProfiledKind): Readonly<Record<string, number>> =>
  Object.hasOwn(stateTables, kind) ? stateTables[kind as keyof typeof stateTables] : inverterStates;

/** The state of a device whose profile reads none: it answers. Of those that stand for more than that, it is not known. */
export const stateWithout = (kind: ProfiledKind): number =>
  kind === 'trackers' || kind === 'protezioni-interfaccia' || kind === 'cci' ? 0 : deviceStates.good;

/** The names of all states of all kinds. */
export const allStateNames = [
  ...new Set(Object.values(stateTables).flatMap(table => Object.keys(table))),
] as const;

/** States of another kind. */
export const faultsOfStates = ({
  kind,
  states,
}: {
  readonly kind: ProfiledKind;
  readonly states: { readonly codes: Readonly<Record<string, string>> } | null;
}): { path: string[]; reason: string }[] =>
  Object.entries(states?.codes ?? {}).flatMap(([code, name]) =>
    Object.hasOwn(statesOf(kind), name)
      ? []
      : [{ path: ['states', 'codes', code], reason: `${name} is no state of its kind` }],
  );

/** Symbols that people know, of points whose name is another. */
const symbols: Readonly<Record<string, string>> = {
  pac: 'P AC',
  pdc: 'P DC',
  p: 'P',
  qac: 'Q',
  sac: 'S',
  s: 'S',
  i: 'I',
  ang: 'α',
  tgt: 'α*',
  u: 'U',
  f: 'f',
  fac: 'f',
  ua: 'U L1-N',
  ub: 'U L2-N',
  uc: 'U L3-N',
  uab: 'U L1-L2',
  ubc: 'U L2-L3',
  uca: 'U L3-L1',
  ia: 'I L1',
  ib: 'I L2',
  ic: 'I L3',
  udc: 'U DC',
  idc: 'I DC',
  cosphi: 'cos φ',
  riso: 'R iso',
  e_imm: 'E+',
  e_prel: 'E−',
  eday: 'E 24 h',
  etot: 'E',
  poa: 'POA',
  ghi: 'GHI',
  dhi: 'DHI',
};

/** Before the name of a point of an input. */
export const ofInput = 'ingresso.';

/** The symbol of a point of a device (part 0) or of its input, and its unit. */
export function quantityName(kind: ProfiledKind, part: number, point: string): string {
  const { group, inputGroup } = groupPoints[kind];
  const sensor = kind === 'sensori' ? sensorKinds.find(([each]) => each === point) : undefined;
  const [unit = ''] = sensor?.slice(1, 2) ?? pointOf(part === 0 ? group : (inputGroup ?? group), point) ?? [];
  return `${part === 0 ? '' : `${part} `}${symbols[point] ?? point} ${unit}`.trim();
}

/** Points that we calculate, or that are settings or codes: nobody names a register after them. */
const isMeasured = (group: Exclude<ReadGroup, 'sensori'>, point: string) => {
  const [unit, , way] = pointOf(group, point) ?? ['', 0, 'state'];
  return way !== 'state' && way !== 'ratio' && unit !== 'kWh/kWp';
};

/** What registers of a kind of device may be named. */
export function quantitiesOf(kind: (typeof measuredKinds)[number]): NameableQuantity[] {
  const { group, inputGroup, device, input } = groupPoints[kind];
  const measured = device.filter(point => group === 'sensori' || isMeasured(group, point));
  const ofInputs = inputGroup === null ? [] : input.filter(point => isMeasured(inputGroup, point));
  return [
    ...measured.map(point => ({ tipo: kind, id: point, nome: quantityName(kind, 0, point) })),
    ...ofInputs.map(point => ({ tipo: kind, id: ofInput + point, nome: quantityName(kind, 1, point) })),
  ];
}
