import { useState } from 'react';
import { refresh } from '../../../data/poll';
import { type Series, seriesOf } from '../../../data/series';
import { useResource } from '../../../data/use-resource';
import { useWaitedS } from '../../../data/waiting';
import { t } from '../../../i18n/translate';
import type { PanelFailure } from '../../../ui/PanelFailure';
import { waitingWords } from '../../../ui/panel-words';
import type { Query } from './query';
import { comparedRange, daysIn, type Range, spanOfRange, textOfRange } from './range';
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

/** Energies are told by the day, where there are more days than hours can be told apart; else the datalogger chooses. */
function stepOf({ kind }: Query, range: Range, signals: readonly Signal[]): 'giorno' | undefined {
  const areEnergies = kind === 'linee' && signals.every(({ unit }) => unit.startsWith('kWh'));
  const days = daysIn(range);
  return areEnergies && days > mostHourlyDays && days < leastMonthlyDays ? 'giorno' : undefined;
}

/** The values of the time, and then those of the time that it is compared with, in rows of the same length. */
export function useAnswers({ query, range, zone, nowS }: Asked, signals: readonly Signal[]): Read {
  const codes = signals.map(({ code }) => code);
  const span = spanOfRange(range, zone);
  const step = stepOf(query, range, signals);
  const asked =
    codes.length > 0 ? seriesOf(codes, span, { isRunning: nowS < span.toS, ...(step && { step }) }) : null;
  const snapshot = useResource(asked);
  const compared = query.kind === 'linee' ? query.compared : null;
  const series = snapshot.value;
  const other = useResource(
    series && compared
      ? seriesOf(codes, spanOfRange(comparedRange(range, compared), zone), {
          isRunning: false,
          step: series.step,
        })
      : null,
  );
  const [last, setLast] = useState<{ readonly series: Series; readonly time: string }>();
  const time = textOfRange(range);
  if (series && series !== last?.series) setLast({ series, time });
  return {
    // While other lines of the same time are read, the last ones stay.
    series: series ?? (last?.time === time && !snapshot.error ? last.series : undefined),
    other: other.value ?? null,
    otherName: compared ? t(`analysis.compared.${compared}`) : '',
    waiting: waitingWords(useWaitedS(snapshot)),
    failure:
      asked && snapshot.error && !series
        ? { reason: snapshot.error.reason, retry: () => refresh(asked) }
        : null,
  };
}
