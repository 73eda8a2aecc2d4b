import { fieldConfiguration } from '../../../scripts/plant-server/layout';
import { PlantServer } from '../../../scripts/plant-server/plant';
import type { ConfigKind, Configuration } from '../../../src/contract/config/kinds';
import type { PlantSize } from '../../../src/datalogger/sources/simulator/sizes';
import { fieldsOf } from './fields';
import { Liar, type LiarOptions, type LyingUnit } from './liar';
import type { ChosenLie } from './lies';
import { type LiarProxy, liarProxy } from './proxy';

export interface LyingPlantOptions extends LiarOptions {
  readonly size: PlantSize;
}

const base = 40_000;

/** The simulated plant on the wire, with a proxy on each line that garbles its answers by seed. */
export class LyingPlant {
  readonly server: PlantServer;
  readonly #liar: Liar;
  #proxies: LiarProxy[] = [];

  private constructor(server: PlantServer, options: LyingPlantOptions) {
    this.server = server;
    this.#liar = new Liar(options);
    const { places } = server.layout;
    const kinds = ['inverters', 'contatori', 'box-stringhe', 'sensori', 'trackers'] as const;
    for (const kind of kinds)
      for (const [id, place] of places[kind])
        this.#liar.add(kind, id, place, () => fieldsOf(server.imageOf(place), base));
  }

  static async start(options: LyingPlantOptions): Promise<LyingPlant> {
    const { size, seed, startAt } = options;
    const server = await PlantServer.start({ size, seed, startAt, hasNaturalFaults: false });
    const plant = new LyingPlant(server, options);
    for (const [line, port] of server.ports.entries())
      plant.#proxies.push(await liarProxy(line, port, (read, words) => plant.#liar.garble(read, words)));
    return plant;
  }

  get units(): readonly LyingUnit[] {
    return this.#liar.units;
  }

  /** The records by which a datalogger reads through the proxies. */
  get configuration(): Configuration {
    const ports = this.#proxies.map(({ port }) => port);
    return fieldConfiguration(this.server.own, this.server.layout, '127.0.0.1', ports);
  }

  get count(): number {
    return this.#liar.count;
  }

  advance(t: number): void {
    this.server.advance(t);
    this.#liar.advance(t);
  }

  /** Ends every lie that is not for good; no further one begins. */
  calm(): void {
    this.#liar.calm();
  }

  /** What is read of a record is garbled from now on. */
  say(kind: ConfigKind, id: number, lie: ChosenLie): void {
    this.#liar.say(kind, id, lie);
  }

  /** Closes every connection, as a gateway that restarts. */
  cut(): void {
    for (const proxy of this.#proxies) proxy.cut();
  }

  async close(): Promise<void> {
    await Promise.all(this.#proxies.map(proxy => proxy.close()));
    await this.server.close();
  }
}
