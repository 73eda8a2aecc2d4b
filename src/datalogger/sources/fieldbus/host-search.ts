import type { FoundDevice } from '../../../contract/bus';
import type { ScanProgress } from '../../plant/field-bus-api';
import { causeOf } from './causes';
import type { DeviceMap, Identified } from './device-driver';
import { RegisterImage } from './engine/image';
import { placeOf } from './engine/lines';
import type { GuestLine } from './guest-line';
import { isSerial, type LineAddress } from './modbus/address';
import type { Read } from './modbus/read';
import { isAnswer } from './modbus/tally';
import type { Profile } from './profiles/profile';
import { type Recognised, recognise } from './profiles/recognition';
import { searchSilenceMs } from './serial/timing';
import { identify } from './sunspec/chain';
import { type InventoryItem, inventoryOf, inventoryRequests } from './sunspec/inventory';

/** A unit that is silent for so long is not there, unless its answer comes later. */
const silenceMs = 500;
/** Units that answered too late are asked again with this patience. */
const longSilenceMs = 2500;
/** Number of connections that search at once. Each of them takes a share of what absent units cost. */
const mostConnections = 5;
/** Number of attempts at a unit on connections that were closed. */
const mostTries = 3;
/** Number of units with the same answer from which on a device is taken to answer under all. */
const mostTwins = 2;
const usualBase = 40_000 as const;

export interface ScanParts {
  readonly line: (address: LineAddress) => GuestLine;
  /** The record at the address of a device. */
  readonly configuredAs: (found: Omit<FoundDevice, 'configurato'>) => FoundDevice['configurato'];
  readonly nowMs: () => number;
  /** Those by whose marks a device is recognised. */
  readonly profiles: () => Iterable<Profile>;
}

/** The base as records have it. */
const baseOf = (base: number | null) => (base === 50_000 || base === 0 ? base : usualBase);

/**
 * The search on one host or port. One connection asks unit after unit. From the first answer on others help where Modbus TCP names its
 * requests: each has to prove that the known unit answers on it. After a silence the known unit is asked again: where that takes long,
 * the gateway waits for its serial line, and one connection is left.
 */
export class HostSearch {
  readonly #address: LineAddress;
  readonly #parts: ScanParts;
  readonly #progress: ScanProgress;
  readonly #onDone: (unit: number) => void;
  readonly #line: GuestLine;
  readonly #lines: GuestLine[];
  readonly #seen = new Set<string>();
  /** Units whose answers came too late, or broke off. */
  readonly #again = new Set<number>();
  readonly #found = new Set<number>();
  readonly #tries = new Map<number, number>();
  #left: number[] = [];
  #known: number | null = null;
  #hasHelpers = false;
  #isAlone = false;
  #twins = 0;
  #hasAnswered = false;
  /** Whether it said already that something answers here that says nothing of itself. */
  #hasForeign = false;
  /** Whether a late answer may still come. */
  #hasSilent = false;
  #isOver = false;

  constructor(
    address: LineAddress,
    parts: ScanParts,
    progress: ScanProgress,
    onDone: (unit: number) => void,
  ) {
    this.#address = address;
    this.#parts = parts;
    this.#progress = progress;
    this.#onDone = onDone;
    this.#line = this.#opened();
    this.#lines = [this.#line];
  }

  async run(units: readonly number[], signal: AbortSignal): Promise<void> {
    let wake: () => void = () => undefined;
    const stop = () => {
      this.#isOver = true;
      for (const line of this.#lines) line.close();
      wake();
    };
    signal.addEventListener('abort', stop);
    if (signal.aborted) stop();
    this.#left = [...units];
    const address = this.#address;
    const isOwnPort = isSerial(address) && this.#line.isOwn;
    await this.#work(this.#line, isOwnPort ? searchSilenceMs(address) : silenceMs);
    // The answers of the last units may still come.
    if (this.#hasSilent && !this.#isOver)
      await new Promise<void>(done => {
        wake = done;
        setTimeout(done, longSilenceMs - silenceMs);
      });
    this.#left = [...this.#again].filter(unit => !this.#found.has(unit));
    this.#again.clear();
    await this.#work(this.#line, longSilenceMs);
    if (!signal.aborted && !this.#hasAnswered) {
      const causa = this.#line.refusal ?? 'scaduta';
      this.#progress.silent({ host: placeOf(this.#address).host, causa });
    }
    signal.removeEventListener('abort', stop);
    for (const line of this.#lines) line.close();
  }

  #opened(): GuestLine {
    const line = this.#parts.line(this.#address);
    line.onLate = unit => this.#again.add(unit);
    return line;
  }

  /** Asks the units that are left, with the help of other connections. */
  async #work(line: GuestLine, patienceMs: number): Promise<void> {
    const helpers: Promise<void>[] = [];
    const isFirst = line === this.#line;
    while (!this.#isOver && (isFirst || !this.#isAlone)) {
      const unit = this.#left.shift();
      if (unit === undefined) break;
      await this.#ask(unit, line, patienceMs);
      const mayHelp = isFirst && !this.#hasHelpers && this.#known !== null && this.#left.length > 0;
      if (!mayHelp || !line.isOwn || this.#address.framing !== 'tcp') continue;
      this.#hasHelpers = true;
      for (let count = 1; count < mostConnections; count++) helpers.push(this.#help());
    }
    await Promise.all(helpers);
    // What a helper gave back when it ended.
    if (isFirst && this.#left.length > 0 && !this.#isOver) await this.#work(line, patienceMs);
  }

  async #help(): Promise<void> {
    const line = this.#opened();
    this.#lines.push(line);
    // It stays open to the end: answers may come late.
    if (await this.#isQuick(line)) await this.#work(line, silenceMs);
    else line.close();
  }

  /** Whether the known unit answers at once. */
  async #isQuick(line: GuestLine): Promise<boolean> {
    const { nowMs } = this.#parts;
    const sentMs = nowMs();
    const reply = await line.read(
      { unit: this.#known ?? 0, fc: 3, from: usualBase, count: 3 },
      longSilenceMs,
    );
    return isAnswer(reply) && nowMs() - sentMs < silenceMs;
  }

  async #ask(unit: number, line: GuestLine, patienceMs: number): Promise<void> {
    let answers = 0;
    const read: Read = async request => {
      // A device that is there has as much time for longer answers as everywhere.
      const reply = await line.read(request, answers > 0 ? Math.max(patienceMs, silenceMs) : patienceMs);
      if (isAnswer(reply)) answers++;
      return reply;
    };
    const identified = await identify(read, { unit, base: usualBase });
    if (answers > 0) this.#known ??= unit;
    if (identified.kind === 'no-connection') {
      this.#noConnection(unit, line);
      return;
    }
    if (identified.kind === 'found') await this.#take(identified.map, read);
    else await this.#note(unit, identified, line, read);
    if (identified.kind === 'timeout') {
      this.#hasSilent ||= line.isOwn && this.#address.framing !== 'rtu';
      if (answers > 0) this.#again.add(unit);
      else if (line.isOwn && this.#known !== null && !(await this.#isQuick(line))) this.#isAlone = true;
    }
    this.#onDone(unit);
  }

  /** A host that refuses ends the search; one that closed the connection is asked again, by one connection alone. */
  #noConnection(unit: number, line: GuestLine): void {
    if (line === this.#line && line.refusal) this.#isOver = true;
    this.#isAlone = true;
    const tries = (this.#tries.get(unit) ?? 0) + 1;
    this.#tries.set(unit, tries);
    if (tries < mostTries) this.#left.unshift(unit);
    else this.#onDone(unit);
  }

  async #take(map: DeviceMap, read: Read): Promise<void> {
    this.#hasAnswered = true;
    this.#found.add(map.unit);
    const names = JSON.stringify(map.devices.map(({ nameplate }) => nameplate));
    const hasSerial = map.devices.some(({ nameplate }) => nameplate.serial !== '');
    if (hasSerial && this.#seen.has(names)) {
      this.#isOver = ++this.#twins >= mostTwins;
      return;
    }
    this.#seen.add(names);
    const image = new RegisterImage();
    for (const request of inventoryRequests(map)) {
      const reply = await read(request);
      if (reply.kind === 'values') image.put([{ request, values: reply.values }]);
    }
    for (const item of inventoryOf(map, image)) this.#add(map, item, '');
  }

  #add({ unit, base }: Pick<DeviceMap, 'unit' | 'base'>, item: InventoryItem, profilo: string): void {
    const { nameplate, models, ...rest } = item;
    const device: Omit<FoundDevice, 'configurato'> = {
      ...placeOf(this.#address),
      ...(this.#line.hasOwnNumbers && { numeri_propri: true as const }),
      unita: unit,
      base_registri: baseOf(base),
      ...rest,
      profilo,
      punti: [...rest.punti],
      marca: nameplate.maker,
      modello: nameplate.model,
      versione: nameplate.version,
      seriale: nameplate.serial,
      modelli: [...models],
    };
    this.#progress.found({ ...device, configurato: this.#parts.configuredAs(device) });
  }

  /** A device without SunSpec: what it says of itself. One that says nothing is reported once, as many refuse every address of every unit. */
  async #note(
    unit: number,
    identified: Exclude<Identified, { kind: 'found' }>,
    line: GuestLine,
    read: Read,
  ): Promise<void> {
    const { causa } = causeOf(identified);
    if (causa !== 'non_sunspec' && causa !== 'eccezione') return;
    this.#hasAnswered = true;
    this.#found.add(unit);
    const objects = async () => {
      const reply = await line.identify(unit, silenceMs);
      return reply.kind === 'values' ? reply.values : null;
    };
    const known = await recognise(unit, read, objects, this.#parts.profiles());
    if (known === null && this.#hasForeign) return;
    this.#hasForeign ||= known === null;
    for (const item of itemsOf(known)) this.#add({ unit, base: usualBase }, item, known?.profile ?? '');
  }
}

const unnamed = { maker: '', model: '', version: '', serial: '' };

/** The devices behind a unit; the trackers of a controller are one with as many parts. */
function itemsOf(known: Recognised | null): InventoryItem[] {
  const { kind = null, count = 1, nameplate = unnamed } = known ?? {};
  const isOne = kind === 'trackers';
  return Array.from({ length: isOne ? 1 : count }, (_, index) => ({
    tipo: kind,
    istanza: index + 1,
    pn: null,
    potenza: null,
    parti: isOne ? count : null,
    punti: [],
    models: [],
    nameplate,
  }));
}
