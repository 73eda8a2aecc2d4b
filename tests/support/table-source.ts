import type { Configuration } from '../../src/contract/config/kinds';
import type { Answer, DeviceGroup, PlantSetup, Source, Values } from '../../src/datalogger/plant/source';

/**
 * The values of the devices of each group, by the id of their record (and the number of their part). Devices of a missing group do not
 * answer.
 */
export type Table = Partial<
  Record<DeviceGroup, Readonly<Record<string, Values & { readonly state?: number }>>>
>;

/** A plant made only of a table of numbers: the minimum that a source of readings has to provide. */
export class TableSource implements Source {
  readonly simulation = null;
  readonly isReal = true;
  readonly bus = null;
  readonly table: Table;
  now: number;
  /** The commands that it received. */
  readonly commands: unknown[] = [];
  isStarted = false;
  #configuration: Configuration | null = null;

  constructor(table: Table, startAt: number) {
    this.table = table;
    this.now = startAt;
  }

  start(): void {
    this.isStarted = true;
  }

  async close(): Promise<void> {
    this.isStarted = false;
  }

  configure({ configuration }: PlantSetup): void {
    this.#configuration = configuration;
  }

  advance(t: number, each: (t: number) => void): void {
    while (this.now < t) each(++this.now);
  }

  answers(group: DeviceGroup): readonly Answer[] {
    if (this.#configuration === null) return [];
    return Object.entries(this.table[group] ?? {}).map(([key, { state = 4, ...values }]) => {
      const [record = 0, part = 0] = key.split('.').map(Number);
      return { record, part, isResponding: true, state, sampled: this.now, validS: 120, values };
    });
  }

  light(): null {
    return null;
  }

  counters(): null {
    return null;
  }

  async probe(): Promise<{ esito: 'ok'; ms: number }> {
    return { esito: 'ok', ms: 7 };
  }

  async execute(command: unknown): Promise<'taken'> {
    this.commands.push(command);
    return 'taken';
  }
}
