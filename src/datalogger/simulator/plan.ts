import type { meterRoles, sensorKinds } from '../../contract/codes';
import type { StateModel } from '../devices/sunspec-states';
import {
  named,
  planDigitalInputs,
  planInputs,
  planInverters,
  planMeters,
  planSensors,
  planStrings,
  planTrackers,
} from './plan-devices';
import type { DigitalSignal } from './signals';
import { type PlantSize, type SizeFacts, sizeFacts } from './sizes';

export interface NamedDevice {
  readonly id: number;
  readonly name: string;
}
export interface InverterPlan extends NamedDevice {
  readonly ratedKw: number;
  readonly peakKwp: number;
  /** The SunSpec model that its state comes in. */
  readonly stateModel: StateModel;
  /** How many MPPT inputs it has. */
  readonly inputs: number;
  /** Index of the interface protection behind which it feeds. */
  readonly protection: number;
  /** How much later than at the first inverter a cloud arrives, s. */
  readonly cloudDelayS: number;
}
export interface TrackerPlan extends NamedDevice {
  /** From 1: what is commanded together. */
  readonly group: number;
}

export interface StringPlan extends NamedDevice {
  /** Ids of the string box and of the inverter. */
  readonly box: number;
  readonly inverter: number;
  /** MPPT input of the inverter, from 1. */
  readonly input: number;
  /** Id of the tracker that carries it, 0 for a fixed one. */
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
  /** Share of the plant's quantity of that role that passes through it. */
  readonly share: number;
}
export type SensorKind = (typeof sensorKinds)[number][0];
export interface SensorPlan extends NamedDevice {
  readonly kind: SensorKind;
}
export interface DigitalInputPlan extends NamedDevice {
  readonly signal: DigitalSignal;
}

/** Degrees, east positive; an IANA zone. */
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
  /** Voltage of a string at maximum power and 25 degrees, V. */
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
/** Cells on a module, 0.43 V each at maximum power: 144 half cells are 72 in series. */
const moduleVoltage = 72 * 0.575;
/** Everything that is fixed about the simulated plant of a size. */
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
