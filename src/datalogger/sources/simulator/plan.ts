import { meterRoles, sensorKinds } from '../../../contract/codes';
import type { StateModel } from '../../plant/processing/sunspec-states';
import { type DigitalSignal, digitalSignals } from './physics/signals';
import { type PlantSize, type SizeFacts, sizeFacts } from './sizes';

export interface NamedDevice {
  readonly id: number;
  readonly name: string;
}
export interface InverterPlan extends NamedDevice {
  readonly ratedKw: number;
  readonly peakKwp: number;
  /** The SunSpec model in which it reports its state. */
  readonly stateModel: StateModel;
  /** How many MPPT inputs it has. */
  readonly inputs: number;
  /** Index of the interface protection through which it feeds. */
  readonly protection: number;
  /** Seconds after which a cloud that is over the first inverter reaches this one. */
  readonly cloudDelayS: number;
}
export interface TrackerPlan extends NamedDevice {
  /** Number of its group, from 1. A command applies to a whole group. */
  readonly group: number;
}

export interface StringPlan extends NamedDevice {
  /** Ids of the string box and of the inverter. */
  readonly box: number;
  readonly inverter: number;
  /** MPPT input of the inverter, from 1. */
  readonly input: number;
  /** Id of the tracker that carries it; 0 for a fixed string. */
  readonly tracker: number;
}
/** An MPPT input of an inverter. */
export interface InputPlan extends NamedDevice {
  /** Id of the inverter, and its number there from 1. */
  readonly inverter: number;
  readonly number: number;
  /** Ids of its strings. */
  readonly strings: readonly number[];
}
export interface MeterPlan extends NamedDevice {
  readonly role: (typeof meterRoles)[keyof typeof meterRoles];
  /** Share of the flow of its role that passes through this meter. */
  readonly share: number;
}
export type SensorKind = (typeof sensorKinds)[number][0];
export interface SensorPlan extends NamedDevice {
  readonly kind: SensorKind;
}
export interface DigitalInputPlan extends NamedDevice {
  readonly signal: DigitalSignal;
}

/** Latitude and longitude in degrees (east positive), and an IANA time zone. */
export interface Site {
  readonly zone: string;
  readonly latitude: number;
  readonly longitude: number;
}

/** The plant that is simulated: its place and its devices. Angles in degrees, azimuth from north. */
export interface PlantPlan {
  readonly size: PlantSize;
  readonly facts: SizeFacts;
  readonly site: Site;
  readonly tilt: number;
  readonly azimuth: number;
  readonly albedo: number;
  readonly ratedKw: number;
  readonly peakKwp: number;
  readonly stringKwp: number;
  /** Voltage of a string at maximum power and 25 °C, V. */
  readonly stringVoltage: number;
  readonly inverters: readonly InverterPlan[];
  readonly strings: readonly StringPlan[];
  readonly inputs: readonly InputPlan[];
  readonly trackers: readonly TrackerPlan[];
  readonly meters: readonly MeterPlan[];
  readonly sensors: readonly SensorPlan[];
  readonly digitalInputs: readonly DigitalInputPlan[];
  readonly protections: readonly NamedDevice[];
  readonly controllers: readonly NamedDevice[];
}

const site: Site = { zone: 'Europe/Rome', latitude: 41.9, longitude: 12.5 };
/** Voltage of a module at maximum power, V: 144 half cells, 72 in series, 0.575 V each. */
const moduleVoltage = 72 * 0.575;
/** All fixed data of the simulated plant of a size. */
export function plantPlan(size: PlantSize): PlantPlan {
  const facts = sizeFacts[size];
  const stringKwp = (facts.modulesPerString * facts.moduleWp) / 1000;
  const strings = planStrings(facts);
  return {
    size,
    facts,
    site,
    tilt: facts.trackers > 0 ? 0 : 30,
    azimuth: 180,
    albedo: 0.2,
    ratedKw: facts.inverters * facts.inverterKw,
    peakKwp: facts.strings * stringKwp,
    stringKwp,
    stringVoltage: facts.modulesPerString * moduleVoltage,
    inverters: planInverters(facts, strings, stringKwp),
    strings,
    inputs: planInputs(strings),
    trackers: planTrackers(facts),
    meters: planMeters(facts.meters),
    sensors: planSensors(facts.sensors),
    digitalInputs: planDigitalInputs(facts.digitalInputs),
    protections: named(facts.protections, 'SPI'),
    controllers: named(facts.controllers, 'CCI'),
  };
}

/** m/s */
const cloudSpeed = 10;
/** Distance between two neighbouring inverters in the direction of the wind, m. */
const inverterPitch = 25;

const stringsPerInput = 2;

const two = (value: number) => String(value).padStart(2, '0');
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

/** Divides `total` into whole numbers that are as equal as possible. */
function evenShares(total: number, parts: number): number[] {
  return numbers(parts).map(n => Math.floor((total * n) / parts) - Math.floor((total * (n - 1)) / parts));
}

function planStrings(facts: SizeFacts): StringPlan[] {
  const perTracker = facts.trackers > 0 ? facts.strings / facts.trackers : 0;
  const strings: StringPlan[] = [];
  let box = 0;
  evenShares(facts.strings, facts.inverters).forEach((count, index) => {
    for (let k = 0; k < count; k++) {
      const inBox = k % facts.stringsPerBox;
      if (inBox === 0) box++;
      const id = strings.length + 1;
      const boxOfInverter = Math.floor(k / facts.stringsPerBox) + 1;
      strings.push({
        id,
        name: `QS ${two(index + 1)}.${boxOfInverter} S${two(inBox + 1)}`,
        box,
        inverter: index + 1,
        input: Math.floor(k / stringsPerInput) + 1,
        tracker: perTracker > 0 ? Math.ceil(id / perTracker) : 0,
      });
    }
  });
  return strings;
}

function planInputs(strings: readonly StringPlan[]): InputPlan[] {
  const inputs = new Map<number, InputPlan & { strings: number[] }>();
  for (const { id: string, inverter, input: number } of strings) {
    const id = inverter * 100 + number;
    const name = `INV ${two(inverter)} MPPT ${number}`;
    const input = inputs.get(id) ?? { id, name, inverter, number, strings: [] };
    inputs.set(id, input);
    input.strings.push(string);
  }
  return [...inputs.values()];
}

function planInverters(facts: SizeFacts, strings: readonly StringPlan[], stringKwp: number): InverterPlan[] {
  return numbers(facts.inverters).map(id => ({
    id,
    name: `INV ${two(id)}`,
    ratedKw: facts.inverterKw,
    peakKwp: strings.filter(string => string.inverter === id).length * stringKwp,
    // A plant is extended over time: every third inverter is of a newer make.
    stateModel: id % 3 === 0 ? 701 : 103,
    inputs: Math.max(...strings.flatMap(({ inverter, input }) => (inverter === id ? input : []))),
    protection: Math.floor(((id - 1) * facts.protections) / facts.inverters),
    cloudDelayS: ((id - 1) * inverterPitch) / cloudSpeed,
  }));
}

function planMeters(count: number): MeterPlan[] {
  const { production, exchange, auxiliary, consumption } = meterRoles;
  const consumers = Math.max(1, count - 3);
  return numbers(count).map(id => {
    if (id === 1) return { id, name: 'M1 Produzione', role: production, share: 1 };
    if (id === 2) return { id, name: 'M2 Scambio', role: exchange, share: 1 };
    if (id === 3) return { id, name: 'M3 Ausiliari', role: auxiliary, share: 1 };
    return { id, name: `M${id} Utenze ${id - 3}`, role: consumption, share: 1 / consumers };
  });
}

const sensorNames: Record<SensorKind, string> = {
  ghi: 'Irraggiamento orizzontale',
  poa: 'Irraggiamento piano moduli',
  rpoa: 'Irraggiamento retro',
  dhi: 'Irraggiamento diffuso',
  tmod: 'Temperatura modulo TM',
  tamb: 'Temperatura aria',
  ws: 'Velocità vento',
  wd: 'Direzione vento',
  rh: 'Umidità relativa',
  pres: 'Pressione',
  rain: 'Pioggia',
  snow: 'Altezza neve',
  soil: 'Sporcamento',
  incl: 'Inclinazione',
};
const basicKinds: readonly SensorKind[] = ['poa', 'tmod', 'tamb', 'ghi', 'poa', 'tmod', 'ws', 'wd'];

/** A small plant has the first of the basic kinds. A larger one has whole weather stations, then more irradiance sensors. */
function planSensors(count: number): SensorPlan[] {
  const all = sensorKinds.map(([kind]) => kind);
  const stations = Math.floor(count / all.length);
  const kinds = numbers(count).map((n): SensorKind => {
    if (count <= basicKinds.length) return basicKinds[n - 1] ?? 'poa';
    return n <= stations * all.length ? (all[(n - 1) % all.length] ?? 'poa') : 'poa';
  });
  return kinds.map((kind, index) => {
    const total = kinds.filter(other => other === kind).length;
    const ordinal = kinds.slice(0, index + 1).filter(other => other === kind).length;
    const separator = kind === 'tmod' ? '' : ' ';
    const suffix = total > 1 || kind === 'tmod' ? `${separator}${ordinal}` : '';
    return { id: index + 1, name: sensorNames[kind] + suffix, kind };
  });
}

/** The first cabin has every signal. Each further one repeats the signals of a transformer cabin. */
function planDigitalInputs(count: number): DigitalInputPlan[] {
  const local = digitalSignals.filter(signal => signal.isPerCabin);
  return numbers(count).flatMap((id): DigitalInputPlan[] => {
    const first = digitalSignals[id - 1];
    if (first) return [{ id, name: first.name, signal: first }];
    const index = id - 1 - digitalSignals.length;
    const signal = local[index % local.length];
    const cabin = Math.floor(index / local.length) + 2;
    return signal ? [{ id, name: `${signal.name}, cabina ${cabin}`, signal }] : [];
  });
}

const named = (count: number, name: string): NamedDevice[] =>
  numbers(count).map(id => ({ id, name: count > 1 ? `${name} ${id}` : name }));

/** Trackers are numbered within their group. */
function planTrackers({ trackers, trackerGroup }: SizeFacts): TrackerPlan[] {
  return numbers(trackers).map(id => {
    const group = Math.ceil(id / trackerGroup);
    return { id, group, name: `T${group}-${two(id - (group - 1) * trackerGroup)}` };
  });
}
