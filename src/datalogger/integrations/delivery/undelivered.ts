import { type Deliveries, type DeliveringService, deliveringServices } from '../../../contract/push';
import type { RefusedLines, TransferReason } from '../../../contract/sharing';
import type { SteadyClock } from '../../core/time/steady-clock';
import type { Notes } from '../../storage/jobs/notes';
import { Refusals } from './refusals';

/** A service as it is set now. */
interface ServiceNow {
  readonly isOn: boolean;
  /** Of its settings: with others counting starts again. */
  readonly version: number;
}

interface UndeliveredOptions {
  readonly notes: Notes;
  readonly deviceClock: SteadyClock;
  readonly serviceNow: (service: DeliveringService) => ServiceNow;
}

/** Attempts to deliver that failed, by service and recipient, until the service takes what waits. */
export class Undelivered {
  readonly #options: UndeliveredOptions;
  readonly #refusals: ReadonlyMap<DeliveringService, Refusals>;

  constructor(options: UndeliveredOptions) {
    this.#options = options;
    const { notes, deviceClock } = options;
    this.#refusals = new Map(
      deliveringServices.map(service => [
        service,
        new Refusals(notes, `undelivered-${service}`, deviceClock.steady.now),
      ]),
    );
  }

  failed(service: DeliveringService, to: string | null, reason: TransferReason): void {
    const { version } = this.#options.serviceNow(service);
    this.#refusals.get(service)?.add([{ reason, measurement: to, field: null, lines: 1 }], version);
  }

  /** `to` left out: the service has taken everything. */
  delivered(service: DeliveringService, to?: string): void {
    this.#refusals.get(service)?.taken(to);
    this.#refusals.get(service)?.add([], this.#options.serviceNow(service).version);
  }

  /** Whether a service that is on has not taken something for more than an hour (DLG03). */
  get hasFailed(): boolean {
    return [...this.#refusals].some(([service, refusals]) => {
      if (!this.#options.serviceNow(service).isOn) return false;
      // A service of dynamic names is asked seldom, and no more after it has refused for good.
      return service === 'dyn_dns' ? refusals.isStanding : refusals.isLasting;
    });
  }

  state(): Deliveries {
    const { deviceClock } = this.#options;
    const of = (service: DeliveringService): RefusedLines[] =>
      this.#refusals.get(service)?.state(steadyMs => deviceClock.stampOf(steadyMs)) ?? [];
    return {
      posta: of('posta'),
      webhook: of('webhook'),
      syslog: of('syslog'),
      dyn_dns: of('dyn_dns'),
      knx: of('knx'),
    };
  }
}
