import { type SensorPoint, sensorPoints } from '../../../../contract/config/sensors';
import type { Found } from '../../../data/field-bus';
import type { ConfigRecord } from '../../../data/records';

/** The kinds of records that a search proposes, in the order in which they are configured: a box names its inverter. */
export const foundKinds = ['inverters', 'contatori', 'box-stringhe', 'sensori', 'trackers'] as const;
export type FoundKind = (typeof foundKinds)[number];

/** A record that a found device proposes: a station has one for each point, a controller one for each tracker. */
export interface Candidate {
  readonly key: string;
  readonly kind: FoundKind;
  readonly found: Found;
  /** The fields of the record that the device tells. What a person has to add is missing. */
  readonly record: ConfigRecord;
}

const longestName = 64;
/** No controller has more trackers. */
const mostParts = 999;

/** The records that the found devices propose, without those that are configured. `taken`: names that are in use. */
export function candidatesOf(all: readonly Found[], taken: readonly string[]): Candidate[] {
  const names = new Set(taken.map(name => name.toLowerCase()));
  const name = (wanted: string, found: Found) => {
    const whole = wanted.slice(0, longestName);
    const longer = `${wanted.slice(0, 30)} ${found.host}:${found.port}`.slice(0, longestName);
    const free = [whole, longer].find(each => !names.has(each.toLowerCase())) ?? longer;
    names.add(free.toLowerCase());
    return free;
  };
  return all.flatMap(found => {
    const kind = foundKinds.find(each => each === found.kind);
    if (kind === undefined || found.configured !== null) return [];
    const base = `${found.model ?? found.maker ?? kind} ${found.unit}`;
    return parts(kind, found, base).map(({ key, named, fields }) => {
      const record = { ...addressOf(found), ...fields, nome: name(named, found) };
      return { key: `${kind} ${found.host} ${found.unit} ${found.instance} ${key}`, kind, found, record };
    });
  });
}

const addressOf = ({ framing, host, port, unit, base, instance, ...plate }: Found): ConfigRecord => ({
  protocollo: framing === 'rtu' ? 'sunspec-rtu-tcp' : 'sunspec-tcp',
  ...{ host, porta: port, unita: unit, base_registri: base, istanza: instance },
  ...{ marca: cut(plate.maker), modello: cut(plate.model), firmware: cut(plate.version) },
});

/** Texts of a nameplate are 32 characters long. */
const cut = (text: string | null) => (text ?? '').slice(0, 32);

interface Part {
  readonly key: string;
  readonly named: string;
  readonly fields: ConfigRecord;
}

function parts(kind: FoundKind, found: Found, base: string): Part[] {
  const seriale = cut(found.serial);
  const numbered = found.instance > 1 ? `${base}.${found.instance}` : base;
  const own = (fields: ConfigRecord): Part[] => [
    { key: '', named: numbered, fields: { seriale, ...fields } },
  ];
  switch (kind) {
    case 'inverters':
      return own({ ...(found.ratedKw && { pn: found.ratedKw }), ...(found.parts && { mppt: found.parts }) });
    case 'box-stringhe':
      return own(found.parts ? { ingressi: Math.min(32, found.parts) } : {});
    case 'sensori':
      return found.points.flatMap(punto => {
        const tipo = kindOfPoint(punto);
        return tipo
          ? [{ key: punto, named: `${numbered} ${punto.split('.')[1]}`, fields: { tipo, punto } }]
          : [];
      });
    case 'trackers':
      return Array.from({ length: Math.min(mostParts, found.parts ?? 1) }, (_, index) => ({
        ...{ key: String(index), named: `${base}.${found.instance + index}` },
        fields: { istanza: found.instance + index },
      }));
    default:
      return own({});
  }
}

function kindOfPoint(point: string): string | undefined {
  const kinds = Object.entries<readonly SensorPoint[]>(sensorPoints);
  return kinds.find(([, points]) => points.some(each => each === point))?.[0];
}
