import { randomBytes } from 'node:crypto';
import { longestScanS, type Scan, type ScanBody } from '../../../contract/bus';
import type { FieldBusApi, ScanProgress } from '../../plant/field-bus-api';

/** Lines that are searched at once, and lines whose results are kept. */
const mostAtOnce = 8;
const mostKept = 64;

type Outcome = Exclude<Scan['stato'], 'in_corso'>;

/** The line of a range: a search of the same one replaces what an earlier search found there. */
const lineOf = ({ host, porta, trama, fino_a }: ScanBody): string =>
  [trama, host, porta, fino_a ?? ''].join(' ');

/** What the search of one line says. */
class LineSearch implements ScanProgress {
  readonly range: ScanBody;
  readonly stopping = new AbortController();
  outcome: Outcome | null = null;
  place: Pick<Scan, 'host' | 'unita'>;
  asked = 0;
  total = 0;
  readonly silentHosts: Scan['muti'] = [];
  readonly devices: Scan['trovati'] = [];

  constructor(range: ScanBody) {
    this.range = range;
    this.place = { host: range.host, unita: range.unita_da };
  }

  at(place: Pick<Scan, 'host' | 'unita'>, asked: number, total: number): void {
    Object.assign(this, { place, asked, total });
  }

  silent(host: Scan['muti'][number]): void {
    this.silentHosts.push(host);
  }

  found(device: Scan['trovati'][number]): void {
    this.devices.push(device);
  }

  end(how: Outcome): void {
    this.outcome ??= how;
  }
}

/** The searches of several lines and what they found. They go on while nobody asks for them, and their results stay until they are dismissed. */
export class BusSearch {
  readonly id = randomBytes(9).toString('base64url');
  readonly #bus: FieldBusApi;
  readonly #lines = new Map<string, LineSearch>();

  constructor(bus: FieldBusApi) {
    this.#bus = bus;
  }

  get isRunning(): boolean {
    return this.#all.some(({ outcome }) => outcome === null);
  }

  /** Whether this line is searched now. */
  searches(range: ScanBody): boolean {
    return this.#lines.get(lineOf(range))?.outcome === null;
  }

  /** Whether another line has to wait for the end of one, or for the results to be dismissed. */
  get isFull(): boolean {
    const running = this.#all.filter(({ outcome }) => outcome === null);
    return running.length >= mostAtOnce || this.#lines.size >= mostKept;
  }

  begin(range: ScanBody): void {
    const search = new LineSearch(range);
    const key = lineOf(range);
    // The newest is last: its place is shown.
    this.#lines.delete(key);
    this.#lines.set(key, search);
    const stop = () => {
      search.end('scaduta');
      search.stopping.abort();
    };
    const timer = setTimeout(stop, 1000 * longestScanS);
    timer.unref();
    void this.#bus.scan(range, search, search.stopping.signal).then(() => {
      clearTimeout(timer);
      search.end('finita');
    });
  }

  stop(): void {
    for (const search of this.#all) {
      search.end('fermata');
      search.stopping.abort();
    }
  }

  get state(): Scan {
    const all = this.#all;
    const running = all.filter(({ outcome }) => outcome === null);
    const newest = running.at(-1) ?? all.at(-1);
    const sum = (of: (search: LineSearch) => number) => all.reduce((total, each) => total + of(each), 0);
    return {
      id: this.id,
      stato: running.length > 0 ? 'in_corso' : (newest?.outcome ?? 'finita'),
      chiesti: sum(({ asked }) => asked),
      totale: sum(({ total }) => total),
      ...(newest?.place ?? { host: '', unita: 0 }),
      muti: all.flatMap(({ silentHosts }) => silentHosts),
      trovati: all.flatMap(({ devices }) =>
        devices.map(device => ({ ...device, configurato: this.#bus.configuredAs(device) })),
      ),
    };
  }

  get #all(): readonly LineSearch[] {
    return [...this.#lines.values()];
  }
}
