import { proposalsOf } from '../../../../contract/config/proposals';
import type { Found } from '../../../data/field-bus';
import type { ConfigRecord } from '../../../data/records';
import { lineWords } from './words';

/** The kinds of records that a search proposes, in the order in which they are configured: a box names its inverter. */
export const foundKinds = ['inverters', 'contatori', 'box-stringhe', 'sensori', 'trackers'] as const;
export type FoundKind = (typeof foundKinds)[number];

/** A record that a found device proposes: a station has one for each point, a controller one for each tracker. */
export interface Candidate {
  readonly key: string;
  readonly kind: FoundKind;
  readonly found: Found;
  /** The fields of the record that the device reports. The fields that a person has to add are missing. */
  readonly record: ConfigRecord;
  /** Whether another point of the same station measures the same: it is not proposed. */
  readonly isSecond: boolean;
}

const longestName = 64;

/** The records that the found devices propose, without those that are configured. `taken`: names that are in use. */
export function candidatesOf(all: readonly Found[], taken: readonly string[]): Candidate[] {
  const names = new Set(taken.map(name => name.toLowerCase()));
  const name = (wanted: string, found: Found) => {
    const whole = wanted.slice(0, longestName);
    const longer = `${wanted.slice(0, 30)} ${lineWords(found)}`.slice(0, longestName);
    const free = [whole, longer].find(each => !names.has(each.toLowerCase())) ?? longer;
    names.add(free.toLowerCase());
    return free;
  };
  return [...all].sort(inOrder).flatMap(found => {
    const kind = foundKinds.find(each => each === found.kind);
    if (kind === undefined || found.configured !== null) return [];
    const base = `${found.model ?? found.maker ?? kind} ${found.unit}`;
    const numbered = found.instance > 1 ? `${base}.${found.instance}` : base;
    const said = proposalsOf(kind, found);
    const points = said.map(({ part }) => part.split('.'));
    return said.map(({ part, fields }, index) => {
      const [model = '', point = ''] = points[index] ?? [];
      // Two models of a station may give the same quantity: the names say which.
      const twins = points.filter(([, other]) => other === point);
      const isSecond = kind === 'sensori' && twins[0]?.[0] !== model;
      const wanted =
        kind === 'trackers'
          ? `${base}.${part}`
          : [numbered, point, twins.length > 1 && point !== '' && `(${model})`].filter(Boolean).join(' ');
      const own = kind === 'sensori' || kind === 'trackers' ? {} : { seriale: cut(found.serial) };
      const record = { ...addressOf(found), ...own, ...fields, nome: name(wanted, found) };
      return {
        key: `${kind} ${found.host} ${found.unit} ${found.instance} ${part}`,
        kind,
        found,
        record,
        isSecond,
      };
    });
  });
}

const kindPlace = ({ kind }: Found) => foundKinds.findIndex(each => each === kind);

/** Several connections find devices in any order: by kind, as they are configured, then by address. */
const inOrder = (a: Found, b: Found) =>
  kindPlace(a) - kindPlace(b) ||
  lineWords(a).localeCompare(lineWords(b)) ||
  a.unit - b.unit ||
  a.instance - b.instance;

/** Plain Modbus where a profile reads the device, else SunSpec. */
const lineOf = ({ framing, host, port, speed, profile }: Found): ConfigRecord => {
  const how = profile === '' ? 'sunspec' : 'modbus';
  const own = profile === '' ? {} : { profilo: profile };
  return speed
    ? {
        ...own,
        protocollo: `${how}-rtu`,
        porta_seriale: host,
        baud: speed.baud,
        parita: speed.parity,
        stop: speed.stop,
      }
    : { ...own, protocollo: `${how}-${framing === 'rtu' ? 'rtu-tcp' : 'tcp'}`, host, porta: port };
};

const addressOf = ({ unit, base, instance, ...plate }: Found): ConfigRecord => ({
  ...lineOf({ unit, base, instance, ...plate }),
  ...(plate.hasOwnNumbers && { numeri_propri: true }),
  unita: unit,
  base_registri: base,
  istanza: instance,
  marca: cut(plate.maker),
  modello: cut(plate.model),
  firmware: cut(plate.version),
});

/** Texts of a nameplate are 32 characters long. */
const cut = (text: string | null) => (text ?? '').slice(0, 32);
