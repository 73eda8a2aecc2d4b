import { quality } from '../../../contract/codes';
import type { RecordOf } from '../../../contract/config/kinds';
import { Direction } from '../gate/direction';
import { ratingsOf } from '../gate/limits';
import type { Answer, PlantSetup } from '../source';
import { meterPower } from './meters';
import type { KeptStand, Stand } from './stands';

const name = 'direction';

/** Watches the exchange meter of a plant that has just one. */
export class ExchangeDirection {
  #direction = new Direction();
  /** The records by which it was judged. */
  #setting = '';
  /** What was kept, until the meter is known. */
  #kept: readonly Stand[] = [];
  #meter: RecordOf<'contatori'> | null = null;
  #inverters: readonly number[] = [];
  #ratedKw = 0;

  /** Where signs or devices are other ones now, what was seen before tells nothing. */
  configure(setup: PlantSetup): void {
    const { contatori, inverters } = setup.configuration;
    const exchange = contatori.filter(({ abilitato, ruolo }) => abilitato && ruolo === 'scambio');
    this.#meter = exchange.length === 1 ? (exchange[0] ?? null) : null;
    const producing = inverters.filter(({ abilitato }) => abilitato);
    this.#inverters = producing.map(({ id }) => id);
    this.#ratedKw = ratingsOf(setup).ratedKw;
    const setting = JSON.stringify([this.#meter, producing]);
    if (setting !== this.#setting) this.#direction = new Direction();
    this.#setting = setting;
    this.#takeUp();
  }

  /** What has to survive a restart. */
  stands(): readonly (readonly [string, KeptStand])[] {
    return this.#meter ? [[`${name}.${this.#meter.id}`, { value: this.#direction.kept }]] : [];
  }

  resume(stands: readonly Stand[]): void {
    this.#kept = stands.filter(({ counter }) => counter.startsWith(`counted:${name}.`));
    this.#takeUp();
  }

  /** Goes on from what was kept, once the meter is known. */
  #takeUp(): void {
    const kept = this.#kept.find(({ counter }) => counter === `counted:${name}.${this.#meter?.id}`);
    if (!kept) return;
    this.#direction.resume(kept.value / 1000);
    this.#kept = [];
  }

  /** The meters, with no power of one that looks the other way. */
  judge(t: number, meters: readonly Answer[], inverters: readonly Answer[]): readonly Answer[] {
    const meter = this.#meter;
    const own = meters.find(({ record, part }) => record === meter?.id && part === 0);
    if (!meter || !own) return meters;
    const exchange = own.isResponding ? meterPower(own.values, meter) : null;
    const production = this.#productionOf(inverters);
    const powers = exchange === null || production === null ? null : { exchange, production };
    this.#direction.add(t, powers, this.#ratedKw);
    return this.#direction.isTurned ? meters.map(each => (each === own ? withoutPower(each) : each)) : meters;
  }

  /** kW of all inverters; null while one of them does not say. */
  #productionOf(answers: readonly Answer[]): number | null {
    const said = new Map(
      answers.map(({ record, isResponding, values }) => [record, isResponding ? (values.pac ?? null) : null]),
    );
    let sum = 0;
    for (const id of this.#inverters) {
      const kw = said.get(id) ?? null;
      if (kw === null) return null;
      sum += kw;
    }
    return this.#inverters.length > 0 ? sum : null;
  }
}

function withoutPower(answer: Answer): Answer {
  const { p = null } = answer.values;
  if (p === null) return answer;
  return {
    ...answer,
    values: { ...answer.values, p: null },
    // No value that was good stands in its place.
    refused: { ...answer.refused, p: { reason: 'verso', last: null, lastAt: null } },
    quality: Math.min(answer.quality ?? quality.good, quality.uncertain),
  };
}
