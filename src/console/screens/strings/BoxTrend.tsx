import { useMemo } from 'react';
import { dayOf } from '../../data/days';
import { plantNowMs } from '../../data/plant-clock';
import { refresh } from '../../data/poll';
import { median } from '../../data/statistics';
import { useNoteMarks } from '../../device-screens/note-marks';
import { TrendPending } from '../../device-screens/TrendPending';
import { slotValue, type Today } from '../../device-screens/today';
import { trendTitle, useTrend } from '../../device-screens/trend-time';
import { formatNumber } from '../../i18n/format';
import { t } from '../../i18n/translate';
import type { PlotModel, Series } from '../../ui/plot/model';
import { Plot } from '../../ui/plot/Plot';
import { timeAxis } from '../../ui/plot/time-axis';
import { type Box, isException } from './string-list';

interface Props {
  readonly box: Box;
  readonly zone: string;
}

const everyMs = 300_000;
const ampere = { unit: 'A', decimals: 2, shape: 'line' } as const;
const codeOf = (id: string) => `stringhe.${id}.i`;

/** A day or a week of a box: all inputs in grey with their median, and in ink those that are below the threshold now. */
export function BoxTrend({ box, zone }: Props) {
  // The exceptions first: the analysis takes as many as it can draw.
  const codes = [...box.cells]
    .sort((a, b) => Number(isException(b)) - Number(isException(a)))
    .map(({ id }) => codeOf(id));
  const { asked, snapshot, time, choice } = useTrend(codes, zone, everyMs);
  const { value } = snapshot;
  const title = time ? trendTitle(time) : t('deviceTrend.today');
  // The choice stays in place while other values are read, so that the focus does.
  return (
    <>
      {value ? (
        <Drawn today={value} box={box} zone={zone} title={title} day={time?.day ?? null} />
      ) : (
        <TrendPending
          {...{ snapshot, zone }}
          failed={t('strings.box.trendFailed')}
          empty={t('strings.box.noTrend')}
          onRetry={() => refresh(asked)}
        />
      )}
      {choice}
    </>
  );
}

interface DrawnProps extends Props {
  readonly today: Today;
  readonly title: string;
  /** Null: today. */
  readonly day: string | null;
}

function Drawn({ today, box, zone, title, day }: DrawnProps) {
  const nowS = 60 * Math.floor(plantNowMs() / 60_000);
  const marks = useNoteMarks('box-stringhe', Number(box.id), today);
  const model = useMemo(
    () => ({ ...boxPlot(today, box, zone, nowS), marks }),
    [today, box, zone, nowS, marks],
  );
  const most = Math.max(...model.series.flatMap(({ values }) => values.filter(value => value !== null)));
  const summary = Number.isFinite(most)
    ? t('strings.box.summary', { most: formatNumber(most, 2), count: box.cells.filter(isException).length })
    : t('strings.box.noTrend');
  const fileName = `meridiana-stringhe-${box.cells[0]?.id ?? ''}-${day ?? dayOf(1000 * nowS, zone)}`;
  return <Plot key={title} model={model} heading={<h3>{title}</h3>} summary={summary} fileName={fileName} />;
}

/** Grey lines with their median; above them, in ink, the inputs that deviate from it. */
function boxPlot(today: Today, { cells }: Box, zone: string, nowS: number): PlotModel {
  const { slots, fromS, toS } = today;
  const inputs = cells.map((string): Series => {
    const isApart = isException(string);
    return {
      ...ampere,
      key: string.id,
      label: string.name,
      look: isApart ? 'apart' : 'context',
      group: t(isApart ? 'strings.box.keyBelow' : 'strings.box.keyInputs'),
      isQuiet: !isApart,
      values: slots.map(slotValue(today, codeOf(string.id))),
    };
  });
  const middle: Series = {
    ...ampere,
    key: 'median',
    label: t('strings.box.keyMedian'),
    look: 'expected',
    values: slots.map((_, row) => median(inputs.flatMap(({ values }) => values[row] ?? []))),
  };
  const others = inputs.filter(({ look }) => look === 'context');
  return {
    slots,
    series: [...others, middle, ...inputs.filter(({ look }) => look === 'apart')],
    axis: timeAxis(slots, zone),
    from: fromS,
    to: toS,
    now: nowS,
    least: { left: 1 },
  };
}
