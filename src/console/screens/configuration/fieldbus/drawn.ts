import type { BusLine, Found } from '../../../data/field-bus';
import { formatQuantity } from '../../../i18n/format';
import { lineWords } from './words';

/** An inverter or a meter as it is drawn, or several inverters of a model where there are too many. */
export interface DrawnDevice {
  readonly key: string;
  readonly name: string;
  /** What it says of itself, and its size. */
  readonly plate: string;
  /** kW, export positive; null where it does not say. */
  readonly powerKw: number | null;
  readonly ratedKw: number | null;
  /** What a meter measures; null while nobody has said. */
  readonly role: string | null;
}

export interface Drawn {
  readonly inverters: readonly DrawnDevice[];
  readonly meters: readonly DrawnDevice[];
  /** Number of configured devices. */
  readonly added: number;
}

/** With more inverters than this, those of a model are drawn together. */
const drawnSingly = 24;

type Plate = Pick<Found, 'maker' | 'model' | 'serial'>;

/** Maker, model, serial number and rated power, without what the name says already. */
function plateOf(name: string, { maker, model, serial }: Plate, ratedKw: number | null): string {
  const rated = ratedKw !== null && formatQuantity(ratedKw, 1, 'kW');
  return [maker, model && !name.startsWith(model) && model, serial, rated].filter(Boolean).join(' · ');
}

const silent: Plate = { maker: null, model: null, serial: null };

/** What is drawn: the devices that are configured, and after them those that a search found meanwhile. */
export function drawnOf(lines: readonly BusLine[], found: readonly Found[]): Drawn {
  const devices = lines.flatMap(line => line.devices);
  const isDrawn = (kind: string | null) => kind === 'inverters' || kind === 'contatori';
  const added = devices
    .filter(({ kind }) => isDrawn(kind))
    .map(device => ({ ...device, plate: plateOf(device.name, device.nameplate ?? silent, device.ratedKw) }));
  const others = found
    .filter(({ kind, configured }) => isDrawn(kind) && configured === null)
    .map(device => {
      const name = `${device.model ?? device.maker ?? ''} ${device.unit}`;
      const key = `${lineWords(device)} ${device.unit} ${device.instance}`;
      return { ...device, key, name, plate: plateOf(name, device, device.ratedKw), role: null };
    });
  const all = [...added, ...others];
  return {
    inverters: together(all.filter(({ kind }) => kind === 'inverters')),
    meters: all.filter(({ kind }) => kind !== 'inverters').sort((a, b) => placeOf(a) - placeOf(b)),
    added: devices.length,
  };
}

/** From the inverters to the grid. */
const placeOf = ({ role }: DrawnDevice) =>
  ['produzione', 'ausiliari', 'consumo', null, 'scambio'].indexOf(role);

/** The sum of what is said; null where nobody says anything. */
const sumOf = (values: readonly (number | null)[]) =>
  values.reduce((sum, value) => (value === null ? sum : (sum ?? 0) + value), null);

function together(inverters: readonly DrawnDevice[]): readonly DrawnDevice[] {
  if (inverters.length <= drawnSingly) return inverters;
  const sizes = [...new Set(inverters.map(({ ratedKw }) => ratedKw))];
  return sizes.map(size => {
    const group = inverters.filter(({ ratedKw }) => ratedKw === size);
    return {
      key: String(size),
      name: `${group.length} ×`,
      plate: formatQuantity(size, 1, 'kW'),
      powerKw: sumOf(group.map(({ powerKw }) => powerKw)),
      ratedKw: sumOf(group.map(({ ratedKw }) => ratedKw)),
      role: null,
    };
  });
}
