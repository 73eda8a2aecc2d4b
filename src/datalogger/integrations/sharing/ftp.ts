import { isIP } from 'node:net';
import { Readable } from 'node:stream';
import type { ConnectionOptions } from 'node:tls';
import { Client, FTPError } from 'basic-ftp';
import type { TransferReason, trialSteps } from '../../../contract/sharing';
import type { SharingSettings } from '../../storage/config/service-settings';
import { requireFingerprint } from '../outgoing/channel';
import { type Guard, reasonOf, within } from '../outgoing/guard';

export type FtpStep = (typeof trialSteps)[number];

/** Bytes a second below which an upload counts as stuck. */
const slowestBytesPerS = 500;

/** A step that failed, and why. */
export class FtpFailure extends Error {
  readonly step: FtpStep;
  readonly reason: TransferReason;
  /** The server's reply; null where it gave none. */
  readonly code: number | null;

  constructor(step: FtpStep, reason: TransferReason, code: number | null = null) {
    super(`${step}: ${reason}`);
    this.step = step;
    this.reason = reason;
    this.code = code;
  }
}

/**
 * A login to an FTP server, passive mode only. Data connections go to the address of the control connection, whatever address a PASV
 * answer names: a server behind NAT names one that only its own network has. Every step ends within the time the settings allow.
 * Rejections are `FtpFailure`.
 */
export class FtpSession {
  readonly #settings: SharingSettings;
  readonly #password: string;
  readonly #guard: Guard;
  readonly #client: Client;
  readonly #forMs: number;
  #address = '';

  constructor(settings: SharingSettings, password: string | null, guard: Guard) {
    this.#settings = settings;
    this.#password = password ?? '';
    this.#guard = guard;
    this.#forMs = settings.attesa * 1000;
    this.#client = new Client(this.#forMs, { allowSeparateTransferHost: false });
    const { ftp } = this.#client;
    const request = ftp.request.bind(ftp);
    ftp.request = async command => {
      const answer = await request(command);
      return command === 'PASV' ? { ...answer, message: atAddress(answer.message, this.#address) } : answer;
    };
  }

  /** From the name to the folder, in order; `onStep` hears of each that is done. */
  async open(onStep: (step: FtpStep) => void = () => undefined): Promise<void> {
    const steps: readonly (readonly [FtpStep, () => Promise<unknown>])[] = [
      ['nome', () => this.#resolve()],
      ['connessione', () => this.#connect()],
      ['tls', () => this.#secure()],
      ['accesso', () => this.#logIn()],
      ['cartella', () => this.#enter()],
    ];
    for (const [step, work] of steps) {
      await this.#step(step, work);
      onStep(step);
    }
  }

  /** Under another name first: nobody ever sees half a file under the final one. */
  async upload(
    name: string,
    bytes: Uint8Array,
    onStep: (step: FtpStep) => void = () => undefined,
  ): Promise<void> {
    const part = `${name}.part`;
    const forMs = this.#forMs + (bytes.length / slowestBytesPerS) * 1000;
    await this.#step('scrittura', () => this.#client.uploadFrom(Readable.from([bytes]), part), forMs);
    onStep('scrittura');
    await this.#step('rinomina', () => this.#rename(part, name));
    onStep('rinomina');
  }

  async remove(name: string): Promise<void> {
    await this.#step('cancellazione', () => this.#client.remove(name));
  }

  close(): void {
    this.#client.close();
  }

  async #resolve(): Promise<void> {
    this.#address = await this.#guard.resolve(this.#settings.host);
  }

  async #connect(): Promise<void> {
    const { protocollo, porta } = this.#settings;
    if (protocollo === 'ftps_implicito') {
      await this.#client.connectImplicitTLS(this.#address, porta, this.#tlsOptions());
    } else await this.#client.connect(this.#address, porta);
  }

  async #secure(): Promise<void> {
    const { protocollo, impronta } = this.#settings;
    if (protocollo === 'ftp') return;
    if (protocollo === 'ftps') await this.#client.useTLS(this.#tlsOptions());
    const { socket } = this.#client.ftp;
    // Nothing secret was sent yet.
    requireFingerprint(socket, impronta);
  }

  /** The connection goes to the address that was resolved, the certificate has to be that of the name. */
  #tlsOptions(): ConnectionOptions {
    const { host, impronta } = this.#settings;
    const servername = isIP(host) === 0 ? host : '';
    return { host: this.#address, servername, rejectUnauthorized: impronta === '' };
  }

  async #logIn(): Promise<void> {
    await this.#client.login(this.#settings.utente || 'anonymous', this.#password);
    await this.#client.useDefaultSettings();
  }

  async #enter(): Promise<void> {
    if (this.#settings.cartella !== '') await this.#client.ensureDir(this.#settings.cartella);
  }

  /** What is there under the name is a copy that was sent before. */
  async #rename(part: string, name: string): Promise<void> {
    try {
      await this.#client.rename(part, name);
    } catch (error) {
      if (!(error instanceof FTPError)) throw error;
      await this.#client.remove(name, true);
      await this.#client.rename(part, name).catch(async again => {
        // A server that forbids renaming would keep one half file for each attempt.
        if (again instanceof FTPError) await this.#client.remove(part, true);
        throw again;
      });
    }
  }

  async #step(step: FtpStep, work: () => Promise<unknown>, forMs = this.#forMs): Promise<void> {
    try {
      await within(forMs, work(), () => this.#client.close());
    } catch (error) {
      const failure = new FtpFailure(
        step,
        ftpReasonOf(step, error),
        error instanceof FTPError ? error.code : null,
      );
      // The connection is as good as before: the next file may be tried over it.
      if (!refusesFile(failure)) this.#client.close();
      throw failure;
    }
  }
}

/** A PASV answer with another IPv4 address; an IPv6 address has EPSV only. */
const atAddress = (message: string, address: string) =>
  isIP(address) === 4
    ? message.replace(/(?<!\d)\d{1,3}(,\d{1,3}){3}(?=,\d{1,3},\d{1,3})/, address.replaceAll('.', ','))
    : message;

/** Whether the server refuses this file, and neither the connection nor all that comes (RFC 959, 4.2.1). */
export function refusesFile({ step, code }: FtpFailure): boolean {
  if (code === null || code === 421) return false;
  return step === 'rinomina' || (step === 'scrittura' && code >= 500 && code !== 552);
}

/** By the reply code of the server (RFC 959, 4.2), never by its words. */
function ftpReasonOf(step: FtpStep, error: unknown): TransferReason {
  if (!(error instanceof FTPError)) return reasonOf(error);
  if (error.code === 421) return 'interrotta';
  if (error.code === 452 || error.code === 552) return 'disco_pieno';
  if (step === 'accesso' && (error.code === 530 || error.code === 430)) return 'credenziali';
  if (step === 'tls') return 'tls';
  return error.code === 550 || error.code === 553 || error.code === 532 ? 'permesso' : 'protocollo';
}
