import { inverterStates, refreshSeconds } from '../../contract/codes';
import { daylightElevation } from '../plant/solar/sun';
import type { CycleFacts, EarlierCycles } from './facts';

/** A counter that changes seldom is judged over the time since its last change, at most this many seconds. */
const longestMoveS = 900;

interface Counter {
  readonly exported: number;
  readonly imported: number;
  readonly movedAt: number;
  /** When the meter answered last. */
  readonly seenAt: number;
}

interface Standing {
  readonly value: number;
  readonly since: number;
}

/** Remembers earlier cycles, by the steady clock; empty after every start. */
export class Memory implements EarlierCycles {
  readonly #counters = new Map<number, Counter>();
  readonly #jumps = new Map<number, number>();
  readonly #standing = new Map<number, Standing>();
  /** kWh of today that inverters did not make because they did not run freely; expected energy of the day and time at the newest cycle. */
  #explainedKwh = 0;
  #expectedDayKwh = 0;
  #explainedAt = Number.NaN;

  /** To be called in every cycle, before it is judged. */
  observe(facts: CycleFacts): void {
    this.#observeMeters(facts);
    this.#observeSensors(facts);
    this.#observeLack(facts);
  }

  counterPercent(meter: number): number | null {
    return this.#jumps.get(meter) ?? null;
  }

  minutesUnchanged(sensor: number, steadyS: number): number {
    const standing = this.#standing.get(sensor);
    return standing ? (steadyS - standing.since) / 60 : 0;
  }

  explainedKwh(): number {
    return this.#explainedKwh;
  }

  #observeLack(facts: CycleFacts): void {
    const expectedDayKwh = facts.plant('eattesa') ?? this.#expectedDayKwh;
    if (expectedDayKwh < this.#expectedDayKwh) this.#explainedKwh = 0;
    const elapsedS = Math.min(longestMoveS, Math.max(0, facts.steadyS - this.#explainedAt));
    if (elapsedS > 0) this.#explainedKwh += (lackKw(facts) * elapsedS) / 3600;
    this.#expectedDayKwh = expectedDayKwh;
    this.#explainedAt = facts.steadyS;
  }

  #observeMeters(facts: CycleFacts): void {
    // Without breaks: a replaced meter has an alarm of its own.
    const { id, values, totals = values } = facts.rows('contatori');
    this.#jumps.clear();
    id.forEach((meter, index) => {
      const exported = totals.e_imm?.[index] ?? null;
      const imported = totals.e_prel?.[index] ?? null;
      if (exported === null || imported === null || !facts.isResponding('contatori', index)) return;
      const last = this.#counters.get(meter);
      const movedAt = facts.sampledAt('contatori', index);
      if (last && last.exported === exported && last.imported === imported) {
        this.#counters.set(meter, { ...last, seenAt: movedAt });
        if (movedAt > last.movedAt) this.#jumps.set(meter, 0);
        return;
      }
      this.#counters.set(meter, { exported, imported, movedAt, seenAt: movedAt });
      if (!last || facts.ratedKw <= 0) return;
      const least = refreshSeconds.contatori;
      const movedS = Math.min(longestMoveS, Math.max(least, movedAt - last.movedAt));
      // Energy of a time in which the meter was silent was made in all of it.
      const hours = Math.max(movedS, movedAt - last.seenAt) / 3600;
      const moves = [exported - last.exported, imported - last.imported];
      const energy = Math.min(...moves) < 0 ? Math.min(...moves) : Math.max(...moves);
      this.#jumps.set(meter, (100 * energy) / hours / facts.ratedKw);
    });
  }

  #observeSensors(facts: CycleFacts): void {
    const { id, values } = facts.rows('sensori');
    const isDark = facts.sunElevation !== null && facts.sunElevation < daylightElevation;
    id.forEach((sensor, index) => {
      const value = values.v?.[index] ?? null;
      if (value === null || !facts.isResponding('sensori', index)) return;
      const last = this.#standing.get(sensor);
      if (!last || isDark || last.value !== value)
        this.#standing.set(sensor, { value, since: facts.steadyS });
    });
  }
}

/** Strings that give this % less than others have an alarm of their own (STR01, STR02). */
const toldString = -10;

/** By inverter, the share of its power that strings with an alarm of their own lack. */
function stringLacks(facts: CycleFacts): ReadonlyMap<number, number> {
  const { inverter = [], dev = [] } = facts.rows('stringhe').values;
  const sums = new Map<number, { strings: number; lacks: number }>();
  inverter.forEach((owner, index) => {
    const deviation = dev[index] ?? null;
    if (owner === null || deviation === null || !facts.isResponding('stringhe', index)) return;
    const sum = sums.get(owner) ?? { strings: 0, lacks: 0 };
    sum.strings++;
    if (deviation <= toldString) sum.lacks += Math.min(100, -deviation) / 100;
    sums.set(owner, sum);
  });
  return new Map([...sums].map(([owner, { strings, lacks }]) => [owner, lacks / strings]));
}

/**
 * kW that inverters give less than is expected of them because they stand still, start or are limited, or because strings with an alarm of
 * their own give less: another alarm, or an order, says why. What else those at their maximum power point lack, nothing explains.
 */
function lackKw(facts: CycleFacts): number {
  const expectedKw = facts.plant('pattesa');
  const { id, stato, values } = facts.rows('inverter');
  const { kwp = [], pac = [] } = values;
  const ofStrings = stringLacks(facts);
  const installedKwp = kwp.reduce<number>((sum, own) => sum + (own ?? 0), 0);
  if (expectedKw === null || installedKwp <= 0) return 0;
  return stato.reduce((sum, state, index) => {
    if (!facts.isResponding('inverter', index)) return sum;
    const own = (expectedKw * (kwp[index] ?? 0)) / installedKwp;
    const lack = Math.max(0, own - Math.max(0, pac[index] ?? 0));
    if (state !== inverterStates.mppt) return sum + lack;
    return sum + Math.min(lack, own * (ofStrings.get(id[index] ?? 0) ?? 0));
  }, 0);
}
