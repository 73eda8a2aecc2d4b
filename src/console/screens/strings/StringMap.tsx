import { useCallback, useMemo } from 'react';
import { refresh } from '../../data/poll';
import { useResource } from '../../data/use-resource';
import { answeredAtS } from '../../data/waiting';
import type { DrawnProps } from '../../device-screens/DrawnSheet';
import { formatQuantity } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { ExceptionsMap } from '../../ui/heatmap/ExceptionsMap';
import { HeatMap } from '../../ui/heatmap/HeatMap';
import type { MapGroup } from '../../ui/heatmap/layout';
import { PanelFailure } from '../../ui/PanelFailure';
import { usePhone } from '../../ui/use-phone';
import type { Filter, Quantity } from './filter';
import { boxHeads } from './groups';
import { looks } from './heatmap-marks';
import { classEntries, Legend } from './Legend';
import { lostToday } from './lost';
import { type ScaledCell, scaledMap } from './scale';
import type { StringFacts, StringList } from './string-list';
import { readoutOf } from './words';

type Drawn = Pick<DrawnProps<StringFacts, StringList>, 'view' | 'onOpen'>;

interface Props extends Drawn {
  /** The lines of the map. */
  readonly groups: readonly MapGroup<StringFacts>[];
  readonly strings: readonly StringFacts[];
  readonly filter: Filter;
}

/** The strings as cells by inverter and box, and the legend. */
export function StringMap(props: Props) {
  const { quantity } = props.filter;
  return quantity === 'deviation' ? <ByClass {...props} /> : <ByValue {...props} quantity={quantity} />;
}

function ByClass({ groups, strings, filter, view, onOpen }: Props) {
  const { zone, isStill } = view;
  const isNarrow = usePhone();
  const heads = useHeads(groups, filter, isNarrow);
  const readout = useCallback((string: StringFacts) => readoutOf(string, zone), [zone]);
  return (
    <>
      <ExceptionsMap
        {...{ groups, looks, isRegular, readout, isNarrow, isStill, onOpen }}
        heads={heads}
        label={labelOf(strings)}
      />
      <Legend entries={classEntries(strings, filter.threshold)} />
    </>
  );
}

/** The map by current in A, or by energy lost today in kWh. */
function ByValue({
  groups,
  strings,
  filter,
  quantity,
  view,
  onOpen,
}: Props & { quantity: Exclude<Quantity, 'deviation'> }) {
  const { zone, isStill } = view;
  const isNarrow = usePhone();
  const heads = useHeads(groups, filter, isNarrow);
  const resource = quantity === 'energy' ? lostToday(zone) : null;
  const snapshot = useResource(resource);
  const { value: lost, error } = snapshot;
  const map = useMemo(
    () =>
      scaledMap(groups, quantity, ({ id, ampere }) =>
        quantity === 'current' ? ampere : (lost?.get(id) ?? null),
      ),
    [groups, quantity, lost],
  );
  const readout = useCallback(
    ({ string }: ScaledCell) => {
      const lines = readoutOf(string, zone);
      if (quantity === 'current') return lines;
      return [...lines, `${t('strings.column.lost')}: ${formatQuantity(lost?.get(string.id), 2, 'kWh')}`];
    },
    [quantity, lost, zone],
  );
  return (
    <>
      {resource && error && (
        <PanelFailure
          what={`${t('strings.quantity.energy')}:`}
          cause={error.reason}
          lastS={answeredAtS(snapshot)}
          zone={zone}
          onRetry={() => refresh(resource)}
        />
      )}
      <HeatMap {...map} {...{ readout, isNarrow, isStill, onOpen }} heads={heads} label={labelOf(strings)} />
      <Legend entries={map.entries} />
    </>
  );
}

/** Only lines of whole inverters have boxes one below the other. */
function useHeads(groups: Props['groups'], { grouping }: Filter, isNarrow: boolean) {
  const isAligned = grouping === 'owner' && !isNarrow;
  return useMemo(() => (isAligned ? boxHeads(groups) : none), [groups, isAligned]);
}
const none: readonly never[] = [];

const isRegular = ({ kind }: StringFacts) => kind === 'good';

const labelOf = (strings: readonly StringFacts[]) => t('strings.map.label', { count: strings.length });
