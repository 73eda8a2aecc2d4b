import { useMemo } from 'react';
import { refresh } from '../../data/poll';
import { useResource } from '../../data/use-resource';
import { answeredAtS, useWaitedS } from '../../data/waiting';
import { openDevice } from '../../devices/use-open-device';
import { formatDifference, formatQuantity, formatTime, localMinutes } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { KindSign } from '../../ui/heatmap/CellsDrawing';
import { type ColumnHead, HeatMap } from '../../ui/heatmap/HeatMap';
import { PanelFailure } from '../../ui/PanelFailure';
import { waitingWords } from '../../ui/panel-words';
import { usePhone } from '../../ui/use-phone';
import { type DayCell, dayMap, type Kind, looks } from './day-map';
import type { Inverter } from './inverter-list';
import { powerToday, slotMinutes } from './power-today';

interface Props {
  readonly inverters: readonly Inverter[];
  readonly zone: string;
}

/** Two thirds of the sheet at 1280 px, so that the text in the map has the normal size. */
const width = 672;
const kinds: readonly Kind[] = ['good', 'warning', 'poor', 'severe', 'stopped', 'missing', 'dark'];

/** Specific power during the day: one line for each inverter, one cell for each slot, compared with the median of the slot. */
export function DayMap({ inverters, zone }: Props) {
  const isNarrow = usePhone();
  const resource = powerToday(zone, inverters.length, isNarrow);
  const snapshot = useResource(resource);
  const waiting = waitingWords(useWaitedS(snapshot));
  const { value, error } = snapshot;
  // The map is drawn again for a new slot or a changed name or peak power, but not for every poll.
  const names = inverters.map(({ id, name }) => `${id} ${name}`).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the names stand for the inverters
  const groups = useMemo(() => (value ? dayMap(value, inverters, zone) : []), [value, names, zone]);
  if (!value && error) {
    return (
      <PanelFailure
        what={t('inverters.map.failed')}
        cause={error.reason}
        lastS={answeredAtS(snapshot)}
        zone={zone}
        onRetry={() => refresh(resource)}
      />
    );
  }
  if (!value) return <p role="status">{waiting}</p>;
  const readout = ({ inverter, fromS, specific, deviation, kind }: DayCell) => [
    `${inverter.name}, ${formatTime(fromS, zone, 'minute')}`,
    formatQuantity(specific, 2, 'kW/kWp'),
    deviation === null
      ? t(`inverterMap.kind.${kind}`)
      : `${formatDifference(deviation, 1)}\u00a0%, ${t(`inverterMap.kind.${kind}`)}`,
  ];
  const minutes = slotMinutes(inverters.length, isNarrow);
  return (
    <>
      <HeatMap
        {...{ groups, looks, readout, isNarrow }}
        width={isNarrow ? undefined : width}
        heads={hourHeads(groups[0]?.boxes[0]?.cells ?? [], zone)}
        label={t('inverterMap.label', { minutes })}
        isStill={false}
        onOpen={openDevice}
      />
      <ul className="hleg">
        <li>{t('inverterMap.slot', { minutes })}</li>
        {kinds.map(kind => (
          <li key={kind}>
            <KindSign look={looks[kind]} /> {t(`inverterMap.kind.${kind}`)}
          </li>
        ))}
      </ul>
    </>
  );
}

const namedEveryMinutes = 180;

/** The hours under the cells; every third one has its number. */
function hourHeads(cells: readonly DayCell[], zone: string): readonly ColumnHead[] {
  return cells.flatMap(({ fromS }, column) =>
    localMinutes(fromS, zone) % namedEveryMinutes === 0
      ? { column, label: formatTime(fromS, zone, 'minute') }
      : [],
  );
}
