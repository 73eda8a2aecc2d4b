import { dataloggerItself } from '../../api/http/handler';
import type { Log } from '../../core/log';
import type { HardwareStatus, System } from '../../core/system/system';
import type { Recorder } from '../../storage/config/audit';
import type { PlantRecord, UpsSettings } from '../../storage/config/plant-config';

/** Readings in a row that must give a cause, as one may be wrong. A server that is about to cut the output leaves less time. */
const confirmations = { usual: 3, order: 2 } as const;

interface UpsOptions {
  readonly system: Pick<System, 'status' | 'capabilities'>;
  readonly plant: () => Pick<PlantRecord, 'hasUps' | 'ups'> | null;
  /** Ends the program and shuts the box down. */
  readonly powerOff: (isReturning: boolean) => Promise<void>;
  readonly record: Recorder;
  readonly log: Log;
}

/** Why the box shuts down, as the audit log says it. */
type Cause = 'batteria' | 'durata' | 'autonomia' | 'carica' | 'ordine';

/**
 * Shuts the box down before the battery of the UPS is empty: a set time after its battery is low, or on battery when it has run for a set
 * time, when runtime or charge fall below what is set, or when the server of the UPS is about to cut its output. Nothing is shut down
 * for what a single reading says.
 */
export class UpsWatch {
  readonly #options: UpsOptions;
  /** Seconds of the steady clock; null while the mains are there, and while the battery is not low. */
  #onBatterySince: number | null = null;
  #lowSince: number | null = null;
  #isEnding = false;
  /** The reading that was judged last, and how many in a row gave a cause. */
  #judged: unknown = null;
  #readings = 0;

  constructor(options: UpsOptions) {
    this.#options = options;
  }

  cycle(steadyS: number): void {
    const { system, plant } = this.#options;
    const { hasUps, ups } = plant() ?? {};
    const status = system.status();
    const wasOnBattery = this.#onBatterySince !== null;
    if (!hasUps || !isOnBattery(status, wasOnBattery)) {
      this.#onBatterySince = null;
      this.#lowSince = null;
      this.#isEnding = false;
      this.#count(status, null);
      return;
    }
    this.#onBatterySince ??= steadyS;
    this.#lowSince = isLow(status) ? (this.#lowSince ?? steadyS) : null;
    const cause = ups ? this.#causeOf(status, ups, steadyS) : null;
    this.#count(status, cause);
    if (cause === null || this.#isEnding || !system.capabilities().spegnimento) return;
    if (this.#readings < needed(cause, ups ?? {})) return;
    this.#isEnding = true;
    this.#end(cause, ups?.interfaccia === 'nut' && ups.riaccensione === true);
  }

  /** A contact is read in every cycle, a UPS on the network when it was asked again. */
  #count({ ups: reading }: HardwareStatus, cause: Cause | null): void {
    const isNew = !reading || reading !== this.#judged;
    if (cause === null) this.#readings = 0;
    else if (isNew || this.#readings === 0) this.#readings++;
    this.#judged = reading;
  }

  #causeOf({ ups: reading }: HardwareStatus, settings: UpsSettings, steadyS: number): Cause | null {
    const { spegnimento, spegnimento_minuti, spegnimento_autonomia, spegnimento_carica } = settings;
    const isOver = (since: number | null, minutes: number | undefined) =>
      since !== null && minutes !== undefined && steadyS - since >= minutes * 60;
    const isBelow = (value: number | null | undefined, least: number | undefined) =>
      typeof value === 'number' && least !== undefined && value < least;
    if (reading?.isCutting) return 'ordine';
    if (isOver(this.#lowSince, spegnimento)) return 'batteria';
    if (isOver(this.#onBatterySince, spegnimento_minuti)) return 'durata';
    if (isBelow(reading?.runtimeS, spegnimento_autonomia && spegnimento_autonomia * 60)) return 'autonomia';
    return isBelow(reading?.chargePercent, spegnimento_carica) ? 'carica' : null;
  }

  #end(cause: Cause, isReturning: boolean): void {
    const { record, powerOff, log } = this.#options;
    log.info(`the box is shut down on battery: ${cause}`);
    record(dataloggerItself, 'system.shutdown', 'sistema', { changes: { motivo: [null, cause] } });
    powerOff(isReturning).catch(error => log.error('the box could not be shut down', error));
  }
}

/** What has lasted for minutes was read often enough. */
function needed(cause: Cause, { spegnimento, spegnimento_minuti }: Partial<UpsSettings>): number {
  if (cause === 'ordine') return confirmations.order;
  const minutes = cause === 'batteria' ? spegnimento : cause === 'durata' ? spegnimento_minuti : 0;
  return (minutes ?? 0) > 0 ? 1 : confirmations.usual;
}

/** A UPS that was on battery and does not answer any more still is: upsmon judges alike. */
function isOnBattery({ ups, acContact }: HardwareStatus, wasOnBattery: boolean): boolean {
  if (ups === null) return wasOnBattery;
  if (ups?.isCutting) return true;
  return acContact === '1' || (acContact === undefined && ups !== undefined && wasOnBattery);
}

/** A UPS that fell silent on battery counts as low. */
const isLow = ({ ups, batteryContact }: HardwareStatus) =>
  ups === null || (ups ? ups.isBatteryLow : batteryContact === '0');
