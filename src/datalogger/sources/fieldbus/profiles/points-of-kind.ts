import { sensorKinds } from '../../../../contract/codes';
import type { measuredKinds, ProfiledKind } from '../../../../contract/config/profiles';
import { pointOf, points } from '../../../../contract/points';
import type { NameableQuantity } from '../../../../contract/profiles';

const namesOf = (group: 'inverter' | 'mppt' | 'contatori' | 'stringhe' | 'sensori'): readonly string[] =>
  Object.keys(points[group]);

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
} as const satisfies Record<
  string,
  { device: readonly string[]; input: readonly string[]; [name: string]: unknown }
>;

/** Symbols that people know, of points whose name is another. */
const symbols: Readonly<Record<string, string>> = {
  pac: 'P AC',
  pdc: 'P DC',
  p: 'P',
  qac: 'Q',
  sac: 'S',
  s: 'S',
  i: 'I',
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
const isMeasured = (group: 'inverter' | 'mppt' | 'contatori' | 'stringhe', point: string) => {
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
