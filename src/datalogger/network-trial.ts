import type { SystemSettings } from '../contract/system';
import { networkTrialS } from '../contract/system';
import { atMostEvery, type Log } from './log';
import { type Caller, dataloggerItself } from './serve/handler';
import type { Recorder } from './store/audit';
import type { ConfigDatabase } from './store/config-database';
import type { PlantRecord } from './store/plant-config';
import type { System } from './system';
import type { Clock } from './time/clock';

export interface NetworkTrialDeps {
  readonly config: Pick<ConfigDatabase, 'plantConfig' | 'networkTrial' | 'atomically'>;
  readonly system: System;
  /** The device's clock; only its monotonic time is used, which setting the clock does not change. */
  readonly clock: Clock;
  readonly record: Recorder;
  readonly log: Log;
}

/** The audit log names the datalogger as whoever did it. */
const reverting: Caller = { ...dataloggerItself, user: 'datalogger' };
const checkEveryMs = 1000;
const failureSaidEveryMs = 60_000;

/**
 * A change of network on trial: unless somebody confirms it at its new address in time, the old network is restored, also after a restart
 * of the datalogger.
 */
export class NetworkTrial {
  readonly #deps: NetworkTrialDeps;
  #endsAtMs: number | null = null;
  /** Whether the old network is restored, although this is not stored yet. */
  #isBack = false;
  #timer: NodeJS.Timeout | undefined;

  readonly #say: (error: unknown) => void;

  constructor(deps: NetworkTrialDeps) {
    this.#deps = deps;
    this.#say = atMostEvery(failureSaidEveryMs, error =>
      deps.log.error('the network is back, which could not be written yet', error),
    );
    // It was not confirmed before the restart.
    if (deps.config.networkTrial.read()) this.#watch(0);
    this.check();
  }

  /** To be called inside the transaction that writes the new network over `previous`. */
  begin(previous: PlantRecord['network']): void {
    const { networkTrial } = this.#deps.config;
    // A second change during a trial: the network to restore is still the last confirmed one.
    if (!networkTrial.read()) networkTrial.write(previous);
    this.#watch(networkTrialS * 1000);
  }

  #watch(forMs: number): void {
    this.#endsAtMs = this.#deps.clock.monotonic() + forMs;
    this.#isBack = false;
    clearInterval(this.#timer);
    this.#timer = setInterval(() => this.check(), checkEveryMs);
    this.#timer.unref();
  }

  /** False where no network is on trial. */
  confirm(): boolean {
    this.check();
    if (!this.#deps.config.networkTrial.read()) return false;
    this.#deps.config.networkTrial.clear();
    this.#end();
    return true;
  }

  state(): SystemSettings['rete_in_prova'] {
    this.check();
    const stored = this.#deps.config.networkTrial.read();
    const network = this.#deps.config.plantConfig.read()?.network;
    if (!stored || !network || this.#endsAtMs === null) return null;
    const left = (this.#endsAtMs - this.#deps.clock.monotonic()) / 1000;
    return { secondi: Math.max(0, Math.ceil(left)), precedente: stored.previous, nuova: network };
  }

  /** Restores the old network when the time is over. Never throws: where the disk refuses, it tries again. */
  check(): void {
    if (this.#endsAtMs !== null && this.#deps.clock.monotonic() >= this.#endsAtMs) this.#revert();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #revert(): void {
    const { config, system, record, log } = this.#deps;
    const previous = config.networkTrial.read()?.previous ?? null;
    if (!this.#isBack) {
      this.#isBack = true;
      system.applyNetwork(previous).catch(error => log.error('the network could not be set back', error));
    }
    try {
      config.atomically(() => {
        config.plantConfig.change({ network: previous });
        config.networkTrial.clear();
        record(reverting, 'plant.network.revert', 'impianto/1');
      });
      this.#end();
    } catch (error) {
      this.#say(error);
    }
  }

  #end(): void {
    this.#endsAtMs = null;
    clearInterval(this.#timer);
  }
}
