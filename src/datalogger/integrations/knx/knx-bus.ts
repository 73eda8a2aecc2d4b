import type { Log } from '../../core/log';
import type { Clock } from '../../core/time/clock';
import type { Snapshot } from '../../plant/snapshot';
import type { PlantRecord } from '../../storage/config/plant-config';
import type { Undelivered } from '../delivery/undelivered';
import { type Guard, knxGroup, reasonOf } from '../outgoing/guard';
import { type KnxTarget, sendTelegrams, type Telegram } from './session';

export interface KnxBusOptions {
  readonly settings: () => PlantRecord['knx'];
  /** Whether there is an unacknowledged alarm. */
  readonly hasAlarm: () => boolean;
  readonly undelivered: Pick<Undelivered, 'failed' | 'delivered'>;
  readonly guard: Guard;
  readonly deviceClock: Clock;
  readonly log: Log;
}

type Settings = NonNullable<PlantRecord['knx']>;

const everyMs = 60_000;
const defaultPort = 3671;

/** Writes power, total energy and whether there is an alarm to the building's bus: every minute, and at once when the alarm changes. */
export class KnxBus {
  readonly #options: KnxBusOptions;
  #sending: Promise<void> | null = null;
  #nextMs = Number.NEGATIVE_INFINITY;
  #toldAlarm: boolean | null = null;
  #isFailing = false;

  constructor(options: KnxBusOptions) {
    this.#options = options;
  }

  /** Sends the values of this snapshot when they are due. Never throws. */
  cycle(snapshot: Snapshot): void {
    const settings = this.#options.settings();
    if (!settings?.abilitato || this.#sending) return;
    const nowMs = this.#options.deviceClock.monotonic();
    const hasAlarm = this.#options.hasAlarm();
    const isDue =
      nowMs >= this.#nextMs || (this.#toldAlarm !== null && hasAlarm !== this.#toldAlarm && !this.#isFailing);
    const telegrams = telegramsOf(settings, snapshot, hasAlarm);
    if (!isDue || telegrams.length === 0) return;
    this.#nextMs = nowMs + everyMs;
    this.#sending = this.#send(settings, telegrams, hasAlarm).finally(() => {
      this.#sending = null;
    });
  }

  async settled(): Promise<void> {
    await this.#sending;
  }

  async #send(settings: Settings, telegrams: readonly Telegram[], hasAlarm: boolean): Promise<void> {
    try {
      await sendTelegrams(await this.#targetOf(settings), telegrams);
      this.#toldAlarm = hasAlarm;
      this.#isFailing = false;
      this.#options.undelivered.delivered('knx');
    } catch (error) {
      this.#options.undelivered.failed('knx', null, reasonOf(error));
      if (!this.#isFailing) this.#options.log.info(`the KNX bus could not be written to: ${reasonOf(error)}`);
      this.#isFailing = true;
    }
  }

  async #targetOf({ modalita, gateway = '', porta = defaultPort, indirizzo }: Settings): Promise<KnxTarget> {
    const isTunnel = modalita === 'tunnel';
    const { guard } = this.#options;
    const address = await (isTunnel ? guard.resolve(gateway) : guard.resolveGroup(knxGroup));
    return { address, port: porta, individual: indirizzo, isTunnel };
  }
}

/** Power in W (DPT 14.056), energy in kWh (DPT 13.013), alarm (DPT 1.005). A point without group address or without value is left out. */
function telegramsOf(settings: Settings, { groups }: Snapshot, hasAlarm: boolean): Telegram[] {
  const { potenza = '', energia = '', allarme = '' } = settings;
  const { pac, etot } = groups.impianto.values;
  const telegrams: Telegram[] = [];
  const [power = null] = pac ?? [];
  const [energy = null] = etot ?? [];
  if (potenza !== '' && power !== null) {
    const value = Buffer.alloc(4);
    value.writeFloatBE(power * 1000);
    telegrams.push({ group: potenza, value, bits: 32 });
  }
  if (energia !== '' && energy !== null) {
    const value = Buffer.alloc(4);
    value.writeInt32BE(Math.min(Math.round(energy), 2 ** 31 - 1));
    telegrams.push({ group: energia, value, bits: 32 });
  }
  if (allarme !== '') telegrams.push({ group: allarme, value: Buffer.from([Number(hasAlarm)]), bits: 1 });
  return telegrams;
}
