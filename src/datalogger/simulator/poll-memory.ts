import { refreshSeconds } from '../../contract/codes';
import type { ConfigKind, Configuration } from '../../contract/config/kinds';
import { groupOf, shownRecords } from '../devices/setup';
import type { Answer, DeviceGroup } from '../source';

/** How a device is polled: every `everyS`, and held for silent when it has not answered for `giveUpS`. */
interface Polling {
  readonly everyS: number;
  readonly giveUpS: number;
}

/** A sample stays valid for this many polls. */
const validPolls = 3;

/**
 * The answers of devices that are polled less often than their group is read, or for whose answer it is waited longer: between two
 * polls the last answer stands, and a silence is told only after every retry has run out.
 */
export class PollMemory {
  readonly #polling = new Map<DeviceGroup, ReadonlyMap<number, Polling>>();
  readonly #last = new Map<string, Answer>();

  constructor(configuration: Configuration) {
    for (const kind of Object.keys(groupOf) as ConfigKind[]) {
      const slow = new Map<number, Polling>();
      for (const record of configuration[kind]) {
        if (!('polling' in record)) continue;
        const { polling, timeout, tentativi } = record;
        const giveUpS = ((1 + tentativi) * timeout) / 1000;
        const usualS = refreshSeconds[groupOf[kind]];
        if (polling <= usualS && giveUpS <= usualS) continue;
        for (const id of shownRecords(configuration, kind, record))
          slow.set(id, { everyS: polling, giveUpS });
      }
      if (slow.size > 0) this.#polling.set(groupOf[kind], slow);
    }
  }

  /** What the datalogger knows of a device that says `now`. */
  known(group: DeviceGroup, now: Answer): Answer {
    const polling = this.#polling.get(group === 'mppt' ? 'inverter' : group)?.get(now.record);
    if (!polling) return now;
    const key = `${group} ${now.record} ${now.part}`;
    const last = this.#last.get(key);
    const age = last ? now.sampled - last.sampled : Number.POSITIVE_INFINITY;
    if (last && age < (now.isResponding ? polling.everyS : polling.everyS + polling.giveUpS)) return last;
    const answer = {
      ...now,
      validS: Math.max(now.validS, validPolls * polling.everyS, polling.everyS + polling.giveUpS),
    };
    if (now.isResponding) this.#last.set(key, answer);
    return answer;
  }
}
