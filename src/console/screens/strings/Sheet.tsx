import { useCallback, useMemo, useState } from 'react';
import type { DrawnProps } from '../../devices/DrawnSheet';
import { formatTime } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { HeatMap } from '../../ui/heatmap/HeatMap';
import { Lazy } from '../../ui/Lazy';
import { usePhone } from '../../ui/use-phone';
import { FilterBar } from './FilterBar';
import { type Filter, noFilter, ofKind, placed, stringsOf } from './filter';
import { Legend } from './Legend';
import { looks } from './looks';
import type { StringFacts, StringList } from './string-list';
import { readoutOf } from './words';

type Props = DrawnProps<StringFacts, StringList>;

// The map is read first; what is below it may come after.
const loadBelow = () => import('./Ranking').then(module => module.Below);

/** Map, legend, ranking and distribution of the strings. */
export function Sheet({ list, ...props }: Props) {
  return list ? <Drawn list={list} {...props} /> : null;
}

/** Of the chosen place. */
function Drawn({ list, view, openId, onOpen }: Props & { readonly list: StringList }) {
  const [filter, setFilter] = useState<Filter>(noFilter);
  const isNarrow = usePhone();
  const owners = useMemo(() => placed(list, filter), [list, filter]);
  const strings = useMemo(() => stringsOf(owners), [owners]);
  const shown = useMemo(() => ({ ...view, devices: ofKind(strings, filter) }), [view, strings, filter]);
  const { zone, isStill } = view;
  const readout = useCallback((string: StringFacts) => readoutOf(string, zone), [zone]);
  return (
    <>
      <FilterBar list={list} filter={filter} onFilter={setFilter} />
      <section>
        <div className="ph">
          <h2>{t('strings.map.title')}</h2>
          <small>{t('panel.dataOf', { time: formatTime(list.t, zone, 'clock') })}</small>
        </div>
        <HeatMap
          groups={owners}
          label={t('strings.map.label', { count: strings.length })}
          {...{ looks, readout, isNarrow, isStill, onOpen }}
        />
        <Legend strings={strings} />
      </section>
      <Lazy load={loadBelow} props={{ view: shown, strings, openId }} />
    </>
  );
}
