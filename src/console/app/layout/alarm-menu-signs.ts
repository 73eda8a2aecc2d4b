import { groupScreens } from '../../../contract/group-screens';
import { type AlarmCounts, markOf } from '../../data/alarm-counts';
import { t } from '../../i18n/translate';
import { markWords, priorityWord } from '../../ui/alarm-words';
import type { RoutePath } from '../routes';
import type { MenuSign } from './menu';

/** The most severe alarm for each entry of the menu. */
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

/** The most severe of all alarms. The words count the unacknowledged ones, if there are any of that priority. */
function signOfAll({ priorities }: AlarmCounts): MenuSign | null {
  const gravest = priorities.find(({ current }) => current > 0);
  if (!gravest) return null;
  const { priority, current, waiting } = gravest;
  const key = waiting > 0 ? 'waiting' : 'active';
  const label = t(`alarmSign.counted.${key}`, {
    priority: priorityWord(priority),
    count: waiting || current,
  });
  return { priority, look: 'active', isUnacknowledged: waiting > 0, label };
}
