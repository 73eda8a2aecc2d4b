import { type AlarmCounts, markOf } from '../../data/alarm-counts';
import { groupScreens } from '../../data/group-screens';
import { t } from '../../i18n/translate';
import { markWords, priorityWord } from '../../ui/alarm-words';
import type { RoutePath } from '../routes';
import type { MenuSign } from './menu';

/** The gravest alarm of what each entry of the menu leads to. */
export function menuSigns(counts: AlarmCounts | undefined): ReadonlyMap<RoutePath, MenuSign> {
  const signs = new Map<RoutePath, MenuSign>();
  for (const [group, path] of Object.entries(groupScreens) satisfies [string, RoutePath][]) {
    const mark = markOf(counts, group);
    if (mark) signs.set(path, { ...mark, label: markWords(mark) });
  }
  const all = counts && signOfAll(counts);
  if (all) signs.set('/allarmi', all);
  return signs;
}

/** The gravest of all; the words tell of those that wait, if any of that priority does. */
function signOfAll({ priorities }: AlarmCounts): MenuSign | null {
  const gravest = priorities.find(({ current }) => current > 0);
  if (!gravest) return null;
  const { priority, current, waiting } = gravest;
  const key = waiting > 0 ? 'waiting' : 'active';
  const label = t(`alarmSign.${key}`, { priority: priorityWord(priority), count: waiting || current });
  return { priority, look: 'active', isUnacknowledged: waiting > 0, label };
}
