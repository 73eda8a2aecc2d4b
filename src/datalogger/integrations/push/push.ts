import type { SyslogBody } from '../../../contract/push';
import type { TransferReason, Trial } from '../../../contract/sharing';
import type { Occurrence } from '../../alarms/model';
import type { Moment } from '../../core/time/steady-clock';
import type { ServiceSettings, WebhookSettings } from '../../storage/config/service-settings';
import { trialLetter } from '../mail/letters';
import { openChannel, serverOf } from '../outgoing/channel';
import { type Guard, OutgoingError, reasonOf } from '../outgoing/guard';
import { type HttpAnswer, post } from '../outgoing/http';
import { straight, type TakeStep, triedInSteps } from '../outgoing/trial';
import { Channel, type ChannelOptions } from './channel';
import { type Message, postOf, type WorkMessage } from './messages';
import { sendSyslog, syslogMessages } from './syslog';

interface PushOptions extends Omit<ChannelOptions, 'name' | 'rule' | 'send'> {
  readonly services: Pick<ServiceSettings, 'webhook' | 'syslog'>;
  readonly guard: Guard;
  /** How this device calls itself to log servers. */
  readonly hostname: () => string;
}

const waitMs = 15_000;

const trialSteps = ['nome', 'connessione', 'tls', 'invio'] as const;

/** Tells alarms to other services while they happen. */
export class Push {
  readonly #options: PushOptions;
  readonly webhook: Channel;
  readonly syslog: Channel;

  constructor(options: PushOptions) {
    this.#options = options;
    const { webhook, syslog } = options.services;
    const reasonFor = (sent: Promise<void>) => sent.then(() => null, reasonOf);
    this.webhook = new Channel({
      ...options,
      name: 'webhook',
      rule: () => webhook.read().value,
      send: message => {
        const { value, secret } = webhook.read();
        return reasonFor(this.#post(value, secret, message, straight));
      },
    });
    this.syslog = new Channel({
      ...options,
      name: 'syslog',
      rule: () => syslog.read().value,
      send: message => reasonFor(this.#log(syslog.read().value, message, straight)),
    });
  }

  /** Sends a message about a work order to the webhook. Null when it has taken it, else why not. */
  sendWork(message: WorkMessage): Promise<TransferReason | null> {
    const { value, secret } = this.#options.services.webhook.read();
    return this.#post(value, secret, { ...message, notices: [] }, straight).then(() => null, reasonOf);
  }

  addRaised(occurrences: readonly Occurrence[], now: Moment): void {
    for (const channel of [this.webhook, this.syslog]) channel.addRaised(occurrences, now);
  }

  cycle(now: Moment): void {
    for (const channel of [this.webhook, this.syslog]) channel.cycle(now);
  }

  async settled(): Promise<void> {
    await Promise.all([this.webhook.settled(), this.syslog.settled()]);
  }

  close(): void {
    for (const channel of [this.webhook, this.syslog]) channel.close();
  }

  /** Sends a message that says it is a trial, with settings that need not be stored. */
  tryWebhook(settings: WebhookSettings, secret: string | null): Promise<Trial> {
    const skipped = settings.url.startsWith('https:') ? [] : ['tls' as const];
    return triedInSteps(trialSteps, skipped, take =>
      this.#post(settings, secret, this.#trial(settings.lingua), take),
    );
  }

  trySyslog(settings: SyslogBody): Promise<Trial> {
    return triedInSteps(trialSteps, skippedBy[settings.trasporto], take =>
      this.#log(settings, this.#trial(settings.lingua), take),
    );
  }

  #trial(lingua: WebhookSettings['lingua']): Message {
    const plant = this.#options.plantName();
    const { subject, text } = trialLetter(plant, { email: '', lingua }, 'trialMessage');
    return { plant, title: subject, text: text.trim(), address: this.#options.address(), notices: [] };
  }

  async #post(settings: WebhookSettings, secret: string | null, message: Message, take: TakeStep) {
    const { guard, deviceClock } = this.#options;
    const { url, headers, body } = postOf(settings, secret, message, deviceClock.now());
    const socket = await openChannel(serverOf(url, settings.impronta), { guard, forMs: waitMs, take });
    await take('invio', async () => {
      const reason = refusalOf(await post(socket, url, headers, { body, forMs: waitMs }));
      if (reason !== null) throw new OutgoingError(reason);
    });
  }

  async #log(settings: SyslogBody, message: Message, take: TakeStep) {
    const { guard, deviceClock, hostname } = this.#options;
    const messages = syslogMessages(message, hostname(), deviceClock.now());
    await sendSyslog(settings, messages, { guard, forMs: waitMs, take });
  }
}

/** What a transport has no such step for. */
const skippedBy = { udp: ['connessione', 'tls'], tcp: ['tls'], tls: [] } as const;

/** Why a service has not taken a message, by its HTTP status; null where it has. Chat services answer 200 and say `"ok": false`. */
function refusalOf({ status, body }: HttpAnswer): TransferReason | null {
  if (status >= 200 && status < 300) return /^\s*\{[\s\S]*"ok"\s*:\s*false\b/.test(body) ? 'rifiutato' : null;
  if (status === 401) return 'credenziali';
  if (status === 413) return 'troppo_grande';
  return status === 403 ? 'permesso' : 'protocollo';
}
