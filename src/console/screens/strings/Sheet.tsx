import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { changeSearch, currentSearch, onSearchChange } from '../../browser/search';
import type { DrawnProps } from '../../device-screens/DrawnSheet';
import { formatTime } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { Lazy } from '../../ui/Lazy';
import { FilterBar } from './FilterBar';
import { type Filter, ofKind, placed, readFilter, searchWith, stringsOf } from './filter';
import { grouped, highlighted } from './groups';
import { StringMap } from './StringMap';
import type { StringFacts, StringList } from './string-list';

type Props = DrawnProps<StringFacts, StringList>;

// The panels below the map are loaded after it.
const loadBelow = () => import('./Ranking').then(module => module.Below);

/** Map, legend, ranking and distribution of the strings. */
export function Sheet({ list, ...props }: Props) {
  return list ? <Drawn list={list} {...props} /> : null;
}

/** The strings of the selected inverter or box. */
function Drawn({ list, view, openId, onOpen }: Props & { readonly list: StringList }) {
  const [filter, setFilter] = useFilter(list);
  const { grouping, threshold } = filter;
  const owners = useMemo(() => highlighted(placed(list, filter), threshold), [list, filter, threshold]);
  const strings = useMemo(() => stringsOf(owners), [owners]);
  const groups = useMemo(() => grouped(owners, strings, grouping), [owners, strings, grouping]);
  const shown = useMemo(() => ({ ...view, devices: ofKind(strings, filter) }), [view, strings, filter]);
  return (
    <>
      <FilterBar list={list} filter={filter} onFilter={setFilter} />
      <section>
        <div className="ph">
          <h2>{t(`strings.heading.${filter.quantity}`)}</h2>
          <small>{t('panel.dataOf', { time: formatTime(list.t, view.zone, 'clock') })}</small>
        </div>
        <StringMap {...{ groups, strings, filter, view, onOpen }} />
      </section>
      <Lazy load={loadBelow} props={{ view: shown, strings, openId }} />
    </>
  );
}

/** The filter in the address, so that a link or a reload keeps it. A change adds no step to the browser's history. */
function useFilter(list: StringList): readonly [Filter, (filter: Filter) => void] {
  const search = useSyncExternalStore(onSearchChange, currentSearch);
  // Returns the same object until the filter changes, so that values derived from it are not calculated again for every answer.
  const read = readFilter(search, list);
  const key = Object.values(read).join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the filter
  const filter = useMemo(() => read, [key]);
  const change = useCallback((next: Filter) => changeSearch(searchWith(currentSearch(), next), false), []);
  return [filter, change];
}
