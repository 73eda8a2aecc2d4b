import type { Socket } from 'node:net';
import { createTransport } from 'nodemailer';
import type { TransferReason, Trial, TrialStep } from '../../../contract/sharing';
import { replaceUnseen } from '../../../contract/text';
import type { MailSettings } from '../../storage/config/service-settings';
import type { SettingRecords } from '../../storage/config/setting-records';
import type { Undelivered } from '../delivery/undelivered';
import { type Guard, OutgoingError, reasonOf, within } from '../outgoing/guard';
import { trialOf } from '../outgoing/trial';

/** A file of a letter: a table, or a document as PDF. */
export interface Attachment {
  readonly name: string;
  readonly content: string | Buffer;
}

export interface Letter {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly attachments?: readonly Attachment[];
}

const waitMs = 20_000;
/** However long a server draws it out. */
const wholeMs = 90_000;
/** Characters of a subject or a name in a header. */
const longestHeader = 200;
const longestFileName = 60;

type Step = TrialStep['passo'];
/** In the order they are taken. */
const steps: readonly Step[] = ['nome', 'connessione', 'tls', 'accesso', 'invio'];

interface Failure {
  readonly step: Step;
  readonly reason: TransferReason;
}

/** Sends e-mails through the server of the settings, as they are at the time. */
export class Mailer {
  readonly #settings: SettingRecords<MailSettings>;
  readonly #guard: Guard;
  readonly #undelivered: Pick<Undelivered, 'failed' | 'delivered'>;

  constructor(
    settings: SettingRecords<MailSettings>,
    guard: Guard,
    undelivered: Pick<Undelivered, 'failed' | 'delivered'>,
  ) {
    this.#settings = settings;
    this.#guard = guard;
    this.#undelivered = undelivered;
  }

  get isOn(): boolean {
    return this.#settings.read().value.abilitata;
  }

  /** Null when the server has taken it, else why not; what the server said is not repeated. */
  async send(letter: Letter): Promise<TransferReason | null> {
    const failure = await this.#attempt(letter);
    if (failure) this.#undelivered.failed('posta', letter.to, failure.reason);
    else this.#undelivered.delivered('posta', letter.to);
    return failure?.reason ?? null;
  }

  /** Sends a letter and says each step. Ends at once when who waits for it has left. */
  async tryOut(
    letter: Letter,
    left?: AbortSignal,
  ): Promise<Trial & { readonly motivo: TransferReason | null }> {
    const { sicurezza, utente } = this.#settings.read().value;
    const failure = await this.#attempt(letter, left);
    const skipped: Step[] = [];
    if (sicurezza === 'nessuna') skipped.push('tls');
    if (utente === '') skipped.push('accesso');
    const doneTo = failure ? steps.indexOf(failure.step) : steps.length;
    const done = new Map(steps.slice(0, doneTo).map(step => [step, null]));
    return { motivo: failure?.reason ?? null, ...trialOf(steps, done, failure, skipped) };
  }

  /** Null when the server has taken it. */
  async #attempt(letter: Letter, left?: AbortSignal): Promise<Failure | null> {
    const { transport, abort } = this.#transport();
    left?.addEventListener('abort', abort, { once: true });
    if (left?.aborted) abort();
    try {
      await within(wholeMs, transport.sendMail(this.#messageOf(letter)), abort);
      return null;
    } catch (error) {
      const reason = mailReasonOf(error);
      return { step: stepOf(reason, error), reason };
    } finally {
      left?.removeEventListener('abort', abort);
      transport.close();
    }
  }

  #messageOf({ to, subject, text, attachments = [] }: Letter) {
    const { value } = this.#settings.read();
    return {
      from: { name: headerText(value.nome_mittente), address: value.mittente },
      // As an object it is one address, whatever is in it.
      to: { name: '', address: to },
      subject: headerText(subject),
      text: replaceUnseen(text, () => ''),
      // No line is longer than a mail server takes, whatever is written.
      textEncoding: 'quoted-printable' as const,
      attachments: attachments.map(({ name, content }) => ({
        filename: name.replace(/[^\w.-]/g, '_').slice(-longestFileName),
        content,
        contentType: typeof content === 'string' ? 'text/csv; charset=utf-8' : 'application/pdf',
      })),
      disableFileAccess: true,
      disableUrlAccess: true,
    };
  }

  #transport() {
    const { value, secret } = this.#settings.read();
    const { server, porta, sicurezza, utente } = value;
    let socket: Socket | null = null;
    let isOver = false;
    const transport = createTransport({
      host: server,
      port: porta,
      secure: sicurezza === 'tls',
      requireTLS: sicurezza === 'starttls',
      ignoreTLS: sicurezza === 'nessuna',
      ...(utente !== '' && { auth: { user: utente, pass: secret ?? '' } }),
      greetingTimeout: waitMs,
      socketTimeout: waitMs,
      // Only through the guard: nodemailer itself opens no connection.
      getSocket: (_, callback) => {
        this.#guard.connect(server, porta, waitMs).then(
          connection => {
            socket = connection;
            if (isOver) connection.destroy();
            callback(null, { connection });
          },
          error => callback(error, {}),
        );
      },
    });
    const abort = () => {
      isOver = true;
      socket?.destroy();
    };
    return { transport, abort };
  }
}

/** A text that stands in a header as it is: one line, all of it to be seen, no code that a mail program turns into other letters. */
function headerText(text: string): string {
  const line = replaceUnseen(text, () => '').replace(/\s+/g, ' ');
  // `=?utf-8?Q?...?=` (RFC 2047)
  return [...line.replaceAll('=?', '= ?')].slice(0, longestHeader).join('');
}

const byCode: Readonly<Record<string, TransferReason>> = {
  EAUTH: 'credenziali',
  ENOAUTH: 'credenziali',
  ETLS: 'tls',
  EENVELOPE: 'permesso',
  EMESSAGE: 'permesso',
  ETIMEDOUT: 'attesa_scaduta',
};

/** nodemailer wraps what it was given, so the guard's own reason stands in its message. */
function mailReasonOf(error: unknown): TransferReason {
  if (error instanceof OutgoingError) return error.reason;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const reason = reasonOf(error);
  return reason === 'protocollo' ? (byCode[code] ?? reason) : reason;
}

const stepByReason: { readonly [R in TransferReason]?: Step } = {
  nome_sconosciuto: 'nome',
  indirizzo_vietato: 'nome',
  certificato: 'tls',
  tls: 'tls',
  credenziali: 'accesso',
};

/** At which step it failed: by the reason, or by the command that nodemailer names. */
function stepOf(reason: TransferReason, error: unknown): Step {
  const command = error instanceof Error && 'command' in error ? String(error.command) : '';
  const byCommand = /^(MAIL|RCPT|DATA)/.test(command) ? 'invio' : 'connessione';
  return stepByReason[reason] ?? (command.startsWith('AUTH') ? 'accesso' : byCommand);
}
