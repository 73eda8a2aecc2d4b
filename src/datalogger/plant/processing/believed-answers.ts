import { localDate } from '../../../contract/zone';
import { DayEnergies } from '../counters/day-energies';
import { type CounterChange, DeviceCounters } from '../counters/device-counters';
import { PlantTotal, type TotalPart } from '../counters/plant-total';
import { Gate } from '../gate/gate';
import type { Answer, DeviceGroup, PlantSetup, Source } from '../source';
import { ExchangeDirection } from './exchange-direction';
import { countedInverters, signedInverters } from './inverters';
import { MeterPeaks } from './meter-peaks';
import type { CountedInverter } from './plant-counters';
import { ofWhole } from './rows';
import { nothingConfigured } from './setup';
import type { KeptStand, Stand } from './stands';

type ByRecord = ReadonlyMap<number, Answer>;

/**
 * What the devices of a source say, as far as it is believed: through the gate, with lifetime counters that go on and the energies of
 * the day. Nothing else of the plant reads the source's answers. Made once a second: what a counter has gained is returned once.
 */
export class BelievedAnswers {
  readonly #source: Source;
  readonly #gate = new Gate();
  readonly #direction = new ExchangeDirection();
  readonly #counters: DeviceCounters;
  readonly #energies = new DayEnergies();
  readonly #peaks = new MeterPeaks();
  readonly #total = new PlantTotal();
  readonly #answers = new Map<DeviceGroup, readonly Answer[]>();
  readonly #made = new Map<string, ByRecord>();
  #madeAt = Number.NaN;
  #setup: PlantSetup = nothingConfigured;

  constructor(source: Source, onChange: (change: CounterChange) => void) {
    this.#source = source;
    this.#counters = new DeviceCounters(onChange);
  }

  /** kWh that the plant has ever made; null where that is not known, undefined where the source counts. */
  get total(): number | null | undefined {
    return this.#isCountedHere ? this.#total.kwh : undefined;
  }

  configure(setup: PlantSetup): void {
    this.#setup = setup;
    this.#gate.configure(setup);
    this.#direction.configure(setup);
    this.#counters.configure(setup);
    this.#madeAt = Number.NaN;
  }

  /** The days are those of another zone from `t` on. */
  moveTo(zone: string, t: number): void {
    this.#energies.moveTo(zone, t);
  }

  /** What has to survive a restart at `now`. */
  stands(now: number, zone: string): readonly (readonly [string, KeptStand])[] {
    const peaks = [...this.#peaks.stands(now, zone)].map(([name, value]) => [name, { value }] as const);
    return [
      ...this.#counters.stands(now),
      ...this.#energies.stands(now, zone),
      ...this.#total.stands(),
      ...this.#direction.stands(),
      ...peaks,
    ];
  }

  resume(stands: readonly Stand[], now: number, zone: string): void {
    this.#counters.resume(stands, now);
    this.#energies.resume(stands, now, zone);
    this.#total.resume(stands);
    this.#direction.resume(stands);
    this.#peaks.resume(stands, now, zone);
  }

  of(group: DeviceGroup): readonly Answer[] {
    if (this.#madeAt !== this.#source.now) {
      this.#answers.clear();
      this.#made.clear();
      this.#madeAt = this.#source.now;
    }
    let answers = this.#answers.get(group);
    if (!answers) {
      answers = this.#gate.pass(group, this.#source.answers(group));
      if (group === 'contatori' && this.#isCountedHere)
        answers = this.#direction.judge(this.#source.now, answers, this.of('inverter'));
      if ((group === 'inverter' || group === 'contatori') && this.#isCountedHere)
        answers = this.#counters.answers(group, answers);
      this.#answers.set(group, answers);
    }
    return answers;
  }

  /** Those of records that are one device each. */
  whole(group: DeviceGroup): ByRecord {
    return this.#once(`whole ${group}`, group, () => ofWhole(this.of(group)));
  }

  /** The inverters, with signs as we count them, and with their energies of the day. */
  inverters(t: number, zone: string): ByRecord {
    const { configuration } = this.#setup;
    return this.#once('inverters', 'inverter', () => {
      const answers = signedInverters(configuration, this.of('inverter'));
      return this.#isCountedHere
        ? this.#energies.ofInverters(configuration, answers, t, zone)
        : ofWhole(answers);
    });
  }

  /** The meters, with their peaks and energies of the day. */
  meters(t: number, zone: string): ByRecord {
    const { configuration } = this.#setup;
    return this.#once('meters', 'contatori', () => {
      const answers = this.#peaks.told(this.of('contatori'), t, zone);
      return this.#isCountedHere
        ? this.#energies.ofMeters(configuration, answers, t, zone)
        : ofWhole(answers);
    });
  }

  /** The `seconds` up to `t` of the meters' power. */
  countPeaks(step: { readonly t: number; readonly seconds: number; readonly zone: string }): void {
    this.#peaks.count(this.#setup.configuration.contatori, this.whole('contatori'), step);
  }

  /** What each inverter adds to the plant's counters since this was last asked, and to its total. */
  countedInverters(t: number, zone: string): CountedInverter[] {
    const { configuration } = this.#setup;
    const answers = this.inverters(t, zone);
    const isFirst = localDate(zone, t).day === 1;
    const gained = new Map<number, number>();
    const parts: TotalPart[] = [];
    for (const { id, abilitato } of configuration.inverters) {
      const kwh = this.#counters.take('inverter', id, 'etot');
      const { totals, values } = answers.get(id) ?? {};
      // What was made before the midnight at which the month began is not of this month.
      if (kwh !== null) gained.set(id, isFirst ? Math.min(kwh, values?.eday ?? kwh) : kwh);
      if (abilitato) parts.push({ total: totals?.etot ?? null, gainedKwh: kwh ?? 0 });
    }
    this.#total.add(parts);
    return countedInverters(configuration, answers, id => gained.get(id) ?? null);
  }

  /** Whether the lifetime counters of devices are followed here: a source that counts the plant itself keeps its own. */
  get #isCountedHere(): boolean {
    return this.#source.counters() === null;
  }

  #once(name: string, group: DeviceGroup, make: () => ByRecord): ByRecord {
    // Asked first, as it forgets what was made in another second.
    this.of(group);
    let made = this.#made.get(name);
    if (!made) {
      made = make();
      this.#made.set(name, made);
    }
    return made;
  }
}
