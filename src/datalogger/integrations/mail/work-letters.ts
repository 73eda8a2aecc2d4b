import * as v from 'valibot';
import { type Language, languages } from '../../../contract/languages';
import type { TransferReason } from '../../../contract/sharing';
import type { Log } from '../../core/log';
import type { SteadyClock } from '../../core/time/steady-clock';
import type { ConfigDatabase } from '../../storage/config/config-database';
import type { StoredWork } from '../../storage/config/work-orders';
import { KeptNote, type Notes } from '../../storage/jobs/notes';
import type { WorkMessage } from '../push/messages';
import { addressOf, plantNameOf } from './letters';
import type { Mailer } from './mailer';
import { wordOf } from './words';

interface WorkLetterOptions {
  readonly config: ConfigDatabase;
  readonly notes: Notes;
  readonly mailer: Pick<Mailer, 'send' | 'isOn'>;
  /** To the webhook, where there is one: null when it has taken the message, else why not. */
  readonly push: { sendWork(message: WorkMessage): Promise<TransferReason | null> };
  readonly deviceClock: SteadyClock;
  readonly log: Log;
}

const ways = ['mail', 'webhook'] as const;
const Waiting = v.strictObject({
  order: v.number(),
  by: v.picklist(ways),
  failures: v.number(),
  /** ms of the device's steady clock. */
  atMs: v.number(),
});
const Kept = v.strictObject({ waiting: v.array(Waiting) });
type Waiting = v.InferOutput<typeof Waiting>;

const mostWaiting = 200;
/** Minutes from a failed attempt to the next one; after the last of them the message is given up. */
const retriesMin = [1, 5, 15, 60, 240] as const;
/** A stored time further away comes from an earlier run whose clock was ahead. */
const longestWaitMs = 60_000 * retriesMin[4];

/** Notifies a person of a work order that is given to them, and the webhook: at once, and again while it is not taken. */
export class WorkLetters {
  readonly #options: WorkLetterOptions;
  readonly #kept: KeptNote<v.InferOutput<typeof Kept>>;
  #sending: Promise<void> | null = null;
  #isClosed = false;

  constructor(options: WorkLetterOptions) {
    this.#options = options;
    this.#kept = new KeptNote(options.notes, 'work-letters', Kept, { waiting: [] });
  }

  /** To be called with an order that was given to somebody. */
  add(order: number): void {
    const { mailer, config } = this.#options;
    const hasWebhook = config.services.webhook.read().value.abilitato;
    const wanted = ways.filter(way => (way === 'mail' ? mailer.isOn : hasWebhook));
    if (wanted.length === 0) return;
    const others = this.#kept.value.waiting.filter(each => each.order !== order);
    const added = wanted.map(by => ({ order, by, failures: 0, atMs: 0 }));
    this.#kept.keep({ waiting: [...others, ...added].slice(-mostWaiting) });
  }

  /** Sends what is due. Never throws. */
  cycle(): void {
    const { waiting } = this.#kept.value;
    if (waiting.length === 0 || this.#sending || this.#isClosed) return;
    const nowMs = this.#options.deviceClock.steady.now();
    const due = waiting.find(({ atMs }) => atMs <= nowMs || atMs > nowMs + longestWaitMs);
    if (!due) return;
    this.#sending = this.#send(due)
      .catch(error => this.#options.log.error('a work order could not be sent', error))
      .finally(() => {
        this.#sending = null;
      });
  }

  async settled(): Promise<void> {
    await this.#sending;
  }

  close(): void {
    this.#isClosed = true;
  }

  async #send(due: Waiting): Promise<void> {
    const order = this.#options.config.workOrders.find(due.order);
    const reason = order === null ? null : await this.#tell(order, due.by);
    if (this.#isClosed) return;
    const isSame = (each: Waiting) => each.order === due.order && each.by === due.by;
    const rest = this.#kept.value.waiting.filter(each => !isSame(each));
    const pauseMin = retriesMin[due.failures];
    if (reason === null || pauseMin === undefined) {
      if (reason !== null) this.#options.log.error(`work order ${due.order} was not sent: ${reason}`);
      this.#kept.keep({ waiting: rest });
      return;
    }
    const atMs = this.#options.deviceClock.steady.now() + 60_000 * pauseMin;
    this.#kept.keep({ waiting: [...rest, { ...due, failures: due.failures + 1, atMs }] });
  }

  async #tell(order: StoredWork, by: Waiting['by']): Promise<TransferReason | null> {
    const { config, mailer, push } = this.#options;
    if (by === 'webhook') {
      const { value } = config.services.webhook.read();
      if (!value.abilitato) return null;
      return push.sendWork({ ...this.#letter(order, value.lingua), order });
    }
    const account = order.assegnato === null ? null : config.accounts.find(order.assegnato);
    if (!account || account.sospeso || account.email === '' || !mailer.isOn) return null;
    const { title, text } = this.#letter(order, account.lingua ?? 'it');
    return mailer.send({ to: account.email, subject: title, text });
  }

  /** What has to be done, on what, by when, and where the console shows it. */
  #letter(order: StoredWork, language: Language) {
    const { config } = this.#options;
    const [plant, address] = [plantNameOf(config), addressOf(config)];
    const due =
      order.scadenza === null
        ? []
        : [`${wordOf(language, 'mail.workDue')} ${dayText(order.scadenza, language)}`];
    const lines = [
      `${order.id}  ${order.titolo}`,
      ...(order.nome === '' ? [] : [order.nome]),
      ...due,
      ...order.passi.map(({ testo }) => `- ${testo}`),
      ...(order.nota === '' ? [] : ['', order.nota]),
      ...(address === null ? [] : ['', `${address}/allarmi?vista=lavori&id=${order.id}`]),
    ];
    const title = `${plant}: ${wordOf(language, 'mail.work')} ${order.titolo}`;
    return { plant, address, title, text: [plant, '', ...lines, ''].join('\n') };
  }
}

/** A date without a zone, as people of the language write it. */
const dayText = (day: string, language: Language): string =>
  new Intl.DateTimeFormat(languages[language].locale, {
    timeZone: 'UTC',
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
  }).format(Date.parse(`${day}T00:00:00Z`));
