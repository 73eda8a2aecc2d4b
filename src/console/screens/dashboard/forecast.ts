import { isObject, numberOrNull, timeOrNull } from '../../data/read';
import { type Resource, resource } from '../../data/resource';
import { formatNumber } from '../../i18n/format';
import { t } from '../../i18n/translate';
import type { Slot } from './curve';

/** What is expected of the rest of the day, in quarters of an hour. Epoch seconds, kW, kWh. */
export interface Forecast {
  readonly fromS: number;
  readonly clear: readonly (number | null)[];
  /** Null for what is over. */
  readonly expected: readonly (number | null)[];
  /** What the day will have yielded, on four days of five between `low` and `high`; null while too little is known. */
  readonly total: number | null;
  readonly low: number | null;
  readonly high: number | null;
}

const quarterS = 900;
const numbers = (value: unknown) => (Array.isArray(value) ? value.map(numberOrNull) : []);

function readForecast(raw: unknown): Forecast | null {
  const { da, sereno, attesa, totale, basso, alto } = isObject(raw) ? raw : {};
  const fromS = timeOrNull(da);
  const [total, low, high] = [totale, basso, alto].map(value => numberOrNull(value));
  if (fromS === null) return null;
  const range = { total: total ?? null, low: low ?? null, high: high ?? null };
  return { fromS, clear: numbers(sereno), expected: numbers(attesa), ...range };
}

/** Null where another datalogger, the night or a plant without a place has none. */
export const forecast: Resource<Forecast | null> = resource('GET previsione', {}, readForecast, {
  everyMs: quarterS * 1000,
});

/** The forecast if it is of the day that begins at `dayS`; where it is refused since yesterday, the last one is of yesterday. */
export const ofDay = (last: Forecast | null | undefined, dayS: number): Forecast | null =>
  last && last.fromS >= dayS ? last : null;

/** The rest of the day as slots of the curve after `endS`, with what is expected in them. */
export function slotsAhead({ fromS, expected }: Forecast, endS: number): readonly Slot[] {
  return expected.flatMap((value, index): Slot | readonly never[] => {
    const to = fromS + (index + 1) * quarterS;
    if (value === null || to <= endS) return [];
    return {
      row: -1,
      from: Math.max(endS, to - quarterS),
      to,
      measured: null,
      expected: value,
      irradiance: null,
    };
  });
}

/** Power under a clear sky at an instant, kW, between the middles of the quarters; null in the dark. */
export function clearAt({ fromS, clear }: Forecast, atS: number): number | null {
  const at = (atS - fromS) / quarterS - 0.5;
  const [before, after] = [clear[Math.floor(at)] ?? null, clear[Math.ceil(at)] ?? null];
  return before === null || after === null ? null : before + (after - before) * (at - Math.floor(at));
}

/** "A fine giornata circa 6,91 (6,30–7,20) MWh"; empty while nothing is known. */
export function dayEndWords({ total, low, high }: Forecast, isLarge: boolean): string {
  if (total === null || low === null || high === null) return '';
  const number = (kWh: number) => (isLarge ? formatNumber(kWh / 1000, 2) : formatNumber(kWh, 0));
  const unit = isLarge ? 'MWh' : 'kWh';
  const energy = `${number(total)} (${number(low)}–${number(high)})\u00a0${unit}`;
  return t('drawings.curve.dayEnd', { energy });
}
