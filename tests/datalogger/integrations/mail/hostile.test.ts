import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import fc from 'fast-check';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Report } from '../../../../src/contract/reports';
import type { TransferReason } from '../../../../src/contract/sharing';
import { alarmLetter, trialLetter } from '../../../../src/datalogger/integrations/mail/letters';
import { type Letter, Mailer } from '../../../../src/datalogger/integrations/mail/mailer';
import { reportLetter } from '../../../../src/datalogger/integrations/mail/report-letter';
import type { MailSettings } from '../../../../src/datalogger/storage/config/service-settings';
import { startDatalogger } from '../../../support/datalogger';
import { exampleMail } from '../../../support/example-services';
import { localGuard } from '../../../support/local-guard';
import { type ReceivedMail, type SmtpSink, smtpSink } from '../../../support/smtp-sink';
import { noneCounted } from '../../../support/undelivered';

/*
 * Schemas refuse most of these texts when they are written; here they are already stored, by an older version or by other means, and
 * go straight into every kind of e-mail.
 */

let report: Report;
beforeAll(async () => {
  const datalogger = await startDatalogger({ historyDays: 1 });
  const path = '/api/report?tipo=giornaliero&d=2026-06-09';
  report = await (await datalogger.request(path, { token: datalogger.login('admin') })).json();
  await datalogger.close();
});

let sink: SmtpSink;
beforeEach(async () => {
  sink = await smtpSink();
});
afterEach(() => sink.close());

const mailerOf = (change: Partial<MailSettings>) => {
  const { password: _, ...settings } = exampleMail;
  const value = { ...settings, server: '127.0.0.1', utente: '', sicurezza: 'nessuna' as const, ...change };
  const records = { read: () => ({ value, secret: null, version: 1 }), write: () => undefined };
  return new Mailer(records, localGuard, noneCounted);
};

/** Sends it as if `name` were what plant, devices and sender are called. */
async function sent(letter: Letter, name: string): Promise<ReceivedMail> {
  const mailer = mailerOf({ porta: sink.port, nome_mittente: name });
  expect(await mailer.send(letter)).toBeNull();
  const mail = sink.mails.at(-1);
  if (!mail) throw new Error('no e-mail');
  return mail;
}

const recipient = { email: 'servizio@example.net', lingua: 'it' } as const;
const place = { zone: 'Europe/Rome', isDigest: false, address: 'http://192.168.1.10' };
const noticeOf = (device: string) => ({ id: 1, code: 'INV01', device, priority: 1, begin: 1_781_000_000 });

/** Every kind of e-mail there is. */
const lettersOf = (name: string): readonly Letter[] => [
  trialLetter(name, recipient),
  alarmLetter({ ...place, plant: name }, [noticeOf(name)], recipient),
  alarmLetter({ ...place, plant: name, isDigest: true }, [noticeOf(name), noticeOf(name)], recipient),
  reportLetter(report, name, recipient, { hasRows: true, pdf: Buffer.from('%PDF-') }),
  // No file is called after what people type; were one, it would be safe.
  { ...trialLetter(name, recipient), attachments: [{ name, content: name }] },
];

const plainHeaders = [
  ...['Content-Transfer-Encoding', 'Content-Type', 'Date', 'From', 'MIME-Version', 'Message-ID'],
  ...['Subject', 'To'],
].sort();
const multipartHeaders = plainHeaders.filter(header => header !== 'Content-Transfer-Encoding');

/** The headers of a message or of a part of it, each on one line. */
function headersOf(raw: string): [name: string, value: string][] {
  const [head = ''] = raw.split('\r\n\r\n');
  return head
    .replace(/\r\n[ \t]/g, ' ')
    .split('\r\n')
    .map(line => [line.split(':')[0] ?? '', line.slice(line.indexOf(':') + 1).trim()]);
}

function expectHarmless({ from, to, raw, subject }: ReceivedMail, letter: Letter): void {
  expect([from, to]).toEqual(['masseria@example.net', ['servizio@example.net']]);
  const headers = headersOf(raw);
  const names = headers.map(([name]) => name).sort();
  expect(names).toEqual(letter.attachments ? multipartHeaders : plainHeaders);
  const values = new Map(headers);
  expect(values.get('To')).toBe('servizio@example.net');
  expect(values.get('From')).toMatch(/(^| )<?masseria@example\.net>?$/);
  expect(values.get('From')?.match(/<[^<>]*@[^<>]*>$/)?.length ?? 1).toBe(1);
  // Lines end in one way only, none is longer than a mail server takes, and none ends the message.
  expect(raw).not.toMatch(/[^\r]\n|\r[^\n]/);
  expect(raw).not.toMatch(/(^|\r\n)\.(\r\n|$)/);
  expect(Math.max(...raw.split('\r\n').map(line => line.length))).toBeLessThan(998);
  expect(subject).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
  const file = /filename="?([^"\r\n;]*)"?/.exec(raw)?.[1];
  if (letter.attachments) expect(file).toMatch(/^[\w.-]+$/);
}

const hostile = [
  ...['x\r\nBcc: evil@example.org', 'x\nBcc: evil@example.org', 'x\rBcc: evil@example.org'],
  ...['x\r\n\r\n<html>', 'x\u2028Bcc: evil@example.org', 'x\u2029\u0085\u000bBcc: evil@example.org'],
  ...['a,evil@example.org', 'a;evil@example.org', '<evil@example.org>', '"x" <evil@example.org>, y', 'a: b;'],
  ...[
    'x\r\n.\r\nMAIL FROM:<evil@example.org>\r\nRCPT TO:<evil@example.org>\r\nDATA\r\nx',
    '.',
    '..',
    '\n.\n',
  ],
  ...['\r.\r', '\u202Egpj.exe', 'a\u0000b', '"q\\', '(comment', 'è'.repeat(500), 'x'.repeat(5000), '\ud800'],
  ...['=?utf-8?Q?x=0D=0ABcc:_evil=40example.org?=', '=?utf-8?B?eOKArmdwai5leGU=?= y', '../../x.exe', ' '],
];

describe('C15: an e-mail has the headers, the recipients and the one body it should, with', () => {
  test.each(hostile.map(name => [JSON.stringify(name).slice(0, 60), name]))('%s', async (_, name) => {
    for (const letter of lettersOf(name)) expectHarmless(await sent(letter, name), letter);
    expect(sink.mails).toHaveLength(lettersOf(name).length);
  });

  test('any text at all', async () => {
    const piece = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: 'binary' }),
      fc.constantFrom(...hostile, '\r', '\n', '.', '\r\n', '=?', '?=', '<', '>', ',', ';', ':', '@'),
    );
    const text = fc.array(piece, { minLength: 1, maxLength: 6 }).map(pieces => pieces.join(''));
    await fc.assert(
      fc.asyncProperty(text, async name => {
        const before = sink.mails.length;
        for (const letter of lettersOf(name)) expectHarmless(await sent(letter, name), letter);
        expect(sink.mails.length - before).toBe(lettersOf(name).length);
      }),
      { numRuns: 40 },
    );
  });

  test('a recipient that is more than one address', async () => {
    const mailer = mailerOf({ porta: sink.port });
    for (const to of ['a@example.net,evil@example.org', 'a@example.net>, <evil@example.org']) {
      await mailer.send({ ...trialLetter('FV', recipient), to });
    }
    expect(sink.mails.filter(mail => mail.to.length !== 1 || mail.to.includes('evil@example.org'))).toEqual(
      [],
    );
  });

  test('nothing that a mail program would turn into other letters', async () => {
    const name = '=?utf-8?Q?=41larm?= y';
    const mail = await sent(trialLetter(name, recipient), name);
    expect(mail.subject).toBe('= ?utf-8?Q?=41larm?= y: Meridiana');
    expect(mail.raw).not.toContain('=?utf-8?Q?=41larm');
  });
});

describe('D03: a hostile mail server costs no more than its time', () => {
  const sockets = new Set<Socket>();
  afterEach(() => {
    for (const socket of sockets) socket.destroy();
  });

  async function failureWith(onConnection: (socket: Socket) => void, passMs: number, left?: AbortSignal) {
    const server = createServer(socket => {
      sockets.add(socket);
      socket.on('error', () => undefined);
      onConnection(socket);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    vi.useFakeTimers({ shouldAdvanceTime: true });
    try {
      let reason: TransferReason | null | undefined;
      const sending = mailerOf({ porta: address.port }).tryOut(trialLetter('FV', recipient), left);
      void sending.then(({ motivo }) => {
        reason = motivo;
      });
      for (let passed = 0; passed < passMs && reason === undefined; passed += 1000) {
        await vi.advanceTimersByTimeAsync(1000);
        // What is on its way through the sockets arrives.
        await new Promise(resolve => setImmediate(resolve));
      }
      return reason;
    } finally {
      vi.useRealTimers();
      server.close();
    }
  }

  test('one line a while, for ever', async () => {
    const drip = (socket: Socket) => {
      socket.write('220 ready\r\n');
      socket.once('data', () => {
        const timer = setInterval(() => socket.write('250-x\r\n'), 5000);
        socket.on('close', () => clearInterval(timer));
      });
    };
    expect(await failureWith(drip, 120_000)).toBe('attesa_scaduta');
  });

  test('nothing, until who waits for the trial has left', async () => {
    const leaving = new AbortController();
    const silent = () => leaving.abort();
    // Of the 20 s that it would be waited for.
    expect(await failureWith(silent, 5000, leaving.signal)).toEqual(expect.any(String));
  });

  test('a banner without end', async () => {
    const flood = (socket: Socket) => {
      const more = () => {
        while (!socket.destroyed && socket.write(`220-${'x'.repeat(4000)}\r\n`));
      };
      socket.on('drain', more);
      more();
    };
    const before = process.memoryUsage().rss;
    expect(await failureWith(flood, 30_000)).toEqual(expect.any(String));
    expect((process.memoryUsage().rss - before) / 2 ** 20).toBeLessThan(64);
  });
});
