import type { Network } from '../../../contract/plant';
import type { SystemSettings } from '../../../contract/system';
import { networkTrialS } from '../../../contract/system';
import { type Caller, dataloggerItself } from '../../api/http/handler';
import type { Recorder } from '../../storage/config/audit';
import type { ConfigDatabase } from '../../storage/config/config-database';
import type { PlantRecord } from '../../storage/config/plant-config';
import { atMostEvery, type Log } from '../log';
import type { Clock } from '../time/clock';
import type { System } from './system';

export interface NetworkTrialDeps {
  readonly config: Pick<ConfigDatabase, 'plantConfig' | 'networkTrial' | 'atomically'>;
  readonly system: System;
  /** The device's clock; only its monotonic time is used, which setting the clock does not change. */
  readonly clock: Clock;
  readonly record: Recorder;
  readonly log: Log;
}

/** The audit log names the datalogger as the author. */
const reverting: Caller = { ...dataloggerItself, user: 'datalogger' };
const checkEveryMs = 1000;
/** How often the box is asked what became of its trial, ms. */
const askEveryMs = 5000;
const failureSaidEveryMs = 60_000;

/**
 * A change of network on trial: unless somebody confirms it at its new address in time, the old network is restored. Where the box has a
 * trial of its own, that one decides and a restart of the datalogger continues it; otherwise a restart restores the old network.
 */
export class NetworkTrial {
  readonly #deps: NetworkTrialDeps;
  /** Monotonic time at which the old network returns; null while none is on trial, or the box has not said when. */
  #endsAtMs: number | null = null;
  /** Monotonic time of the next question to the box; null while it is asked, or nothing is on trial. */
  #asksAtMs: number | null = null;
  /** Networks that are being applied: until then the box knows only of the trial before. */
  #applying = 0;
  /** Whether the old network is restored, although this is not stored yet. */
  #isBack = false;
  #timer: NodeJS.Timeout | undefined;

  readonly #say: (error: unknown) => void;
  readonly #saySilence: (error: unknown) => void;

  constructor(deps: NetworkTrialDeps) {
    this.#deps = deps;
    this.#say = atMostEvery(failureSaidEveryMs, error =>
      deps.log.error('the network is back, which could not be written yet', error),
    );
    this.#saySilence = atMostEvery(failureSaidEveryMs, error =>
      deps.log.error('the box does not say what became of its network', error),
    );
    if (deps.config.networkTrial.read()) this.#resume();
  }

  /** A trial that was open when the datalogger ended: the box goes on with its own; without one it counts as not confirmed. */
  #resume(): void {
    const { system, clock } = this.#deps;
    this.#watch(system.networkTrial === null ? clock.monotonic() : null);
    this.check();
  }

  /** To be called inside the transaction that writes the new network over `previous`; `apply` follows. */
  begin(previous: PlantRecord['network']): void {
    const { config, clock } = this.#deps;
    // A second change during a trial: the network to restore is still the last confirmed one.
    if (!config.networkTrial.read()) config.networkTrial.write(previous);
    this.#watch(clock.monotonic() + networkTrialS * 1000);
  }

  /** Applies the network that `begin` put on trial. Where the box refuses it, the old one is restored, and the call rejects. */
  async apply(network: PlantRecord['network']): Promise<void> {
    this.#applying++;
    try {
      await this.#deps.system.applyNetwork(network);
    } catch (error) {
      this.cancel();
      throw error;
    } finally {
      this.#applying--;
    }
  }

  #watch(endsAtMs: number | null): void {
    this.#endsAtMs = endsAtMs;
    this.#asksAtMs = this.#deps.clock.monotonic() + (endsAtMs === null ? 0 : askEveryMs);
    this.#isBack = false;
    clearInterval(this.#timer);
    this.#timer = setInterval(() => this.check(), checkEveryMs);
    this.#timer.unref();
  }

  /** False where no network is on trial, or the box has restored the old one. Rejects where the box does not answer. */
  async confirm(): Promise<boolean> {
    this.check();
    const { config, system } = this.#deps;
    const network = this.#onTrial();
    if (!network || this.#isBack) return false;
    if (system.networkTrial !== null && !(await system.networkTrial.confirm(network))) {
      // The question of a moment before may have found out first.
      if (config.networkTrial.read()) this.#revert();
      return false;
    }
    this.#clear();
    return true;
  }

  /** Restores the old network at once. */
  cancel(): void {
    if (this.#deps.config.networkTrial.read()) this.#revert();
  }

  #clear(): void {
    this.#deps.config.networkTrial.clear();
    this.#end();
  }

  /** The network that waits to be confirmed; null without one. */
  #onTrial(): Network | null {
    const { networkTrial, plantConfig } = this.#deps.config;
    return networkTrial.read() ? (plantConfig.read()?.network ?? null) : null;
  }

  state(): SystemSettings['rete_in_prova'] {
    this.check();
    const stored = this.#deps.config.networkTrial.read();
    const network = this.#onTrial();
    if (!stored || !network || this.#endsAtMs === null) return null;
    const left = (this.#endsAtMs - this.#deps.clock.monotonic()) / 1000;
    return { secondi: Math.max(0, Math.ceil(left)), precedente: stored.previous, nuova: network };
  }

  /** Follows the trial of the box, or restores the old network when the time is over. Never throws: where the disk refuses, it tries again. */
  check(): void {
    const now = this.#deps.clock.monotonic();
    if (this.#isBack || this.#deps.system.networkTrial === null) {
      if (this.#endsAtMs !== null && (this.#isBack || now >= this.#endsAtMs)) this.#revert();
    } else if (this.#asksAtMs !== null && now >= this.#asksAtMs && this.#applying === 0) void this.#follow();
  }

  /** Takes over what became of the trial of the box. */
  async #follow(): Promise<void> {
    const { system, clock } = this.#deps;
    const network = this.#onTrial();
    if (network === null || system.networkTrial === null) return this.cancel();
    this.#asksAtMs = null;
    const state = await system.networkTrial.state(network).catch(this.#saySilence);
    // Meanwhile confirmed, taken back or changed again.
    if (this.#asksAtMs !== null || this.#onTrial() === null) return;
    this.#asksAtMs = clock.monotonic() + askEveryMs;
    if (!state) return;
    if (state.outcome === 'open') this.#endsAtMs = clock.monotonic() + state.secondsLeft * 1000;
    else if (state.outcome === 'confirmed') this.#clear();
    else this.#revert();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #revert(): void {
    const { config, system, record, log, clock } = this.#deps;
    const previous = config.networkTrial.read()?.previous ?? null;
    if (!this.#isBack) {
      this.#isBack = true;
      this.#endsAtMs ??= clock.monotonic();
      const back = system.networkTrial?.revert() ?? system.applyNetwork(previous);
      back.catch(error => log.error('the network could not be set back', error));
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
    this.#asksAtMs = null;
    clearInterval(this.#timer);
  }
}
