import { useMemo } from 'react';
import type { DrawnProps } from '../../devices/DrawnSheet';
import { formatTime } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { Lazy } from '../../ui/Lazy';
import { FilterBar } from './FilterBar';
import { ofKind, placed, stringsOf } from './filter';
import { grouped, highlighted } from './groups';
import { StringMap } from './StringMap';
import type { StringFacts, StringList } from './string-list';
import { useFilter } from './use-filter';

type Props = DrawnProps<StringFacts, StringList>;

// The map is read first; what is below it may come after.
const loadBelow = () => import('./Ranking').then(module => module.Below);

/** Map, legend, ranking and distribution of the strings. */
export function Sheet({ list, ...props }: Props) {
  return list ? <Drawn list={list} {...props} /> : null;
}

/** Of the chosen place. */
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
