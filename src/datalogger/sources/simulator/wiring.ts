import type { ConnectionAddress } from '../../../contract/config/endpoints';
import { type ConfigKind, type ConfigOf, configKinds, type RecordOf } from '../../../contract/config/kinds';
import { busAddress, isSunSpec } from '../../../contract/config/rules';
import { pointOfSensor } from '../../../contract/config/sensors';
import { firstConfiguration } from './first-plant/first-configuration';
import type { FirstConfiguration } from './first-plant/first-records';
import type { PlantPlan } from './plan';

type AnyRecord = RecordOf<ConfigKind>;

/** What answers for a record. */
interface Wired {
  /** Number of the simulated device, from 1; null when none answers. */
  readonly device: number | null;
  readonly isUnderstood: boolean;
  readonly isFurther: boolean;
}

/**
 * Which simulated device answers at which address. The devices are at the addresses of their first configuration. A record of protocol
 * `sim` needs no address: a simulated device answers for it, and beyond the number of devices a further one like them, with counters as
 * if it had always been there. At any other address nothing answers.
 */
export class Wiring {
  readonly #places: ReadonlyMap<string, number>;
  readonly #counts: ReadonlyMap<ConfigKind, number>;
  readonly #first: FirstConfiguration;
  /** A record never changes, so its device is searched only once and not in every poll. */
  readonly #known = new WeakMap<AnyRecord, Wired>();

  constructor(plan: PlantPlan) {
    const first = firstConfiguration(plan, 0);
    this.#first = first;
    const places = new Map<string, number>();
    for (const kind of configKinds)
      for (const record of first[kind])
        places.set(placeOf(kind, { ...record, versione: 0 }) ?? '', record.id);
    this.#places = places;
    this.#counts = new Map(configKinds.map(kind => [kind, first[kind].length]));
  }

  /** The simulated device (its number from 1) that answers for a record; null when none does. */
  deviceOf(kind: ConfigKind, record: AnyRecord): number | null {
    return this.#wired(kind, record).device;
  }

  /** How the device of a record was built: its record in the first configuration. */
  builtOf<K extends ConfigKind>(kind: K, record: RecordOf<K>): ConfigOf<K> | undefined {
    return this.#builtAs(kind, this.deviceOf(kind, record));
  }

  #builtAs<K extends ConfigKind>(kind: K, device: number | null): ConfigOf<K> | undefined {
    return this.#first[kind].find(({ id }) => id === device);
  }

  /**
   * Whether the registers of a device are read where they are (SunSpec, input modules) and in the order in which it sends their bytes
   * (Modbus).
   */
  isUnderstood(kind: ConfigKind, record: AnyRecord): boolean {
    return this.#wired(kind, record).isUnderstood;
  }

  /** Whether a record is a further device of its kind, beyond those of the simulated plant. */
  isFurther(kind: ConfigKind, record: AnyRecord): boolean {
    return this.#wired(kind, record).isFurther;
  }

  #wired(kind: ConfigKind, record: AnyRecord): Wired {
    const known = this.#known.get(record);
    if (known) return known;
    const place = placeOf(kind, record);
    const count = this.#counts.get(kind) ?? 0;
    const simulated = count === 0 ? null : ((record.id - 1) % count) + 1;
    const device = place === null ? simulated : (this.#places.get(place) ?? null);
    const built = this.#builtAs(kind, device);
    const wired = {
      device,
      isUnderstood: isUnderstood(record, built),
      isFurther: place === null && record.id > count,
    };
    this.#known.set(record, wired);
    return wired;
  }
}

function isUnderstood(record: AnyRecord, built: ConfigOf<ConfigKind> | undefined): boolean {
  if (!('protocollo' in record) || !built || !('protocollo' in built)) return true;
  if ('funzione' in record)
    return 'funzione' in built && record.funzione === built.funzione && record.primo === built.primo;
  if (!('ordine' in record && 'ordine' in built)) return true;
  if (isSunSpec(record.protocollo))
    return record.base_registri === built.base_registri && hasPoint(record, built);
  return record.protocollo === 'sim' || record.ordine === built.ordine;
}

/** Whether a sensor is read at the point where it measures; a simulated station has the usual one of its kind. */
function hasPoint(record: AnyRecord, built: ConfigOf<ConfigKind>): boolean {
  if (!('punto' in record && 'punto' in built)) return true;
  return pointOfSensor(record) === pointOfSensor(built);
}

/** The address of a record; null for protocol `sim`. */
function placeOf(kind: ConfigKind, record: AnyRecord): string | null {
  if (!('protocollo' in record)) return `${kind} ${record.modulo}.${record.canale}`;
  const address = busAddress(record);
  return address === null ? null : `${kind} ${address}`;
}

/** The record with the given fields of `address` in place of its own. */
export function movedTo(record: AnyRecord, address: ConnectionAddress): AnyRecord {
  const given = Object.entries(address).filter(([field, value]) => value !== undefined && field in record);
  return Object.assign({}, record, Object.fromEntries(given));
}

const requestBytes = 8;
/** Bytes of an answer with a hundred registers and its frame. */
const answerBytes = 205;
/** A start bit and the data. */
const plainBits = 9;
const registersTcpMs = 18;

/** ms that a poll of a hundred registers takes. On a serial line the line decides, over TCP the device (domain brief, 1.0). */
export function answerMs(record: AnyRecord): number {
  const isSerial = 'protocollo' in record && record.protocollo.endsWith('-rtu');
  if (!isSerial) return registersTcpMs + (record.id % 7);
  const bitsPerByte = plainBits + (record.parita === 'N' ? 0 : 1) + record.stop;
  return Math.round((1000 * (requestBytes + answerBytes) * bitsPerByte) / record.baud);
}
