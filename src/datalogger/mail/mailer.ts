import { createTransport } from 'nodemailer';
import type { TransferReason } from '../../contract/sharing';
import { type Guard, OutgoingError, reasonOf } from '../outgoing/guard';
import type { MailSettings } from '../store/service-settings';
import type { SettingRecords } from '../store/setting-records';

export interface Letter {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly attachment?: { readonly name: string; readonly text: string };
}

const waitMs = 20_000;

/** Sends e-mails through the server of the settings, as they are at the time. */
export class Mailer {
  readonly #settings: SettingRecords<MailSettings>;
  readonly #guard: Guard;

  constructor(settings: SettingRecords<MailSettings>, guard: Guard) {
    this.#settings = settings;
    this.#guard = guard;
  }

  get isOn(): boolean {
    return this.#settings.read().value.abilitata;
  }

  /** Null when the server has taken it, else why not; what the server said is not repeated. */
  async send({ to, subject, text, attachment }: Letter): Promise<TransferReason | null> {
    const { value } = this.#settings.read();
    const transport = this.#transport();
    try {
      await transport.sendMail({
        from: { name: value.nome_mittente, address: value.mittente },
        to,
        subject,
        text,
        ...(attachment && {
          attachments: [
            { filename: attachment.name, content: attachment.text, contentType: 'text/csv; charset=utf-8' },
          ],
        }),
        disableFileAccess: true,
        disableUrlAccess: true,
      });
      return null;
    } catch (error) {
      return mailReasonOf(error);
    } finally {
      transport.close();
    }
  }

  #transport() {
    const { value, secret } = this.#settings.read();
    const { server, porta, sicurezza, utente } = value;
    return createTransport({
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
          connection => callback(null, { connection }),
          error => callback(error, {}),
        );
      },
    });
  }
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
