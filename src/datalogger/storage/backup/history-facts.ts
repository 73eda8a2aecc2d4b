import type { RestorePlan } from '../../../contract/backup';
import type { HistoryFacts } from '../../../contract/history';
import { localDay } from '../../../contract/zone';
import { keptGroups, tiers } from '../measures/kept';
import type { Measures } from '../measures/measures';

const dayS = 86_400;

/** What the archive of a plant in a zone holds. */
export function historyFacts(archive: Measures, zona: string): HistoryFacts {
  const isNumber = (t: number | null | undefined) => typeof t === 'number';
  const starts = tiers.map(tier => archive.oldestSince(tier, 'impianto', 0)?.t).filter(isNumber);
  const ends = tiers.map(tier => archive.newest(tier, 'impianto')).filter(isNumber);
  const da = starts.length > 0 ? Math.min(...starts) : null;
  const a = ends.length > 0 ? Math.max(...ends) : null;
  return {
    da,
    a,
    zona,
    giorni: da === null || a === null ? 0 : Math.ceil((a - da) / dayS),
    dispositivi: Object.fromEntries(keptGroups.map(group => [group, archive.deviceIds(group).length])),
  };
}

/** Whether one history can replace the other: same time zone, and as many devices of each group that both count. */
export function fitsHistory(one: HistoryFacts, other: HistoryFacts): boolean {
  const counted = Object.entries(one.dispositivi);
  // An older version kept fewer groups.
  return (
    one.zona === other.zona &&
    counted.every(([group, count]) => (other.dispositivi[group] ?? count) === count)
  );
}

/** The differences between two histories. */
export function historyDifferences(before: HistoryFacts, after: HistoryFacts): RestorePlan['differenze'] {
  const [old, next] = [shown(before), shown(after)];
  return Object.keys({ ...old, ...next })
    .map(campo => ({ oggetto: 'storia', campo, vecchio: old[campo] ?? null, nuovo: next[campo] ?? null }))
    .filter(({ vecchio, nuovo }) => vecchio !== nuovo);
}

function shown({ da, a, giorni, zona, dispositivi }: HistoryFacts): Record<string, string | number | null> {
  return { da: dateOf(zona, da), a: dateOf(zona, a), giorni, zona, ...dispositivi };
}

function dateOf(zone: string, t: number | null): string | null {
  return t === null ? null : localDay(zone, t);
}
