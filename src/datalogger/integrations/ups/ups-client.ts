import { nutPort, type UpsReason } from '../../../contract/ups';
import type { Log } from '../../core/log';
import { readingOf, type UpsReading } from '../../core/system/ups-reading';
import type { Clock } from '../../core/time/clock';
import type { PlantRecord } from '../../storage/config/plant-config';
import { type Guard, reasonOf } from '../outgoing/guard';
import { NutSession, UpsError } from './session';

export interface UpsClientOptions {
  readonly plant: () => Pick<PlantRecord, 'hasUps' | 'ups' | 'upsPassword'> | null;
  readonly guard: Pick<Guard, 'connectToUps'>;
  /** Intervals and ages follow real time: only its monotonic time is used. */
  readonly clock: Clock;
  readonly log: Log;
}

/** How upsmon asks, too (`POLLFREQ`). */
const everyMs = 5000;
/** A reading older than this says nothing about now; `upsd` itself waits as long for its drivers (`MAXAGE`). */
const validMs = 15_000;
const connectMs = 5000;
/** s that the UPS is asked to wait before it cuts its output, so that the box is down by then. */
const cutDelayS = 120;

const testCommand = 'test.battery.start.quick';
const returnCommand = 'shutdown.return';

interface Target {
  readonly host: string;
  readonly port: number;
  readonly ups: string;
  readonly user: string;
  readonly password: string;
}

/** What is known of the UPS. */
interface Known {
  readonly reading: UpsReading;
  readonly atMs: number;
}

/** Reads a UPS from NUT's `upsd`, and gives it orders. */
export class UpsClient {
  readonly #options: UpsClientOptions;
  #key = '';
  #session: NutSession | null = null;
  #known: Known | null = null;
  #commands: ReadonlySet<string> = new Set();
  #reason: UpsReason | null = null;
  #nextMs = Number.NEGATIVE_INFINITY;
  #running: Promise<void> | null = null;
  #isClosed = false;
  /** The UPS of the last cycle: orders at a shutdown come when the configuration is closed. */
  #last: Target | null = null;

  constructor(options: UpsClientOptions) {
    this.#options = options;
  }

  /** Whether the UPS is read by NUT. */
  get isInUse(): boolean {
    return this.#target() !== null;
  }

  /** The reading that holds now; null where there is none, or only an old one. */
  get reading(): UpsReading | null {
    const age = this.#known === null ? Number.POSITIVE_INFINITY : this.#nowMs() - this.#known.atMs;
    return age <= validMs && this.isInUse ? (this.#known?.reading ?? null) : null;
  }

  /** Why there is no reading; null before the first attempt. */
  get reason(): UpsReason | null {
    return this.#reason;
  }

  /** Age of the last reading, s. */
  get ageS(): number | null {
    return this.#known && Math.round((this.#nowMs() - this.#known.atMs) / 1000);
  }

  /** Whether the UPS offers it, and there is a user for it. */
  get canTest(): boolean {
    return this.#mayOrder(testCommand);
  }
  get canReturn(): boolean {
    return this.#mayOrder(returnCommand);
  }

  /** Asks when it is time. Never throws. */
  cycle(): void {
    const target = this.#target();
    this.#last = target;
    const key = JSON.stringify(target);
    if (key !== this.#key) this.#restart(key);
    if (target === null || this.#running || this.#isClosed || this.#nowMs() < this.#nextMs) return;
    this.#nextMs = this.#nowMs() + everyMs;
    this.#running = this.#read(target, key).finally(() => {
      this.#running = null;
    });
  }

  async settled(): Promise<void> {
    await this.#running;
  }

  close(): void {
    this.#isClosed = true;
    this.#drop();
  }

  /** Starts the short battery test. Rejects where the UPS does not take it. */
  async test(): Promise<void> {
    await this.#order((session, ups) => session.ask('INSTCMD', ups, testCommand));
  }

  /** Orders the UPS to cut its output in `cutDelayS`, and to restore it when mains are there. Rejects where the UPS does not take it. */
  async cutAndReturn(): Promise<void> {
    await this.#order(async (session, ups) => {
      // A server may forbid to set it, a UPS may have no such delay: then its own holds (`offdelay`).
      await session
        .ask('SET', 'VAR', ups, 'ups.delay.shutdown', String(cutDelayS))
        .catch(error => this.#options.log.info(`the delay of the UPS stays as it is: ${reasonFor(error)}`));
      await session.ask('INSTCMD', ups, returnCommand);
    });
  }

  async #read(target: Target, key: string): Promise<void> {
    try {
      const session = this.#session ?? (await this.#open(target));
      // The settings have changed meanwhile.
      if (key !== this.#key || this.#isClosed) return session.close();
      this.#session = session;
      let reading = await readFrom(session, target.ups);
      // What one answer says, and the next one does not, raises no alarm.
      if (this.#known && isOtherwise(reading, this.#known.reading))
        reading = await readFrom(session, target.ups);
      if (key !== this.#key) return;
      if (this.#reason !== null) this.#options.log.info('the UPS is read again');
      this.#known = { reading, atMs: this.#nowMs() };
      this.#reason = null;
    } catch (error) {
      if (key === this.#key) this.#fail(error);
    }
  }

  async #open({ host, port, ups }: Target): Promise<NutSession> {
    const session = new NutSession(await this.#options.guard.connectToUps(host, port, connectMs));
    // Some drivers offer none; that is no failure.
    const commands = await session.list('CMD', ups);
    this.#commands = new Set(commands.flatMap(([name]) => name ?? []));
    return session;
  }

  #fail(error: unknown): void {
    const reason = reasonFor(error);
    if (reason !== this.#reason && !this.#isClosed)
      this.#options.log.info(`the UPS could not be read: ${reason}`);
    this.#reason = reason;
    // What the server itself calls old is not valid for a moment longer.
    if (error instanceof UpsError) this.#known = null;
    this.#drop();
  }

  /** Over a connection of its own, which logs in: the password is not sent to read. */
  async #order(work: (session: NutSession, ups: string) => Promise<unknown>): Promise<void> {
    if (this.#last === null) throw new UpsError('ups_sconosciuto');
    const { host, port, ups, user, password } = this.#last;
    const session = new NutSession(await this.#options.guard.connectToUps(host, port, connectMs));
    try {
      await session.ask('USERNAME', user);
      await session.ask('PASSWORD', password);
      await work(session, ups);
    } finally {
      session.close();
    }
  }

  #mayOrder(command: string): boolean {
    const { user = '', password = '' } = this.#last ?? {};
    return user !== '' && password !== '' && this.#commands.has(command);
  }

  #target(): Target | null {
    const { hasUps, ups, upsPassword } = this.#options.plant() ?? {};
    if (!hasUps || ups?.interfaccia !== 'nut' || !ups.host || !ups.nome_ups) return null;
    const { host, porta: port = nutPort, nome_ups, utente: user = '' } = ups;
    return { host, port, ups: nome_ups, user, password: upsPassword ?? '' };
  }

  #restart(key: string): void {
    this.#drop();
    this.#key = key;
    this.#known = null;
    this.#reason = null;
    this.#commands = new Set();
    this.#nextMs = Number.NEGATIVE_INFINITY;
  }

  #drop(): void {
    this.#session?.close();
    this.#session = null;
  }

  #nowMs(): number {
    return this.#options.clock.monotonic();
  }
}

const reasonFor = (error: unknown): UpsReason => (error instanceof UpsError ? error.reason : reasonOf(error));

async function readFrom(session: NutSession, ups: string): Promise<UpsReading> {
  const variables = await session.list('VAR', ups);
  const reading = readingOf(new Map(variables.map(([name = '', value = '']) => [name, value])));
  if (reading === null) throw new UpsError('dati_vecchi');
  return reading;
}

/** Whether it says something else of what alarms are judged by. */
const isOtherwise = (a: UpsReading, b: UpsReading) =>
  (['isOnBattery', 'isBatteryLow', 'isBatteryWorn', 'isCutting', 'hasFault'] as const).some(
    what => a[what] !== b[what],
  );
