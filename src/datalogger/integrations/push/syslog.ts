import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv6, type Socket } from 'node:net';
import type { SyslogBody } from '../../../contract/push';
import { openChannel } from '../outgoing/channel';
import { type Guard, within } from '../outgoing/guard';
import type { TakeStep } from '../outgoing/trial';
import type { Message } from './messages';

/** Facility local0 of RFC 5424. */
const facility = 16;
/** Severities of RFC 5424 for our priorities 1 to 5: critical, error, warning, notice, informational. */
const severities = [2, 3, 4, 5, 6];
/** The number for examples (RFC 5612): the product has none of its own. */
const structure = 'alarm@32473';
/** Longest message: what every receiver must take over UDP is 480 octets, what they should take is 2048 (RFC 5426). */
const longestBytes = 2048;

/** How long a server may take to close its side. */
const longestCloseMs = 2000;

const quoted = (text: string | number) => `"${String(text).replace(/[\\"\]]/g, '\\$&')}"`;
/** A header field: printable ASCII without spaces. */
const field = (text: string, longest: number) => text.replace(/[^!-~]/g, '').slice(0, longest) || '-';

/** One message of RFC 5424 for each alarm; for a trial one without structured data. */
export function syslogMessages(message: Message, hostname: string, nowMs: number): readonly Buffer[] {
  const { notices, title, text, plant } = message;
  const lines = text.replace(/\s*\n\s*/g, '; ');
  if (notices.length === 0)
    return [lineOf({ severity: 6, atMs: nowMs, hostname, id: 'trial', data: '-', text: lines })];
  const isOne = notices.length === 1;
  return notices.map(({ id, code, device, priority, begin }) => {
    const data = { id, code, device, priority, plant };
    const parts = Object.entries(data).map(([name, value]) => `${name}=${quoted(value)}`);
    return lineOf({
      severity: severities[priority - 1] ?? 6,
      atMs: begin * 1000,
      hostname,
      id: code,
      data: `[${structure} ${parts.join(' ')}]`,
      text: isOne ? title : `${plant}: ${code} ${device}`,
    });
  });
}

interface Line {
  readonly severity: number;
  readonly atMs: number;
  readonly hostname: string;
  readonly id: string;
  readonly data: string;
  readonly text: string;
}

function lineOf({ severity, atMs, hostname, id, data, text }: Line): Buffer {
  const time = new Date(atMs).toISOString();
  const head = `<${8 * facility + severity}>1 ${time} ${field(hostname, 255)} meridiana - ${field(id, 32)} ${data}`;
  // The mark says that what follows is UTF-8.
  const whole = Buffer.from(`${head} \ufeff${text}`);
  return whole.length <= longestBytes ? whole : Buffer.from(cut(whole));
}

/** Without a half character at the end. */
const cut = (whole: Buffer) =>
  whole
    .subarray(0, longestBytes)
    .toString()
    .replace(/\ufffd$/, '');

interface Way {
  readonly guard: Guard;
  readonly forMs: number;
  readonly take: TakeStep;
}

/** Sends messages to a log server; rejects with `OutgoingError` or the error of the connection. */
export async function sendSyslog(
  { server, porta, trasporto, impronta }: SyslogBody,
  messages: readonly Buffer[],
  { guard, forMs, take }: Way,
): Promise<void> {
  if (trasporto === 'udp') {
    const address = await take('nome', () => guard.resolve(server));
    return take('invio', () => within(forMs, datagrams(messages, address, porta), () => undefined));
  }
  const to = { host: server, port: porta, isSecure: trasporto === 'tls', fingerprint: impronta };
  const socket = await openChannel(to, { guard, forMs, take });
  await take('invio', () => written(socket, messages, forMs));
}

async function datagrams(messages: readonly Buffer[], address: string, port: number): Promise<void> {
  const socket = createSocket(isIPv6(address) ? 'udp6' : 'udp4');
  const failed = once(socket, 'error').then(([error]) => Promise.reject(error));
  const sent = messages.map(
    each =>
      new Promise<void>((resolve, reject) =>
        socket.send(each, port, address, error => (error ? reject(error) : resolve())),
      ),
  );
  await Promise.race([Promise.all(sent), failed]).finally(() => socket.close());
}

/**
 * Each message with its length before it. A server answers nothing: it has taken them when it has closed its side too, or has had the
 * time to refuse them.
 */
async function written(socket: Socket, messages: readonly Buffer[], forMs: number): Promise<void> {
  const counted = messages.flatMap(each => [Buffer.from(`${each.length} `), each]);
  let timer: NodeJS.Timeout | undefined;
  const taken = new Promise<void>((resolve, reject) => {
    socket.once('error', reject);
    socket.once('close', () => resolve());
    socket.resume().end(Buffer.concat(counted), () => {
      timer = setTimeout(resolve, longestCloseMs);
    });
  });
  await within(forMs, taken, () => undefined).finally(() => {
    clearTimeout(timer);
    socket.destroy();
  });
}
