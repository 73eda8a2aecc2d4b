import '../../ui/lists.css';
import { useMemo } from 'react';
import { usePast } from '../../data/past';
import { useResource } from '../../data/use-resource';
import { DevicePanel } from '../../device-screens/DevicePanel';
import type { View } from '../../device-screens/descriptor';
import { formatDifference, formatQuantity } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { binsOf, Histogram, type Span } from '../../ui/heatmap/Histogram';
import type { Sorting } from '../../ui/sorting';
import { stringColumns } from './columns';
import { looks } from './heatmap-marks';
import { lostToday } from './lost';
import { useSince } from './since';
import { isException, type StringFacts } from './string-list';

interface Props {
  /** The view of the strings that pass the filter. */
  readonly view: View<StringFacts>;
  /** All strings of the selected inverter or box. */
  readonly strings: readonly StringFacts[];
  readonly openId: string | null;
}

const worstFirst: Sorting<string> = { column: 'dev', isDescending: false };

/** The panels below the map. */
export function Below(props: Props) {
  const { view, strings } = props;
  return (
    <>
      <section className="c9">
        <Ranking {...props} />
      </section>
      <section className={`c3 dist ${view.isStill ? 'stale' : ''}`}>
        <Distribution strings={strings} />
      </section>
    </>
  );
}

/** The strings, the worst first, with their lost energy of today. */
function Ranking({ view, strings, openId }: Props) {
  const lost = useResource(usePast() ? null : lostToday(view.zone)).value;
  const since = useSince();
  const columns = useMemo(() => stringColumns(lost, since, view.zone), [lost, since, view.zone]);
  const sum = (of: readonly StringFacts[]) => of.reduce((kwh, { id }) => kwh + (lost?.get(id) ?? 0), 0);
  const isEmpty = view.list !== undefined && view.devices.length === 0;
  return (
    <>
      <div className="ph">
        <h2>{t('strings.ranking.title')}</h2>
        {lost && lost.size > 0 && (
          <small className="wrap">
            {t('strings.ranking.lost', {
              all: formatQuantity(sum(strings), 1, 'kWh'),
              below: formatQuantity(sum(strings.filter(isException)), 1, 'kWh'),
            })}
          </small>
        )}
      </div>
      {isEmpty ? (
        <p role="status">{t('strings.ranking.empty')}</p>
      ) : (
        <DevicePanel
          screen={{ title: 'strings.column.name', source: { group: 'stringhe' }, columns }}
          {...{ view, openId }}
          expected={0}
          first={worstFirst}
        />
      )}
    </>
  );
}

/** Range of the deviations, %. */
const span: Span = { from: -32, to: 10, step: 1 };
const ticks = [-30, -20, -10, 0, 5];

/** Distribution of the deviations of the evaluated strings from the median. */
function Distribution({ strings }: { readonly strings: readonly StringFacts[] }) {
  const judged = strings.flatMap(({ deviation, kind }) =>
    deviation === null ? [] : { value: deviation, className: looks[kind].className },
  );
  const below = strings.filter(isException).length;
  return (
    <>
      <div className="ph">
        <h2>{t('strings.distribution.title')}</h2>
        <small>{t('strings.distribution.unit')}</small>
      </div>
      <Histogram
        bins={binsOf(judged, span)}
        span={span}
        ticks={ticks.map(at => ({ at, label: (at === ticks[0] ? '≤\u00a0' : '') + formatDifference(at, 0) }))}
        summary={t('strings.distribution.summary', { count: judged.length, below })}
      />
    </>
  );
}
