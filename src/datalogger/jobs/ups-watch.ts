import type { Log } from '../log';
import { dataloggerItself } from '../serve/handler';
import type { Recorder } from '../store/audit';
import type { PlantConfig } from '../store/plant-config';
import type { System } from '../system';

interface UpsOptions {
  readonly system: Pick<System, 'status' | 'shutDown'>;
  readonly plantConfig: Pick<PlantConfig, 'read'>;
  readonly record: Recorder;
  readonly log: Log;
}

/** Shuts the device down when mains is missing and the battery of the UPS has been low for as long as is configured. */
export class UpsWatch {
  readonly #options: UpsOptions;
  /** Seconds of the steady clock; null while the battery is not low. */
  #lowSince: number | null = null;
  #isEnding = false;

  constructor(options: UpsOptions) {
    this.#options = options;
  }

  cycle(steadyS: number): void {
    const { system, plantConfig, record, log } = this.#options;
    const { hasUps, ups } = plantConfig.read() ?? {};
    const { acContact, batteryContact } = system.status();
    if (!hasUps || acContact !== '1' || batteryContact !== '0') {
      this.#lowSince = null;
      this.#isEnding = false;
      return;
    }
    this.#lowSince ??= steadyS;
    const minutes = ups?.spegnimento;
    if (this.#isEnding || minutes === undefined || steadyS - this.#lowSince < minutes * 60) return;
    this.#isEnding = true;
    record(dataloggerItself, 'system.shutdown', 'sistema');
    system.shutDown().catch(error => log.error('the device could not be shut down', error));
  }
}
