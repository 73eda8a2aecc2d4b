import { refreshSeconds } from '../../contract/codes';
import type { CycleFacts, EarlierCycles } from './facts';

/** A counter that changes seldom is judged over the time since its last change, at most this many seconds. */
const longestMoveS = 900;
/** Elevation of the sun in degrees below which a constant value is normal. */
const daylightElevation = 10;

interface Counter {
  readonly exported: number;
  readonly imported: number;
  readonly movedAt: number;
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

  /** To be called in every cycle, before it is judged. */
  observe(facts: CycleFacts): void {
    this.#observeMeters(facts);
    this.#observeSensors(facts);
  }

  counterPercent(meter: number): number | null {
    return this.#jumps.get(meter) ?? null;
  }

  minutesUnchanged(sensor: number, steadyS: number): number {
    const standing = this.#standing.get(sensor);
    return standing ? (steadyS - standing.since) / 60 : 0;
  }

  #observeMeters(facts: CycleFacts): void {
    const { id, values } = facts.rows('contatori');
    this.#jumps.clear();
    id.forEach((meter, index) => {
      const exported = values.e_imm?.[index] ?? null;
      const imported = values.e_prel?.[index] ?? null;
      if (exported === null || imported === null || !facts.isResponding('contatori', index)) return;
      const last = this.#counters.get(meter);
      const movedAt = facts.sampledAt('contatori', index);
      if (last && last.exported === exported && last.imported === imported) {
        if (movedAt > last.movedAt) this.#jumps.set(meter, 0);
        return;
      }
      this.#counters.set(meter, { exported, imported, movedAt });
      if (!last || facts.ratedKw <= 0) return;
      const least = refreshSeconds.contatori;
      const hours = Math.min(longestMoveS, Math.max(least, movedAt - last.movedAt)) / 3600;
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
