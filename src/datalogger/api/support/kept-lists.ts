import type { AlarmStore } from '../../storage/alarms/alarms';
import type { By, LongWork } from '../long-work/long-work';
import type { FoundAlarms, ListAsked } from './alarms-list';

const mostKept = 20;

/** What lists have found, kept until an alarm changes: consoles ask for the same again and again. */
export function keptLists(store: Pick<AlarmStore, 'revision'>, longWork: Pick<LongWork, 'run'>) {
  const kept = new Map<string, FoundAlarms>();
  let revision = store.revision;
  const outdate = () => {
    if (store.revision === revision && kept.size < mostKept) return;
    kept.clear();
    revision = store.revision;
  };
  return async (asked: ListAsked, by: By): Promise<FoundAlarms> => {
    const key = JSON.stringify(asked);
    const make = () => {
      outdate();
      const output = kept.get(key);
      return output ? { output } : { input: asked };
    };
    const before = store.revision;
    const found = await longWork.run('alarms', make, by);
    outdate();
    if (before === revision) kept.set(key, found);
    return found;
  };
}
