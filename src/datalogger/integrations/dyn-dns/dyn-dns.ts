import { isIP } from 'node:net';
import * as v from 'valibot';
import type { TransferReason } from '../../../contract/sharing';
import { contentTag } from '../../api/http/etag';
import type { Log } from '../../core/log';
import type { Clock } from '../../core/time/clock';
import type { PlantRecord } from '../../storage/config/plant-config';
import type { Notes } from '../../storage/jobs/notes';
import type { Undelivered } from '../delivery/undelivered';
import { type Guard, reasonOf } from '../outgoing/guard';
import { get, type HttpAnswer } from '../outgoing/http';

export interface DynDnsOptions {
  readonly plant: () => Pick<PlantRecord, 'dynDns' | 'dynDnsPassword'> | null;
  readonly notes: Notes;
  readonly guard: Guard;
  /** Waiting times follow real time: `now` of this clock is never set. */
  readonly clock: Clock;
  /** Called after every update with the code of the protocol, or with why there was no answer. */
  readonly onAnswer: (code: string, isGood: boolean) => void;
  readonly undelivered: Pick<Undelivered, 'failed' | 'delivered'>;
  readonly log: Log;
  /** The providers; tests replace them. */
  readonly providers?: typeof providers;
}

const minuteMs = 60_000;
const dayMs = 86_400_000;
/** A name is confirmed after this time, because services delete names that are not. */
const forceMs = 25 * dayMs;
const waitMs = 20_000;
/** Waiting time after 911 and similar codes: the protocol asks for at least half an hour. */
const leastBackOffMs = 30 * minuteMs;
const agent = 'Meridiana datalogger';

const Kept = v.strictObject({
  /** Of the settings with which this was reached: with other settings everything starts again. */
  key: v.string(),
  /** The address that the service has stored; empty before the first update. */
  address: v.string(),
  confirmedMs: v.number(),
  /** The service refused permanently: nothing more is sent until the settings are edited. */
  isStopped: v.boolean(),
  failures: v.number(),
  nextMs: v.number(),
});
type Kept = v.InferOutput<typeof Kept>;
type Settings = NonNullable<PlantRecord['dynDns']>;

/**
 * Keeps a DNS name pointed at the plant's public address, by the update protocol of dyn.com. It looks up its own address at every
 * interval and sends an update only where it has changed, or after 25 days: services treat needless updates as abuse.
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

  /** A clock that was set back before the start must not make the wait longer. */
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
      this.#fail(settings, 'non_raggiungibile');
      this.#keep({ ...kept, nextMs });
      return;
    }
    const isKnown = address === kept.address && Math.abs(this.#nowMs() - kept.confirmedMs) < forceMs;
    if (isKnown) {
      this.#options.undelivered.delivered('dyn_dns');
      this.#keep({ ...kept, failures: 0, nextMs });
      return;
    }
    const { code, reason } = await this.#update(provider, settings, password, address);
    if (reason) this.#fail(settings, reason);
    else this.#options.undelivered.delivered('dyn_dns');
    this.#accept(code, address, { ...kept, nextMs });
  }

  #fail({ hostname = '' }: Settings, reason: TransferReason): void {
    this.#options.undelivered.failed('dyn_dns', hostname === '' ? null : hostname, reason);
  }

  /** The public address; null where no service answers. */
  async #ownAddress({ check }: Provider): Promise<string | null> {
    try {
      const { status, body } = await this.#get(new URL(check), {});
      const address = /\d{1,3}(?:\.\d{1,3}){3}/.exec(body)?.[0] ?? '';
      return status === 200 && isIP(address) === 4 ? address : null;
    } catch {
      return null;
    }
  }

  async #update(
    provider: Provider,
    settings: Settings,
    password: string,
    address: string,
  ): Promise<{ readonly code: string; readonly reason: TransferReason | null }> {
    const { utente = '' } = settings;
    const login = Buffer.from(`${utente}:${password}`).toString('base64');
    try {
      const url = updateAddress(provider, settings, address);
      const { status, body } = await this.#get(url, utente === '' ? {} : { Authorization: `Basic ${login}` });
      const code = /^\s*([a-z0-9!]+)/i.exec(body)?.[1]?.toLowerCase() ?? '';
      if (status === 401 || code === 'badauth') return { code: 'badauth', reason: 'credenziali' };
      if (status !== 200 || !known.has(code)) return { code: '911', reason: 'protocollo' };
      return { code, reason: good.has(code) ? null : 'rifiutato' };
    } catch (error) {
      const reason = reasonOf(error);
      this.#options.log.info(`the dynamic name could not be updated: ${reason}`);
      return { code: '911', reason };
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

/** Return codes of the protocol: success, and temporary failures of the service. Every other code needs a person. */
const good = new Set(['good', 'nochg']);
const passing = new Set(['911', 'dnserr']);
const refusing = ['badauth', 'notfqdn', 'nohost', 'numhost', 'abuse', 'badagent', '!donator', '!yours'];
const known = new Set([...good, ...passing, ...refusing]);

interface Provider {
  /** Service that answers with the address a request comes from. */
  readonly check: string;
  /** Where updates are sent; null where the settings name the address. */
  readonly update: string | null;
}

type ProvidersSettings = NonNullable<PlantRecord['dynDns']>;

const providers: Readonly<Record<ProvidersSettings['provider'], Provider>> = {
  dyndns2: { check: 'http://checkip.dyndns.com/', update: 'https://members.dyndns.org/nic/update' },
  noip: { check: 'http://ip1.dynupdate.no-ip.com/', update: 'https://dynupdate.no-ip.com/nic/update' },
  custom: { check: 'http://checkip.dyndns.com/', update: null },
};

/** The address an update is sent to. In an address from the settings, `%h` stands for the name and `%i` for the IP address; where they are missing, both are added as parameters. */
function updateAddress(
  { update }: Provider,
  { url = '', hostname = '' }: ProvidersSettings,
  address: string,
): URL {
  const filled = url.replaceAll('%h', encodeURIComponent(hostname)).replaceAll('%i', address);
  const target = new URL(update ?? filled);
  if (update !== null || !url.includes('%h')) target.searchParams.set('hostname', hostname);
  if (update !== null || !url.includes('%i')) target.searchParams.set('myip', address);
  return target;
}
