import { createHmac } from 'node:crypto';
import { secretPlace, type WebhookFormat } from '../../../contract/push';
import type { WebhookSettings } from '../../storage/config/service-settings';
import type { StoredWork } from '../../storage/config/work-orders';
import type { Notice } from '../mail/letters';

/** A message about alarms: title, text, and the alarms themselves; empty in a trial. */
export interface Message {
  readonly plant: string;
  readonly title: string;
  readonly text: string;
  /** Where the console shows it; null where the datalogger does not know. */
  readonly address: string | null;
  readonly notices: readonly Notice[];
  /** The work order that it is about. */
  readonly order?: StoredWork;
}

/** A message about a work order. */
export interface WorkMessage extends Omit<Message, 'notices'> {
  readonly order: StoredWork;
}

/** A request to a web service. */
export interface Post {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

const iso = (epochS: number) => new Date(epochS * 1000).toISOString();
const urgent = (notices: readonly Notice[]) => Math.min(5, ...notices.map(({ priority }) => priority));

/** The bodies of the services: what each of them calls title, text and urgency. */
const bodies: Readonly<Record<WebhookFormat, (message: Message, settings: WebhookSettings) => object>> = {
  json: ({ plant, title, text, address, notices, order }) => ({
    evento: order ? 'lavoro' : notices.length > 0 ? 'allarmi' : 'prova',
    impianto: plant,
    titolo: title,
    testo: text,
    indirizzo: address,
    allarmi: notices.map(({ id, code, device, priority, begin }) => ({
      id,
      codice: code,
      dispositivo: device,
      priorita: priority,
      inizio: iso(begin),
    })),
    ...(order && { lavoro: workFacts(order) }),
  }),
  // https://docs.ntfy.sh/publish/#publish-as-json: 5 is its most urgent priority.
  ntfy: ({ title, text, address, notices }, { url }) => ({
    topic: decodeURIComponent(new URL(url).pathname.split('/').at(-1) ?? ''),
    title,
    message: text,
    priority: 6 - urgent(notices),
    ...(address && { click: address }),
  }),
  slack: ({ title, text }) => ({ text: `*${forSlack(title)}*\n${forSlack(text)}` }),
  telegram: ({ title, text }, { chat }) => ({ chat_id: chat, text: `${title}\n${text}` }),
};

/** What another program needs to keep the order in its own list; the rest is read from `GET lavori/:id`. */
function workFacts(order: StoredWork) {
  const { id, titolo, stato, nome, persona, scadenza, allarmi, creato } = order;
  return { id, titolo, stato, dispositivo: nome, persona, scadenza, allarmi, creato: iso(creato) };
}

/** A name may not call a whole channel or hide a link: https://docs.slack.dev/messaging/formatting-message-text/#escaping */
const forSlack = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/**
 * The request that carries a message. A secret that is not part of the address signs a `json` body (HMAC-SHA256 over the time in the header,
 * a point and the body, so that an old message cannot be sent again), or logs in to ntfy.
 */
export function postOf(
  settings: WebhookSettings,
  secret: string | null,
  message: Message,
  nowMs: number,
): Post {
  const { url, formato } = settings;
  const isInAddress = url.includes(secretPlace);
  const address = new URL(url.replace(secretPlace, encodePath(secret ?? '')));
  // Messages as JSON go to the root of ntfy.
  if (formato === 'ntfy') address.pathname = address.pathname.replace(/\/[^/]*$/, '/');
  const body = JSON.stringify(bodies[formato](message, settings));
  const headers: Record<string, string> = {
    'Content-Type': 'application/json; charset=utf-8',
    'User-Agent': 'Meridiana',
  };
  if (secret !== null && !isInAddress && formato === 'ntfy') headers.Authorization = `Bearer ${secret}`;
  if (secret !== null && !isInAddress && formato === 'json') {
    const time = String(Math.floor(nowMs / 1000));
    const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
    Object.assign(headers, { 'X-Meridiana-Time': time, 'X-Meridiana-Signature': `sha256=${signature}` });
  }
  return { url: address, headers, body: Buffer.from(body) };
}

/** A secret may have slashes (Slack) and colons (Telegram), and nothing else that an address understands. */
const encodePath = (secret: string) =>
  encodeURIComponent(secret).replace(/%2F/g, '/').replace(/%3A/g, ':').replace(/\.\./g, '%2E%2E');
