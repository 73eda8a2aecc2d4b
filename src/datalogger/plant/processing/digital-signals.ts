import { inputKinds } from '../../../contract/codes';
import type { Configuration, RecordOf } from '../../../contract/config/kinds';
import { startOfLocalDay } from '../../../contract/zone';
import type { Answer } from '../source';
import { type ConfiguredDevice, deviceOf, type Service, serviceOf } from './rows';

type SignalRecord = RecordOf<'digital-signals'>;

/** The state of a configured contact: its level after polarity, filter and delays. */
interface Signal {
  isOn: boolean;
  /** Seconds of the steady clock at the last change. */
  changed: number;
  changesToday: number;
  /** Since when the contact differs from the state; null while they agree. */
  doubtedSince: number | null;
  /** Its alarm is acknowledged: a signal with memory is not held any longer. */
  isReleased: boolean;
}

/** The states of the configured digital signals, updated every second. Sources give the level of each contact (`raw`, 0 or 1). */
export class DigitalSignals {
  readonly #signals = new Map<number, Signal>();
  #records: readonly SignalRecord[] = [];
  /** Of modules, by their numbers. */
  #services: ReadonlyMap<number, Service> = new Map();
  #dayStart = Number.NaN;

  /** Takes over a new configuration; signals that are still in it keep their state. */
  configure(configuration: Configuration): void {
    this.#records = configuration['digital-signals'];
    this.#services = new Map(configuration['moduli-io'].map(module => [module.numero, serviceOf(module)]));
    const ids = new Set(this.#records.map(({ id }) => id));
    for (const id of this.#signals.keys()) if (!ids.has(id)) this.#signals.delete(id);
  }

  /** Releases a signal with memory: its alarm is acknowledged. */
  release(id: number): void {
    const signal = this.#signals.get(id);
    if (signal) signal.isReleased = true;
  }

  /** The days are those of another zone from `t` on; the one that runs goes on until the next midnight. */
  moveTo(zone: string, t: number): void {
    this.#dayStart = startOfLocalDay(zone, t);
  }

  step(t: number, zone: string, answers: ReadonlyMap<number, Answer>): void {
    const dayStart = startOfLocalDay(zone, t);
    for (const record of this.#records) {
      const answer = answers.get(record.id);
      const level = answer?.values.raw ?? null;
      if (!answer || level === null) continue;
      const wanted = (level === 1) !== (record.contatto === 'NC');
      const signal = this.#signals.get(record.id);
      if (!signal) {
        // A source may know when the contact changed last, and how often today.
        const { cambio, oggi } = answer.values;
        this.#signals.set(record.id, {
          isOn: wanted,
          changed: cambio ?? t,
          changesToday: oggi ?? 0,
          doubtedSince: null,
          isReleased: false,
        });
        continue;
      }
      if (dayStart !== this.#dayStart) signal.changesToday = 0;
      follow(signal, record, wanted, t);
    }
    this.#dayStart = dayStart;
  }

  /** A contact is in service only while its module is. */
  #serviceOf(record: SignalRecord): Service {
    const [own, ofModule] = [serviceOf(record), this.#services.get(record.modulo) ?? 'active'];
    if (own === 'disabled' || ofModule === 'disabled') return 'disabled';
    return own === 'active' ? ofModule : own;
  }

  devices(answers: ReadonlyMap<number, Answer>): ConfiguredDevice[] {
    return this.#records.map(record => {
      const signal = this.#signals.get(record.id);
      const { id, name, answer } = deviceOf(record, answers);
      return {
        id,
        name,
        service: this.#serviceOf(record),
        answer: signal ? answer : null,
        values: signal
          ? {
              v: Number(signal.isOn),
              raw: answer?.values.raw ?? null,
              cambio: signal.changed,
              oggi: signal.changesToday,
            }
          : {},
        facts: { tipo: inputKinds.indexOf(record.segnale) },
      };
    });
  }
}

function follow(signal: Signal, record: SignalRecord, wanted: boolean, t: number): void {
  if (wanted === signal.isOn) {
    signal.doubtedSince = null;
    return;
  }
  signal.doubtedSince ??= t;
  const delayS = (wanted ? record.ritardo_on : record.ritardo_off) + Math.floor(record.filtro / 1000);
  const isHeld = record.memoria && signal.isOn && !signal.isReleased;
  if (isHeld || t - signal.doubtedSince < delayS) return;
  signal.isOn = wanted;
  signal.isReleased = false;
  signal.changed = t;
  signal.changesToday++;
  signal.doubtedSince = null;
}
