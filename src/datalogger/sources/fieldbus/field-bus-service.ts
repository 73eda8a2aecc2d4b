import type {
  BusLine,
  FoundDevice,
  RegistersBody,
  RegistersReply,
  ScanBody,
  SerialPortChoice,
} from '../../../contract/bus';
import type { BusLoop, BusOrder } from '../../../contract/bus-orders';
import type { ConfigKind, ConfigOf, Configuration } from '../../../contract/config/kinds';
import { isPlainModbus } from '../../../contract/config/rules';
import { pointOfSensor } from '../../../contract/config/sensors';
import type { MeterCheck } from '../../../contract/meter-check';
import type { LimitOfSource } from '../../automation/control/order-sources';
import type { FieldBusApi, ScanProgress, WatchedLine } from '../../plant/field-bus-api';
import { meterChecks } from '../../plant/processing/meter-checks';
import { meterPower } from '../../plant/processing/meters';
import type { ResponseTimes } from '../../plant/response-times';
import type { Answer } from '../../plant/source';
import { causeOf } from './causes';
import type { ConfiguredRecord, DeviceDriver, DeviceMap } from './device-driver';
import { Diagnostics, type Now } from './diagnostics';
import { type FieldBus, recordsOf } from './engine/field-bus';
import { addressAt, hasAddress, instanceOf, keyOfLine, lineOf } from './engine/lines';
import { guestLine } from './guest-line';
import type { LineAddress } from './modbus/address';
import type { Dial } from './modbus/connection';
import type { Tally } from './modbus/tally';
import type { Profile } from './profiles/profile';
import { scan } from './scan';
import { serialPorts } from './serial/ports';
import { namedRegisters, withScales } from './sunspec/named-registers';
import { watchedLines } from './watched-lines';

export interface ServiceParts {
  readonly bus: FieldBus;
  readonly dial: Dial;
  readonly now: () => Now;
  readonly configuration: () => Configuration;
  readonly answers: (group: 'inverter' | 'contatori') => readonly Answer[];
  readonly orders: () => readonly BusOrder[];
  readonly loop: () => BusLoop | null;
  readonly limit: () => LimitOfSource | null;
  readonly driverOf: (configured: ConfiguredRecord) => DeviceDriver | null;
  readonly profiles: () => Iterable<Profile>;
}

/** A read for a person waits this long, ms. */
const patienceMs = 2000;
/** The function that reads holding registers, where SunSpec is, and how many it reads at most. */
const holding = 3;
const mostRegisters = 125;

/** Without a profile they are not read; their records hold papers, and a central controller in service leaves the inverters to itself. */
const paperKinds: readonly ConfigKind[] = ['cci', 'protezioni-interfaccia'];

const hasProfile = (record: ConfigOf<ConfigKind>) =>
  'profilo' in record && record.profilo !== 'sunspec' && isPlainModbus(record.protocollo);

/** What an administrator sees and does on the field bus. A device that is configured is asked over the connection that it has. */
export class FieldBusService implements FieldBusApi {
  readonly #parts: ServiceParts;
  readonly #diagnostics = new Diagnostics();
  readonly #closing = new AbortController();

  constructor(parts: ServiceParts) {
    this.#parts = parts;
  }

  lines(): readonly BusLine[] {
    const { bus, now, answers } = this.#parts;
    return this.#diagnostics.linesOf(bus, now(), device => powerOf(device, answers));
  }

  checks(): readonly MeterCheck[] {
    return meterChecks(this.#parts.configuration(), this.#parts.answers);
  }

  canRead<K extends ConfigKind>(kind: K, record: ConfigOf<K>): boolean {
    // Which record belongs to which kind is lost where the kind is one of many.
    const configured = { kind, record: { ...record, id: 0, versione: 0 } } as unknown as ConfiguredRecord;
    if (!hasAddress(configured) || (paperKinds.includes(kind) && !hasProfile(record))) return true;
    return this.#parts.driverOf(configured) !== null && lineOf(configured) !== null;
  }

  ports(): readonly SerialPortChoice[] {
    return serialPorts();
  }

  orders(): readonly BusOrder[] {
    return this.#parts.orders();
  }

  loop(): BusLoop | null {
    return this.#parts.loop();
  }

  limit(): LimitOfSource | null {
    return this.#parts.limit();
  }

  takeResponses(): ReadonlyMap<string, ResponseTimes> {
    const taken = new Map<Tally, ResponseTimes | null>();
    const all = new Map<string, ResponseTimes>();
    for (const { line, unit, records } of this.#parts.bus.units) {
      const tally = line.units.get(unit);
      if (!tally) continue;
      // A unit may be read in several ways, and by several records.
      if (!taken.has(tally)) taken.set(tally, tally.responses.take());
      const times = taken.get(tally);
      for (const { kind, record } of records) if (times) all.set(`${kind}:${record.id}`, times);
    }
    return all;
  }

  watched(): readonly WatchedLine[] {
    return watchedLines(this.#parts.bus, this.#parts.configuration());
  }

  async scan(range: ScanBody, progress: ScanProgress, signal: AbortSignal): Promise<void> {
    const either = AbortSignal.any([signal, this.#closing.signal]);
    const line = (address: LineAddress) => this.#line(address);
    const configuredAs = (found: Omit<FoundDevice, 'configurato'>) => this.configuredAs(found);
    const { now, profiles } = this.#parts;
    await scan(range, { line, configuredAs, nowMs: () => now().ms, profiles }, progress, either);
  }

  configuredAs(found: Omit<FoundDevice, 'configurato'>): FoundDevice['configurato'] {
    return configuredIn(this.#parts.configuration(), found);
  }

  async registers(request: RegistersBody): Promise<RegistersReply> {
    const { unita: unit, funzione: fc, da: from, quanti } = request;
    const address = addressAt(request);
    const count = Math.min(quanti, 65_536 - from);
    const range = { from, count };
    const map = fc === holding ? this.#mapAt(address, unit) : null;
    const line = this.#line(address);
    const begunMs = this.#parts.now().ms;
    const wide = map ? withScales(map, range, mostRegisters) : range;
    let read = { ...wide, reply: await line.read({ unit, fc, ...wide }, patienceMs) };
    // Where a wider read is refused, the one that was asked for may be answered.
    if (read.reply.kind === 'exception' && wide.count > count)
      read = { ...range, reply: await line.read({ unit, fc, ...range }, patienceMs) };
    const ms = Math.round(this.#parts.now().ms - begunMs);
    const { refusal } = line;
    line.close();
    const { reply } = read;
    if (reply.kind === 'values') {
      const valori = [...reply.values.subarray(from - read.from, from - read.from + count)];
      const punti = map ? namedRegisters(map, range, { from: read.from, words: reply.values }) : [];
      return { valori, causa: null, codice: null, ms, punti };
    }
    const { causa, codice } = causeOf(reply);
    return { valori: null, causa: refusal ?? causa, codice, ms, punti: [] };
  }

  /** Ends every search. */
  close(): void {
    this.#closing.abort();
  }

  /** What is known to be at a unit. */
  #mapAt(address: LineAddress, number: number): DeviceMap | null {
    const key = keyOfLine(address);
    const units = this.#parts.bus.units.filter(
      ({ line, unit }) => unit === number && keyOfLine(line.address) === key,
    );
    return units.find(({ map }) => map !== null)?.map ?? null;
  }

  #line(address: LineAddress) {
    const { bus, dial, now } = this.#parts;
    const key = keyOfLine(address);
    const lineTo = () => bus.lines.find(line => keyOfLine(line.address) === key);
    return guestLine(address, { dial, nowMs: () => now().ms, lineTo });
  }
}

/** kW of an inverter, or of a meter with its configured sign; null for other devices, and while it does not answer. */
function powerOf(device: ConfiguredRecord, answers: ServiceParts['answers']): number | null {
  const { kind, record } = device;
  if (kind !== 'inverters' && kind !== 'contatori') return null;
  const group = kind === 'inverters' ? 'inverter' : kind;
  const answer = answers(group).find(each => each.record === record.id && each.part === 0);
  if (!answer?.isResponding) return null;
  return kind === 'contatori' ? meterPower(answer.values, record) : (answer.values.pac ?? null);
}

/** The record of a device's kind at its address. A station counts as configured when each of its points is. */
function configuredIn(
  configuration: Configuration,
  found: Omit<FoundDevice, 'configurato'>,
): FoundDevice['configurato'] {
  const { unita, istanza, tipo, punti } = found;
  const key = keyOfLine(addressAt(found));
  const records = recordsOf(configuration).flatMap(configured => {
    const line = hasAddress(configured) ? lineOf(configured) : null;
    const isThere = line && keyOfLine(line) === key && hasAddress(configured);
    // A device that does not say what it is may be of any kind.
    const isAlike = tipo === null || configured.kind === tipo;
    return isThere && isAlike && configured.record.unita === unita ? [configured] : [];
  });
  if (tipo !== 'sensori') {
    const own = records.find(configured => instanceOf(configured) === istanza);
    return own ? { id: own.record.id, nome: own.record.nome } : null;
  }
  const own = records.filter(configured => instanceOf(configured) === istanza);
  const read = own.flatMap(each => (each.kind === 'sensori' ? [pointOfSensor(each.record)] : []));
  const [first] = own;
  const isWhole = first && punti.every(punto => punto === '' || read.includes(punto));
  return isWhole ? { id: first.record.id, nome: first.record.nome } : null;
}
