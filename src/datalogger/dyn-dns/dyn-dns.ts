import { isIP } from 'node:net';
import * as v from 'valibot';
import type { Log } from '../log';
import { type Guard, reasonOf } from '../outgoing/guard';
import { get, type HttpAnswer } from '../outgoing/http';
import { contentTag } from '../serve/etag';
import type { Notes } from '../store/notes';
import type { PlantRecord } from '../store/plant-config';
import type { Clock } from '../time/clock';
import { type Provider, providers, updateAddress } from './providers';

export interface DynDnsOptions {
  readonly plant: () => Pick<PlantRecord, 'dynDns' | 'dynDnsPassword'> | null;
  readonly notes: Notes;
  readonly guard: Guard;
  /** Waits follow real time: its `now` is never set. */
  readonly clock: Clock;
  /** Told of every answer to an update: a code of the protocol, or why there was none. */
  readonly onAnswer: (code: string, isGood: boolean) => void;
  readonly log: Log;
  /** Where providers are; tests have their own. */
  readonly providers?: typeof providers;
}

const minuteMs = 60_000;
const dayMs = 86_400_000;
/** Services drop a name that nobody has confirmed for so long. */
const forceMs = 25 * dayMs;
const waitMs = 20_000;
/** After 911 and the like: the protocol asks for half an hour at least. */
const leastBackOffMs = 30 * minuteMs;
const agent = 'Meridiana datalogger';

const Kept = v.strictObject({
  /** Of the settings it was reached with: others begin anew. */
  key: v.string(),
  /** What the service knows; empty before the first time. */
  address: v.string(),
  confirmedMs: v.number(),
  /** The service refused for good: nothing more until somebody edits the settings. */
  isStopped: v.boolean(),
  failures: v.number(),
  nextMs: v.number(),
});
type Kept = v.InferOutput<typeof Kept>;
type Settings = NonNullable<PlantRecord['dynDns']>;

/**
 * Keeps a name of the internet on the address the plant has there, by the update protocol of dyn.com. It asks for its own address at
 * every interval and tells the service only what is new, or after 25 days: an update that changes nothing is abuse.
 */
export class DynDns {
  readonly #options: DynDnsOptions;
  #kept: Kept | null;
  #running: Promise<void> | null = null;
  #isClosed = false;

  constructor(options: DynDnsOptions) {
    this.#options = options;
    this.#kept = options.notes.read('dyn-dns', Kept);
  }

  /** Does what is due. Never throws. */
  cycle(): void {
    const plant = this.#options.plant();
    if (!plant?.dynDns?.abilitato || this.#running || this.#isClosed) return;
    const { dynDns: settings, dynDnsPassword: password } = plant;
    const kept = this.#keptFor(contentTag(JSON.stringify([settings, password])));
    if (kept.isStopped || this.#nowMs() < kept.nextMs) return;
    this.#running = this.#check(settings, password ?? '', kept)
      .catch(error => this.#options.log.error('the dynamic name could not be kept', error))
      .finally(() => {
        this.#running = null;
      });
  }

  async settled(): Promise<void> {
    await this.#running;
  }

  close(): void {
    this.#isClosed = true;
  }

  /** A clock that was set back before the start does not lengthen the wait. */
  #keptFor(key: string): Kept {
    const fresh = { key, address: '', confirmedMs: 0, isStopped: false, failures: 0, nextMs: 0 };
    const kept = this.#kept?.key === key ? this.#kept : fresh;
    return kept.nextMs - this.#nowMs() > dayMs ? { ...kept, nextMs: 0 } : kept;
  }

  async #check(settings: Settings, password: string, kept: Kept): Promise<void> {
    const provider = (this.#options.providers ?? providers)[settings.provider];
    const nextMs = this.#nowMs() + settings.intervallo * minuteMs;
    const address = await this.#ownAddress(provider);
    if (address === null) {
      this.#keep({ ...kept, nextMs });
      return;
    }
    const isKnown = address === kept.address && Math.abs(this.#nowMs() - kept.confirmedMs) < forceMs;
    if (isKnown) this.#keep({ ...kept, failures: 0, nextMs });
    else
      this.#accept(await this.#update(provider, settings, password, address), address, { ...kept, nextMs });
  }

  /** The address that the internet sees; null when nobody tells. */
  async #ownAddress({ check }: Provider): Promise<string | null> {
    try {
      const { status, body } = await this.#get(new URL(check), {});
      const address = /\d{1,3}(?:\.\d{1,3}){3}/.exec(body)?.[0] ?? '';
      return status === 200 && isIP(address) === 4 ? address : null;
    } catch {
      return null;
    }
  }

  async #update(provider: Provider, settings: Settings, password: string, address: string): Promise<string> {
    const { utente = '' } = settings;
    const login = Buffer.from(`${utente}:${password}`).toString('base64');
    try {
      const url = updateAddress(provider, settings, address);
      const { status, body } = await this.#get(url, utente === '' ? {} : { Authorization: `Basic ${login}` });
      const code = /^\s*([a-z0-9!]+)/i.exec(body)?.[1]?.toLowerCase() ?? '';
      if (status === 401) return 'badauth';
      return status === 200 && known.has(code) ? code : '911';
    } catch (error) {
      this.#options.log.info(`the dynamic name could not be told: ${reasonOf(error)}`);
      return '911';
    }
  }

  #accept(code: string, address: string, kept: Kept): void {
    if (this.#isClosed) return;
    const isGood = good.has(code);
    this.#options.onAnswer(code, isGood);
    if (isGood) {
      this.#keep({ ...kept, address, confirmedMs: this.#nowMs(), failures: 0 });
      return;
    }
    const failures = kept.failures + 1;
    const backOffMs = Math.min(dayMs, leastBackOffMs * 2 ** (failures - 1));
    const isStopped = !passing.has(code);
    this.#keep({ ...kept, failures, isStopped, nextMs: Math.max(kept.nextMs, this.#nowMs() + backOffMs) });
  }

  #get(url: URL, headers: Readonly<Record<string, string>>): Promise<HttpAnswer> {
    return get(url, { ...headers, 'User-Agent': agent }, { guard: this.#options.guard, forMs: waitMs });
  }

  #keep(kept: Kept): void {
    this.#kept = kept;
    if (!this.#isClosed) this.#options.notes.write('dyn-dns', kept);
  }

  #nowMs(): number {
    return this.#options.clock.now();
  }
}

/** Return codes of the protocol: done, trouble of theirs that passes; every other is for somebody to mend. */
const good = new Set(['good', 'nochg']);
const passing = new Set(['911', 'dnserr']);
const refusing = ['badauth', 'notfqdn', 'nohost', 'numhost', 'abuse', 'badagent', '!donator', '!yours'];
const known = new Set([...good, ...passing, ...refusing]);
