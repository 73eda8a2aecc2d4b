import { createServer, type Server, type Socket } from 'node:net';
import type { ModbusServerBody, ModbusServerState } from '../../../contract/modbus-server';
import { plainAddress } from '../../api/http/network-of';
import type { OutsideOrders } from '../../automation/commands/outside-orders';
import { type OutsideSource, outsideSources } from '../../automation/control/order-sources';
import type { Log } from '../../core/log';
import type { Snapshot } from '../../plant/snapshot';
import { chainWords } from '../../sources/fieldbus/sunspec/encode';
import { type Answered, type Asked, exceptions, serve, type Written } from './connection';
import { SetPoints } from './set-points';
import { plantUnit, type ShownPlant, type ShownUnit, shownUnits } from './shown-units';

export interface ModbusServerOptions {
  readonly settings: () => ModbusServerBody;
  readonly plant: () => ShownPlant;
  readonly snapshot: () => Snapshot;
  readonly orders: OutsideOrders;
  /** The address on which it listens. */
  readonly host: string;
  readonly log: Log;
}

/** Where the chain of models begins. */
const firstRegister = 40_000;
/** Registers of the end of a chain. */
const endWords = 2;
const wireSource = { 'grid-operator': 'gestore', 'third-party': 'terzi' } as const;
/** Connections at once, and from one address. */
const [mostConnections, mostOfOne] = [20, 8] as const;
/** ms without a request after which a connection gives its place to a new one: a controller that restarts never closes those it had. */
const idleMs = 10_000;

interface Shown {
  readonly t: number;
  readonly units: ReadonlyMap<number, ShownUnit>;
  /** By unit; made when they are asked for. */
  readonly words: Map<number, Uint16Array>;
}

/**
 * The plant as a Modbus TCP server: SunSpec, for the addresses that are allowed; read-only but for the limits of those who are listed for
 * it. Not there until it is switched on.
 */
export class ModbusServer {
  readonly #options: ModbusServerOptions;
  /** With when they asked last, ms. */
  readonly #connections = new Map<Socket, number>();
  #server: Server | null = null;
  #state: ModbusServerState['stato'] = 'spento';
  #isStarted = false;
  #applied: ModbusServerBody | null = null;
  #requests = 0;
  #refused = 0;
  #shown: Shown | null = null;
  readonly #setPoints: SetPoints;

  constructor(options: ModbusServerOptions) {
    this.#options = options;
    this.#setPoints = new SetPoints(options.orders);
  }

  start(): void {
    this.#isStarted = true;
    this.apply();
  }

  /** Follows the settings where they have changed: earlier connections end. */
  apply(): void {
    const settings = this.#options.settings();
    if (!this.#isStarted || settings === this.#applied) return;
    this.close();
    this.#applied = settings;
    const { attivo, porta, gestore, terzi } = settings;
    this.#options.orders.allowOnly({
      'grid-operator': attivo ? gestore : [],
      'third-party': attivo ? terzi : [],
    });
    if (!attivo) return;
    const server = createServer(socket => this.#accept(socket));
    this.#server = server;
    server.on('error', (error: NodeJS.ErrnoException) => {
      if (server !== this.#server) return;
      this.#state = error.code === 'EACCES' ? 'porta_negata' : 'porta_occupata';
      this.#options.log.error('the Modbus server cannot listen', error);
    });
    server.listen({ port: porta, host: this.#options.host }, () => {
      if (server === this.#server) this.#state = 'in_ascolto';
    });
  }

  close(): void {
    this.#server?.close();
    this.#server = null;
    this.#applied = null;
    this.#state = 'spento';
    for (const socket of this.#connections.keys()) socket.destroy();
  }

  state(): ModbusServerState {
    return {
      stato: this.#state,
      connessioni: this.#connections.size,
      richieste: this.#requests,
      rifiutate: this.#refused,
      limiti: outsideSources.flatMap(source => {
        const limit = this.#options.orders.limitOf(source);
        if (!limit) return [];
        const { percent, address, leftS } = limit;
        return [{ fonte: wireSource[source], indirizzo: address, percento: percent, fine: leftS }];
      }),
      unita: [...this.#now().units.values()].map(({ unit, name, models }) => ({
        unita: unit,
        nome: name,
        modelli: models.map(({ id }) => id),
      })),
    };
  }

  #accept(socket: Socket): void {
    const address = plainAddress(socket.remoteAddress ?? '');
    const { ammessi, gestore, terzi } = this.#options.settings();
    if (![...ammessi, ...gestore, ...terzi].includes(address) || !this.#makeRoom(address)) {
      this.#refused++;
      socket.destroy();
      return;
    }
    this.#connections.set(socket, performance.now());
    socket.on('close', () => this.#connections.delete(socket));
    const asking = () => this.#connections.set(socket, performance.now());
    serve(socket, {
      read: asked => {
        asking();
        return this.#answer(asked, address);
      },
      write: written => {
        asking();
        return this.#write(written, address);
      },
    });
  }

  /** Whether there is a place for one more connection of an address; where there is none, the one that is idle longest gives way. */
  #makeRoom(address: string): boolean {
    const all = [...this.#connections].map(([socket, atMs]) => ({ socket, atMs }));
    const own = all.filter(({ socket }) => plainAddress(socket.remoteAddress ?? '') === address);
    const full = own.length >= mostOfOne ? own : all.length >= mostConnections ? all : [];
    const [longest] = full.sort((a, b) => a.atMs - b.atMs);
    if (!longest) return true;
    if (performance.now() - longest.atMs < idleMs) return false;
    this.#connections.delete(longest.socket);
    longest.socket.destroy();
    return true;
  }

  #answer({ unit, from, count }: Asked, address: string): Answered {
    this.#requests++;
    const words = this.#wordsFor(unit, address);
    if (!words) return { exception: exceptions.target };
    const at = from - firstRegister;
    if (at < 0 || at + count > words.length) return { exception: exceptions.address };
    return words.subarray(at, at + count);
  }

  async #write({ unit, from, words }: Written, address: string): Promise<Answered> {
    this.#requests++;
    const source = this.#sourceOf(address);
    if (!source || unit !== plantUnit) return { exception: exceptions.function };
    const at = from - firstRegister - ((this.#wordsOf(unit)?.length ?? 0) - endWords);
    return this.#setPoints.write(source, at, words, address);
  }

  /** For whom an address may limit the power. */
  #sourceOf(address: string): OutsideSource | null {
    const { gestore, terzi } = this.#options.settings();
    if (gestore.includes(address)) return 'grid-operator';
    return terzi.includes(address) ? 'third-party' : null;
  }

  /** With the model of the set-points before the end of the chain, for those who may write them. */
  #wordsFor(unit: number, address: string): Uint16Array | null {
    const words = this.#wordsOf(unit);
    const source = unit === plantUnit ? this.#sourceOf(address) : null;
    if (!words || !source) return words;
    const [chain, end] = [words.subarray(0, -endWords), words.subarray(-endWords)];
    return Uint16Array.from([...chain, ...this.#setPoints.words(source), ...end]);
  }

  /** All units as they are now: made once for each sample. */
  #now(): Shown {
    const snapshot = this.#options.snapshot();
    if (this.#shown?.t !== snapshot.t) {
      const units = shownUnits(snapshot, this.#options.plant());
      this.#shown = {
        t: snapshot.t,
        units: new Map(units.map(each => [each.unit, each])),
        words: new Map(),
      };
    }
    return this.#shown;
  }

  #wordsOf(unit: number): Uint16Array | null {
    const { units, words } = this.#now();
    const known = words.get(unit);
    if (known) return known;
    const shown = units.get(unit);
    if (!shown) return null;
    const made = chainWords(shown.models);
    words.set(unit, made);
    return made;
  }
}
