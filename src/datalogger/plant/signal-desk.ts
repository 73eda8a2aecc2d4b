import { deviceStates, inputKinds } from '../../contract/codes';
import type { RecordOf } from '../../contract/config/kinds';
import { startOfLocalDay } from '../zone';
import type { InputReading } from './digital-inputs';
import type { Columns, Place, Polled } from './rows';
import { type Setup, serviceOf } from './setup';

type SignalRecord = RecordOf<'digital-signals'>;

/** A contact as it is configured: what its level means, once filter and delays have passed. */
interface Signal {
  isOn: boolean;
  /** Epoch seconds of the last change. */
  changed: number;
  changesToday: number;
  /** Since when the contact says otherwise; null while it agrees. */
  doubtedSince: number | null;
  /** Its alarm is acknowledged: a memory holds it no longer. */
  isReleased: boolean;
}

export interface SignalReading extends Polled, Signal {
  /** Level of the contact, before normally open or closed. */
  readonly level: boolean;
}

export const signalColumns: Columns<'di', SignalReading, null> = {
  v: ({ isOn }) => Number(isOn),
  raw: ({ level }) => Number(level),
  // Configured, not read.
  tipo: () => null,
  cambio: ({ changed }) => changed,
  oggi: ({ changesToday }) => changesToday,
};

/** The configured digital signals, second by second. */
export class SignalDesk {
  readonly #signals = new Map<number, Signal>();
  #setup: Setup;
  #dayStart = Number.NaN;

  constructor(setup: Setup) {
    this.#setup = setup;
  }

  /** What is configured from now on; signals that stay keep their state. */
  follow(setup: Setup): void {
    this.#setup = setup;
    const ids = new Set(this.#records().map(({ id }) => id));
    for (const id of this.#signals.keys()) if (!ids.has(id)) this.#signals.delete(id);
  }

  /** Lets go of what a memory holds: the alarm is acknowledged. */
  release(id: number): void {
    const signal = this.#signals.get(id);
    if (signal) signal.isReleased = true;
  }

  step(t: number, zone: string, contacts: readonly InputReading[]): void {
    const dayStart = startOfLocalDay(zone, t);
    for (const record of this.#records()) {
      const contact = this.#contactOf(record, contacts);
      if (!contact) continue;
      const wanted = levelOf(contact) !== (record.contatto === 'NC');
      const signal = this.#signals.get(record.id);
      if (!signal) {
        const { changed, changesToday } = contact;
        this.#signals.set(record.id, {
          isOn: wanted,
          changed,
          changesToday,
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

  places(contacts: readonly InputReading[]): Place<SignalReading>[] {
    return this.#records().map(record => {
      const contact = this.#contactOf(record, contacts);
      const signal = this.#signals.get(record.id);
      const { id, nome } = record;
      const isThere = contact !== undefined && signal !== undefined;
      const polled = { id, name: nome, state: deviceStates.good, isSilent: false };
      return {
        id,
        name: nome,
        service: serviceOf(record),
        reading: isThere ? { ...polled, ...signal, level: levelOf(contact) } : null,
        facts: { tipo: inputKinds.indexOf(record.segnale) },
      };
    });
  }

  #records(): readonly SignalRecord[] {
    return this.#setup.configuration['digital-signals'];
  }

  #contactOf(record: SignalRecord, contacts: readonly InputReading[]): InputReading | undefined {
    const device = this.#setup.wiring.deviceOf('digital-signals', record);
    return device === null ? undefined : contacts[device - 1];
  }
}

const levelOf = ({ isOn, plan }: InputReading) => isOn !== plan.signal.isNormallyClosed;

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
