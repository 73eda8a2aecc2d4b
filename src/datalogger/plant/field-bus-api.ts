import type {
  BusLine,
  FoundDevice,
  RegistersBody,
  RegistersReply,
  Scan,
  ScanBody,
  SerialPortChoice,
} from '../../contract/bus';
import type { BusLoop, BusOrder } from '../../contract/bus-orders';
import type { ConfigKind, ConfigOf } from '../../contract/config/kinds';
import type { MeterCheck } from '../../contract/meter-check';
import type { Group } from '../../contract/points';
import type { LimitOfSource } from '../automation/control/order-sources';
import type { ResponseTimes } from './response-times';

/** What a search says while it runs. */
export interface ScanProgress {
  /** Which address is asked now; `asked` of `total` are done. */
  at(place: Pick<Scan, 'host' | 'unita'>, asked: number, total: number): void;
  /** Nobody answers at a host. */
  silent(host: Scan['muti'][number]): void;
  found(device: FoundDevice): void;
}

/** A line as the alarms judge it. */
export interface WatchedLine {
  /** The same for the same address, also after a restart; at most six digits. */
  readonly id: number;
  /** Its address, for people. */
  readonly name: string;
  /** Whether none of its devices answers, and that is not the sleep of inverters. Never for a line with one device: that speaks for itself. */
  readonly isDead: boolean;
  /** Whether an inverter on it says when it is too warm for full power, or may say so: it was not identified yet. */
  readonly mayDerate: boolean;
  /** Ids of the records whose devices are on it. */
  readonly records: Readonly<Record<Exclude<Group, 'impianto'>, ReadonlySet<number>>>;
}

/** What an administrator sees and does on a field bus. It only reads. */
export interface FieldBusApi {
  /** Every line, with its devices. */
  lines(): readonly BusLine[];
  /** The power at the meters against that of the inverters. */
  checks(): readonly MeterCheck[];
  /** Whether the device of a record can be read at all, whatever its address; true for kinds that no release reads. */
  canRead<K extends ConfigKind>(kind: K, record: ConfigOf<K>): boolean;
  /** The serial ports of this machine. */
  ports(): readonly SerialPortChoice[];
  /** What is asked of every inverter that is commanded. */
  orders(): readonly BusOrder[];
  /** The regulation at the point of delivery; null where there is none. */
  loop(): BusLoop | null;
  /** The limit in force, % as it was asked, and whose it is; null where nobody limits the power. */
  limit(): LimitOfSource | null;
  /** How quickly every device answered since this was asked last, by `kind:id` of its record. */
  takeResponses(): ReadonlyMap<string, ResponseTimes>;
  /** Every line, for the alarms. */
  watched(): readonly WatchedLine[];
  /** Asks one address after the other; ends early when `signal` says so. Never rejects. */
  scan(range: ScanBody, progress: ScanProgress, signal: AbortSignal): Promise<void>;
  /** The record at the address of a found device, now. */
  configuredAs(found: Omit<FoundDevice, 'configurato'>): FoundDevice['configurato'];
  /** Never rejects. */
  registers(request: RegistersBody): Promise<RegistersReply>;
}
