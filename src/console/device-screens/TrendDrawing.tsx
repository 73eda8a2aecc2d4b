import { type ReactNode, useMemo } from 'react';
import { dayOf } from '../data/days';
import { plantNowMs } from '../data/plant-clock';
import { formatNumber, formatQuantity, formatTime } from '../i18n/format';
import { t } from '../i18n/translate';
import { Plot } from '../ui/plot/Plot';
import type { TrendLine } from './descriptor';
import { useNoteMarks } from './note-marks';
import { slotValue, type Today, type TrendTime } from './today';
import { trendPlot } from './trend';

interface Props {
  readonly trendLines: readonly TrendLine[];
  readonly zone: string;
  readonly today: Today;
  readonly heading: ReactNode;
  /** Null: today. */
  readonly time: TrendTime | null;
}

/** Values of a device, or of several, over a day or a week as a chart. */
export function TrendDrawing({ today, trendLines, zone, heading, time }: Props) {
  // Rounded to whole minutes, so that the chart is redrawn at most once a minute.
  const nowS = 60 * Math.floor(plantNowMs() / 60_000);
  const [group = '', device] = trendLines[0]?.code.split('.') ?? [];
  const marks = useNoteMarks(group, Number(device), today);
  const model = useMemo(
    () => ({ ...trendPlot(today, trendLines, zone, nowS), marks }),
    [today, trendLines, zone, nowS, marks],
  );
  const gaps = model.spans?.length ?? 0;
  const fileName = [
    'meridiana',
    trendLines[0]?.code.replaceAll('.', '-'),
    time?.day ?? dayOf(1000 * nowS, zone),
  ];
  return (
    <Plot
      model={model}
      heading={heading}
      key={time && `${time.day} ${time.isWeek}`}
      summary={summaryOf(today, trendLines, gaps, { zone, time })}
      fileName={fileName.join('-')}
    />
  );
}

/** The text alternative of the chart: for each line its highest value with its time, and the number of gaps. */
function summaryOf(
  today: Today,
  trendLines: readonly TrendLine[],
  gaps: number,
  { zone, time }: { readonly zone: string; readonly time: TrendTime | null },
): string {
  const sentences = trendLines.map(({ code, label, unit, decimals }) => {
    const valueIn = slotValue(today, code);
    const best = today.slots.reduce<{ readonly value: number; readonly from: number } | null>((top, slot) => {
      const value = valueIn(slot);
      return value !== null && value > (top?.value ?? Number.NEGATIVE_INFINITY)
        ? { value, from: slot.from }
        : top;
    }, null);
    if (!best) return t(time ? 'trend.nothing' : 'deviceTrend.nothing', { label });
    const value =
      unit === '' ? formatNumber(best.value, decimals) : formatQuantity(best.value, decimals, unit);
    const clock = formatTime(best.from, zone, 'minute');
    return time
      ? t('trend.peak', { label, value, time: `${formatTime(best.from, zone, 'date')} ${clock}` })
      : t('deviceTrend.peak', { label, value, time: clock });
  });
  if (gaps > 0) sentences.push(t('deviceTrend.gaps', { count: gaps }));
  return sentences.join(' ');
}
