import type { BusLine, FoundDevice, RegistersBody, RegistersReply, Scan, ScanBody } from '../contract/bus';

/** What a search says while it runs. */
export interface ScanProgress {
  /** Which address is asked now; `asked` of `total` are done. */
  at(place: Pick<Scan, 'host' | 'unita'>, asked: number, total: number): void;
  /** Nobody answers at a host. */
  silent(host: Scan['muti'][number]): void;
  found(device: FoundDevice): void;
}

/** What an administrator sees and does on a field bus. It only reads. */
export interface BusDesk {
  /** Every line, with its devices. */
  lines(): readonly BusLine[];
  /** Asks one address after the other; ends early when `signal` says so. Never rejects. */
  scan(range: ScanBody, progress: ScanProgress, signal: AbortSignal): Promise<void>;
  /** Never rejects. */
  registers(request: RegistersBody): Promise<RegistersReply>;
}
