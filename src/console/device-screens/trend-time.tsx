import { useState } from 'react';
import { mostSignals } from '../../contract/analysis-limits';
import { dayAfter } from '../../contract/zone';
import { dayOf, startOfDayS } from '../data/days';
import { plantNowMs } from '../data/plant-clock';
import { type Resource, resource } from '../data/resource';
import { useResource } from '../data/use-resource';
import { mondayOf, sundayOf } from '../data/weeks';
import { formatCalendar } from '../i18n/calendar';
import { t } from '../i18n/translate';
import { Lazy } from '../ui/Lazy';
import { readToday, type Today, type TrendTime, todayOf } from './today';

/** "Andamento: 10 giugno 2026", "Andamento: 8 giu – 14 giu" */
export function trendTitle({ day, isWeek }: TrendTime): string {
  const days = [mondayOf(day), sundayOf(day)].map(each => formatCalendar(each, 'shortDay'));
  return t('trend.of', { time: isWeek ? days.join(' – ') : formatCalendar(day, 'day') });
}

/** Values of another day, or of a week, as those of today. */
function valuesOf(codes: string, zone: string, { day, isWeek }: TrendTime, everyMs: number): Resource<Today> {
  const isRunning = (isWeek ? sundayOf(day) : day) >= dayOf(plantNowMs(), zone);
  const pace = { everyMs: isRunning ? everyMs : null };
  if (!isWeek) return resource('GET dati_impianto/daily', { query: { m: codes, d: day } }, readToday, pace);
  const startS = (of: string) => String(startOfDayS(of, zone) ?? 0);
  const query = { m: codes, da: startS(mondayOf(day)), a: startS(dayAfter(sundayOf(day), 1)) };
  return resource('GET dati_impianto/serie', { query }, readToday, pace);
}

const loadChoice = () => import('./TrendChoice').then(module => module.TrendChoice);

/** The values of a chart of a device and the choice of their time: today (`time` null), another day, or a week. */
export function useTrend(codes: readonly string[], zone: string, everyMs: number) {
  const [time, setTime] = useState<TrendTime | null>(null);
  const all = codes.join(',');
  const asked = time ? valuesOf(all, zone, time, everyMs) : todayOf(all, zone, everyMs);
  const today = dayOf(plantNowMs(), zone);
  const onChoose = (next: TrendTime) => setTime(next.day === today && !next.isWeek ? null : next);
  const choice = (
    <Lazy
      load={loadChoice}
      props={{
        codes,
        today,
        time: time ?? { day: today, isWeek: false },
        onChoose,
        hasWeek: codes.length <= mostSignals,
      }}
    />
  );
  return { asked, snapshot: useResource(asked), time, choice };
}
