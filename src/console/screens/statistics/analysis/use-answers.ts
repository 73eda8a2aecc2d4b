import { useState } from 'react';
import { type SeriesStep, seriesSteps } from '../../../../contract/analysis-limits';
import { refresh } from '../../../data/poll';
import { type Series, seriesOf } from '../../../data/series';
import { useResource } from '../../../data/use-resource';
import { useWaitedS } from '../../../data/waiting';
import { t } from '../../../i18n/translate';
import type { PanelFailure } from '../../../ui/PanelFailure';
import { waitingWords } from '../../../ui/panel-words';
import type { Query } from './query';
import {
  type Comparison,
  comparedRange,
  comparisons,
  daysIn,
  type Range,
  rangeName,
  spanOfRange,
  textOfRange,
} from './range';
import type { Signal } from './signals';

const mostHourlyDays = 10;
const leastMonthlyDays = 800;

interface Asked {
  readonly query: Query;
  readonly range: Range;
  readonly zone: string;
  readonly nowS: number;
}

export interface Read {
  readonly series: Series | undefined;
  readonly other: Series | null;
  readonly otherName: string;
  /** What is to be said while there are no values. */
  readonly waiting: string;
  readonly failure: {
    readonly reason: Parameters<typeof PanelFailure>[0]['cause'];
    readonly retry: () => void;
  } | null;
}

/** Energies are daily where the range has too many days for hours; else the datalogger chooses. */
function stepOf({ kind }: Query, range: Range, signals: readonly Signal[]): 'giorno' | undefined {
  const areEnergies = kind === 'linee' && signals.every(({ unit }) => unit.startsWith('kWh'));
  const days = daysIn(range);
  return areEnergies && days > mostHourlyDays && days < leastMonthlyDays ? 'giorno' : undefined;
}

/** The coarser of two steps; of a time whose minutes are not kept any more there are quarters of an hour only. */
const coarser = (one: SeriesStep, other: SeriesStep) =>
  seriesSteps.indexOf(one) < seriesSteps.indexOf(other) ? other : one;

/** The values of the time, and then those of the time that it is compared with, in rows of the same length. */
export function useAnswers({ query, range, zone, nowS }: Asked, signals: readonly Signal[]): Read {
  const codes = signals.map(({ code }) => code);
  const span = spanOfRange(range, zone);
  const compared = query.kind === 'linee' ? query.compared : null;
  const otherSpan = compared && spanOfRange(comparedRange(range, compared), zone);
  const ask = (of: typeof span, step: SeriesStep | undefined) =>
    seriesOf(codes, of, { isRunning: of === span && nowS < span.toS, ...(step && { step }) });
  const usual = stepOf(query, range, signals);
  const asked = codes.length > 0 ? ask(span, usual) : null;
  const first = useResource(asked);
  const firstOther = useResource(first.value && otherSpan ? ask(otherSpan, usual) : null);
  const common = first.value && firstOther.value && coarser(first.value.step, firstOther.value.step);
  const again = useResource(common && first.value?.step !== common ? ask(span, common) : null);
  const againOther = useResource(
    common && otherSpan && firstOther.value?.step !== common ? ask(otherSpan, common) : null,
  );
  const series = again.value ?? first.value;
  const other = [firstOther.value, againOther.value].find(each => each && each.step === series?.step);
  const [last, setLast] = useState<{ readonly series: Series; readonly time: string }>();
  const time = textOfRange(range);
  if (series && series !== last?.series) setLast({ series, time });
  return {
    // While other lines of the same time are read, the last ones stay.
    series: series ?? (last?.time === time && !first.error ? last.series : undefined),
    other: other ?? null,
    otherName: compared ? comparisonName(range, compared) : '',
    waiting: waitingWords(useWaitedS(first)),
    failure:
      asked && first.error && !series ? { reason: first.error.reason, retry: () => refresh(asked) } : null,
  };
}

/** "un anno prima", or the time itself where its start was chosen. */
const comparisonName = (range: Range, compared: Comparison) => {
  const usual = comparisons.find(each => each === compared);
  return usual ? t(`analysis.compared.${usual}`) : rangeName(comparedRange(range, compared));
};
