import type { FoundDevice, ScanBody } from '../../../contract/bus';
import type { ScanProgress } from '../../plant/field-bus-api';
import { causeOf } from './causes';
import type { DeviceMap, Identified } from './device-driver';
import { RegisterImage } from './engine/image';
import { addressAt, placeOf } from './engine/lines';
import type { GuestLine } from './guest-line';
import type { LineAddress } from './modbus/address';
import type { Read } from './modbus/read';
import { identify } from './sunspec/chain';
import { type InventoryItem, inventoryOf, inventoryRequests } from './sunspec/inventory';

/** A unit that is silent for so long is not there. */
const silenceMs = 500;
/** Where devices are most often, in this order: makers' defaults. All others follow. */
const usualUnits = [1, 126, 2, 3, 4, 5, 6, 7, 8, 9, 10, 125, 247, 240, 200, 255, 0];
/** Number of units with the same answer from which on a device is taken to answer under all. */
const mostTwins = 2;
const usualBase = 40_000 as const;

export interface ScanParts {
  readonly line: (address: LineAddress) => GuestLine;
  /** The record at the address of a device. */
  readonly configuredAs: (found: Omit<FoundDevice, 'configurato'>) => FoundDevice['configurato'];
}

/** Searches all hosts of a range, or a serial port, at once: one unit after the other on each. Ends early when `signal` says so. */
export async function scan(
  range: ScanBody,
  parts: ScanParts,
  progress: ScanProgress,
  signal: AbortSignal,
): Promise<void> {
  const hosts = hostsOf(range);
  const units = unitsOf(range);
  const total = hosts.length * units.length;
  let asked = 0;
  const search = async (host: string) => {
    const address = addressAt({ ...range, host });
    const line = parts.line(address);
    const stop = () => line.close();
    signal.addEventListener('abort', stop);
    const search = new HostSearch(address, line, parts, progress);
    let done = 0;
    for (const unit of units) {
      if (signal.aborted || search.isOver) break;
      progress.at({ host, unita: unit }, asked, total);
      await search.ask(unit);
      done++;
      asked++;
    }
    asked += units.length - done;
    if (!signal.aborted) search.end();
    signal.removeEventListener('abort', stop);
    line.close();
    progress.at({ host, unita: units.at(-1) ?? 0 }, asked, total);
  };
  await Promise.all(hosts.map(search));
}

function hostsOf({ host, fino_a }: ScanBody): string[] {
  if (fino_a === null) return [host];
  const [, network = '', first = ''] = /^(.*\.)(\d+)$/.exec(host) ?? [];
  return Array.from({ length: fino_a - Number(first) + 1 }, (_, index) => network + (Number(first) + index));
}

function unitsOf({ unita_da, unita_a }: ScanBody): number[] {
  const all = Array.from({ length: unita_a - unita_da + 1 }, (_, index) => unita_da + index);
  const usual = usualUnits.filter(unit => all.includes(unit));
  return [...usual, ...all.filter(unit => !usual.includes(unit))];
}

/** The base as records have it. */
const baseOf = (base: number | null) => (base === 50_000 || base === 0 ? base : usualBase);

/** The search on one host. */
class HostSearch {
  readonly #address: LineAddress;
  readonly #line: GuestLine;
  readonly #parts: ScanParts;
  readonly #progress: ScanProgress;
  readonly #seen = new Set<string>();
  #twins = 0;
  #hasAnswered = false;
  /** Whether it said already that something answers here that is not SunSpec. */
  #hasForeign = false;
  isOver = false;

  constructor(address: LineAddress, line: GuestLine, parts: ScanParts, progress: ScanProgress) {
    this.#address = address;
    this.#line = line;
    this.#parts = parts;
    this.#progress = progress;
  }

  async ask(unit: number): Promise<void> {
    const read: Read = request => this.#line.read(request, silenceMs);
    const identified = await identify(read, { unit, base: usualBase });
    if (identified.kind === 'no-connection' && this.#line.refusal) this.isOver = true;
    else if (identified.kind === 'found') await this.#take(identified.map, read);
    else this.#note(unit, identified);
  }

  end(): void {
    if (this.#hasAnswered) return;
    this.#progress.silent({ host: placeOf(this.#address).host, causa: this.#line.refusal ?? 'scaduta' });
  }

  async #take(map: DeviceMap, read: Read): Promise<void> {
    this.#hasAnswered = true;
    const names = JSON.stringify(map.devices.map(({ nameplate }) => nameplate));
    const hasSerial = map.devices.some(({ nameplate }) => nameplate.serial !== '');
    if (hasSerial && this.#seen.has(names)) {
      this.isOver = ++this.#twins >= mostTwins;
      return;
    }
    this.#seen.add(names);
    const image = new RegisterImage();
    for (const request of inventoryRequests(map)) {
      const reply = await read(request);
      if (reply.kind === 'values') image.put([{ request, values: reply.values }]);
    }
    for (const item of inventoryOf(map, image)) this.#found(map, item);
  }

  #found({ unit, base }: Pick<DeviceMap, 'unit' | 'base'>, item: InventoryItem): void {
    const { nameplate, models, ...rest } = item;
    const device: Omit<FoundDevice, 'configurato'> = {
      ...placeOf(this.#address),
      unita: unit,
      base_registri: baseOf(base),
      ...rest,
      punti: [...rest.punti],
      marca: nameplate.maker,
      modello: nameplate.model,
      versione: nameplate.version,
      seriale: nameplate.serial,
      modelli: [...models],
    };
    this.#progress.found({ ...device, configurato: this.#parts.configuredAs(device) });
  }

  /** A device that answers without SunSpec is reported once: many devices refuse every address of every unit. */
  #note(unit: number, identified: Exclude<Identified, { kind: 'found' }>): void {
    const { causa } = causeOf(identified);
    if (causa !== 'non_sunspec' && causa !== 'eccezione') return;
    this.#hasAnswered = true;
    if (this.#hasForeign) return;
    this.#hasForeign = true;
    const nameplate = { maker: '', model: '', version: '', serial: '' };
    const nothing = { tipo: null, istanza: 1, pn: null, parti: null, punti: [] };
    this.#found({ unit, base: usualBase }, { ...nothing, nameplate, models: [] });
  }
}
