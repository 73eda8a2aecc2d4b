import { useMemo } from 'react';
import { plantNowMs } from '../../data/plant-clock';
import { refresh } from '../../data/poll';
import { median } from '../../data/statistics';
import { useResource } from '../../data/use-resource';
import { answeredAtS, useWaitedS } from '../../data/waiting';
import { type DaySlot, slotValue, type Today, todayOf } from '../../devices/today';
import { hourTicks } from '../../devices/trend';
import { formatNumber } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { linePath, roundScale } from '../../ui/chart-scale';
import { linesOf, type Place } from '../../ui/day-line';
import { PanelFailure } from '../../ui/PanelFailure';
import { Plot } from '../../ui/Plot';
import { waitingWords } from '../../ui/panel-words';
import { type Box, isException } from './string-list';

interface Props {
  readonly box: Box;
  readonly zone: string;
}

const everyMs = 300_000;
const codeOf = (id: string) => `stringhe.${id}.i`;

/** The day of a box: all inputs in grey with their median, in ink those that are below the threshold now. */
export function BoxTrend({ box, zone }: Props) {
  const asked = todayOf(box.cells.map(({ id }) => codeOf(id)).join(','), zone, everyMs);
  const snapshot = useResource(asked);
  const waiting = waitingWords(useWaitedS(snapshot));
  const { value, error } = snapshot;
  if (!value && error) {
    return (
      <PanelFailure
        what={t('strings.box.trendFailed')}
        cause={error.reason}
        lastS={answeredAtS(snapshot)}
        zone={zone}
        onRetry={() => refresh(asked)}
      />
    );
  }
  return (
    <>
      {value ? (
        <Drawn today={value} box={box} zone={zone} />
      ) : (
        <Plot summary={t('strings.box.noTrend')} x={[]} y={[]} now={null}>
          {null}
        </Plot>
      )}
      {!value && <p role="status">{waiting}</p>}
      <Key />
    </>
  );
}

function Drawn({ today, box, zone }: Props & { readonly today: Today }) {
  const { x, y, place, most } = useMemo(() => axesOf(today, box, zone), [today, box, zone]);
  const middleIn = medianIn(today, box);
  const pathOf = (valueIn: (slot: DaySlot) => number | null) =>
    linesOf(today.slots, valueIn, place).map(linePath).join('');
  const apart = box.cells.filter(isException);
  const others = box.cells.filter(string => !isException(string));
  const summary =
    most === null
      ? t('strings.box.noTrend')
      : t('strings.box.summary', { most: formatNumber(most, 2), count: apart.length });
  return (
    <Plot summary={summary} x={x} y={y} now={Math.min(100, place(plantNowMs() / 1000, 0)[0])}>
      <path className="irr" d={others.map(({ id }) => pathOf(slotValue(today, codeOf(id)))).join('')} />
      <path className="exp" d={pathOf(middleIn)} />
      {apart.map(({ id }) => (
        <path key={id} className="apart" d={pathOf(slotValue(today, codeOf(id)))} />
      ))}
    </Plot>
  );
}

function medianIn(today: Today, { cells }: Box): (slot: DaySlot) => number | null {
  const readers = cells.map(({ id }) => slotValue(today, codeOf(id)));
  return slot => median(readers.flatMap(read => read(slot) ?? []));
}

function axesOf(today: Today, { cells }: Box, zone: string) {
  const { slots, fromS, toS } = today;
  const values = cells.flatMap(({ id }) => slots.flatMap(slot => slotValue(today, codeOf(id))(slot) ?? []));
  const most = values.length === 0 ? null : Math.max(...values);
  const { step, top } = roundScale(Math.max(1, most ?? 0));
  const across = (t: number) => (100 * (t - fromS)) / (toS - fromS);
  const place: Place = (t, value) => [across(t), 100 - (100 * Math.max(0, value)) / top];
  const y = Array.from({ length: Math.round(top / step) + 1 }, (_, line) => ({
    at: (100 * line * step) / top,
    label: formatNumber(line * step, Number.isInteger(step) ? 0 : 1),
  }));
  return { x: hourTicks(today, zone, across), y, place, most };
}

const looks = [
  ['irr', 'strings.box.keyInputs'],
  ['exp', 'strings.box.keyMedian'],
  ['apart', 'strings.box.keyBelow'],
] as const;

function Key() {
  return (
    <div className="key">
      {looks.map(([look, word]) => (
        <span key={look}>
          <svg viewBox="0 0 24 10" aria-hidden="true">
            <path className={look} d="M0 5h24" />
          </svg>
          {t(word)}
        </span>
      ))}
    </div>
  );
}
