import type { PlantFields } from '../../storage/config/plant-config';

type Terms = Pick<PlantFields, 'scatto' | 'bonus' | 'malus' | 'tetto'>;

/** What is paid for a difference: `steps` below zero are a malus, `euro` then too. */
export interface Premium {
  readonly steps: number;
  readonly euro: number;
  readonly isCapped: boolean;
}

/** Of a difference of 0.1 + 0.2 the third step of 0.1 is reached. */
const rounding = 1e-9;

/** Bonus or malus for a difference in percentage points: whole steps times the amount of one, at most the cap. Null where neither is agreed. */
export function premiumOf(difference: number, { scatto, bonus, malus, tetto }: Terms): Premium | null {
  if ((bonus ?? null) === null && (malus ?? null) === null) return null;
  const count = Math.floor(Math.abs(difference) / scatto + rounding);
  const steps = difference < 0 && count > 0 ? -count : count;
  const full = steps * ((steps < 0 ? malus : bonus) ?? 0);
  const most = tetto ?? Number.POSITIVE_INFINITY;
  const euro = Math.max(-most, Math.min(most, full));
  return { steps, euro, isCapped: euro !== full };
}
