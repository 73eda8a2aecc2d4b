import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';

export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** The message as received. */
  readonly raw: string;
  readonly subject: string;
  /** Text and attachments, decoded. */
  readonly parts: readonly string[];
}

export interface SmtpSink {
  readonly port: number;
  readonly mails: ReceivedMail[];
  /** The reply to a login; 235 accepts every login. */
  loginReply: string;
  /** Addresses that are refused. */
  readonly refused: Set<string>;
  close(): void;
}

/** A mail server for tests on 127.0.0.1 that accepts and keeps every message. */
export async function smtpSink(): Promise<SmtpSink> {
  const sockets = new Set<Socket>();
  const mails: ReceivedMail[] = [];
  const server = createServer(socket => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    serve(socket, sink);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const sink: SmtpSink = {
    port: address.port,
    mails,
    loginReply: '235 in',
    refused: new Set(),
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
  return sink;
}

function serve(socket: Socket, sink: SmtpSink): void {
  let buffer = '';
  let from = '';
  let to: string[] = [];
  let isData = false;
  const say = (line: string) => socket.write(`${line}\r\n`);
  say('220 sink');
  socket.on('data', chunk => {
    buffer += chunk.toString();
    for (;;) {
      const end = isData ? buffer.indexOf('\r\n.\r\n') : buffer.indexOf('\r\n');
      if (end < 0) return;
      const part = buffer.slice(0, end);
      buffer = buffer.slice(end + (isData ? 5 : 2));
      if (isData) {
        sink.mails.push(received(from, to, part));
        [to, isData] = [[], false];
        say('250 kept');
        continue;
      }
      const command = part.slice(0, 4).toUpperCase();
      if (command === 'EHLO') say('250-sink\r\n250 AUTH PLAIN');
      else if (command === 'AUTH') say(sink.loginReply);
      else if (command === 'STAR') say('502 no');
      else if (command === 'DATA') say('354 go on');
      else if (command === 'RCPT' && sink.refused.has(addressIn(part))) say('550 no such user');
      else say('250 ok');
      if (command === 'MAIL') from = addressIn(part);
      if (command === 'RCPT') to = [...to, addressIn(part)];
      isData = command === 'DATA';
    }
  });
}

const addressIn = (command: string) => /<([^>]*)>/.exec(command)?.[1] ?? '';

function received(from: string, to: readonly string[], raw: string): ReceivedMail {
  const subject = /^Subject: (.*(?:\r\n[ \t].*)*)/m.exec(raw)?.[1]?.replace(/\r\n[ \t]/g, ' ') ?? '';
  const boundary = /boundary="([^"]+)"/.exec(raw)?.[1];
  const parts = boundary ? raw.split(`--${boundary}`).slice(1, -1) : [raw];
  return { from, to, raw, subject: decodeWords(subject), parts: parts.map(bodyOf) };
}

function bodyOf(part: string): string {
  const start = part.replace(/^\r\n/, '');
  const [head = '', ...body] = start.split('\r\n\r\n');
  const text = body.join('\r\n\r\n');
  if (/encoding: base64/i.test(head)) return Buffer.from(text, 'base64').toString();
  return /encoding: quoted-printable/i.test(head) ? quotedPrintable(text.replaceAll('=\r\n', '')) : text;
}

function quotedPrintable(text: string): string {
  const bytes = text.replace(/=([0-9A-F]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(bytes, 'latin1').toString();
}

function decodeWords(header: string): string {
  return header
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([QB])\?([^?]*)\?=/gi, (_, kind: string, text: string) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(text, 'base64').toString()
        : quotedPrintable(text.replaceAll('_', ' ')),
    );
}
