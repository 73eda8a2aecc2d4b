import { mostBoxInputs } from './boxes';
import type { ConfigKind } from './kinds';
import { type SensorPoint, sensorPoints } from './sensors';

/** What a device on the bus says of itself, as far as its records need it. */
export interface DeviceFacts {
  /** Its number among the devices of its kind at one address, from 1. */
  readonly instance: number;
  /** Rated power, kW; null where it does not say. */
  readonly ratedKw: number | null;
  /** Inputs of an inverter or of a box, trackers of a controller; null where it does not say. */
  readonly parts: number | null;
  /** The points of a weather station that hold a value. */
  readonly points: readonly string[];
}

/** A record that a device asks for: the fields that it says. `part`: which part of the device it is, '' for the whole. */
export interface Proposal {
  readonly part: string;
  readonly fields: Readonly<Record<string, string | number>>;
}

/** What the records allow. */
const most = { parts: 999, inputsOfInverter: 24, inputsOfBox: mostBoxInputs };
const kilowatts = { least: 1, most: 5000 };

/** The records that a device of a kind asks for: a station has one for each point, a controller one for each tracker. */
export function proposalsOf(kind: ConfigKind, { instance, ratedKw, parts, points }: DeviceFacts): Proposal[] {
  const one = (fields: Proposal['fields']) => [{ part: '', fields }];
  switch (kind) {
    case 'inverters':
      return one({
        ...(ratedKw && { pn: Math.min(kilowatts.most, Math.max(kilowatts.least, ratedKw)) }),
        ...(parts && { mppt: Math.min(most.inputsOfInverter, parts) }),
      });
    case 'box-stringhe':
      return one(parts ? { ingressi: Math.min(most.inputsOfBox, parts) } : {});
    case 'sensori':
      return points.flatMap(punto => {
        const tipo = kindOfPoint(punto);
        return tipo === undefined ? [] : [{ part: punto, fields: { tipo, punto } }];
      });
    case 'trackers':
      return Array.from({ length: Math.min(most.parts, parts ?? 1) }, (_, index) => ({
        part: String(instance + index),
        fields: { istanza: instance + index },
      }));
    default:
      return one({});
  }
}

function kindOfPoint(point: string): string | undefined {
  const kinds = Object.entries<readonly SensorPoint[]>(sensorPoints);
  return kinds.find(([, points]) => points.some(each => each === point))?.[0];
}
