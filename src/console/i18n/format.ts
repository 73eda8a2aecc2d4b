import { shownLanguage, t } from './translate';

/** Shown instead of a missing value; never 0. */
export const missing = '—';

const cache = new Map<string, Intl.NumberFormat>();

// Numbers of four digits are grouped too. Typed as an object because TypeScript 7.0 only accepts true and false here.
const alwaysGrouped: object = { useGrouping: 'always' };

function numberFormat(decimals: number): Intl.NumberFormat {
  const { formats } = shownLanguage();
  const key = `${formats}${decimals}`;
  let format = cache.get(key);
  if (!format) {
    const options = { minimumFractionDigits: decimals, maximumFractionDigits: decimals, ...alwaysGrouped };
    format = new Intl.NumberFormat(formats, options);
    cache.set(key, format);
  }
  return format;
}

/** Fixed decimals, grouped thousands, a true minus sign, never "−0"; a dash for null and for NaN or infinity. */
export function formatNumber(value: number | null | undefined, decimals: number): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return missing;
  const text = numberFormat(decimals).format(value).replace('-', '−');
  return /[1-9]/.test(text) ? text : text.replace('−', '');
}

/** The number and its unit, with a non-breaking space; without a value only the dash. */
export function formatQuantity(value: number | null | undefined, decimals: number, unit: string): string {
  const text = formatNumber(value, decimals);
  return text === missing || unit === '' ? text : `${text}\u00a0${unit}`;
}

/** The decimal mark of numbers, for fields and for CSV files that a spreadsheet opens. */
export function decimalMark(): ',' | '.' {
  return numberFormat(1).format(0).includes(',') ? ',' : '.';
}

/** Stands before a number that too little was measured for to be certain. */
export const about = '≈\u00a0';

/** A difference, always with its sign: "+2,3", "−2,3". */
export function formatDifference(value: number | null | undefined, decimals: number): string {
  const text = formatNumber(value, decimals);
  return value !== null && value !== undefined && value > 0 && /[1-9]/.test(text) ? `+${text}` : text;
}

type TimePart = 'date' | 'clock' | 'minute';
const timeOptions: Record<TimePart, Intl.DateTimeFormatOptions> = {
  date: { day: '2-digit', month: '2-digit', year: 'numeric' },
  clock: { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' },
  minute: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
};
const timeFormats = new Map<string, Intl.DateTimeFormat>();
/** The largest epoch seconds that a JavaScript `Date` can represent; the smallest are the same below 0. */
const latestS = 8.64e12;

/** An instant (epoch seconds) in the plant's time zone: `date` 10/06/2026, `clock` 13:42:10, `minute` 13:42. */
export function formatTime(epochS: number | null | undefined, zone: string, part: TimePart): string {
  if (epochS === null || epochS === undefined || !(Math.abs(epochS) <= latestS)) return missing;
  // Clocks are read with colons everywhere, and `localMinutes` reads them again.
  const tag = part === 'date' ? shownLanguage().formats : 'en-GB';
  const key = tag + zone + part;
  let format = timeFormats.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat(tag, { ...timeOptions[part], timeZone: zone });
    timeFormats.set(key, format);
  }
  return format.format(epochS * 1000);
}

/** Minutes since local midnight in the zone. */
export function localMinutes(epochS: number, zone: string): number {
  const [hours = 0, minutes = 0] = formatTime(epochS, zone, 'minute').split(':').map(Number);
  return 60 * hours + minutes;
}

/** "INV 1, INV 2 e INV 3" */
export function formatList(names: readonly string[]): string {
  return new Intl.ListFormat(shownLanguage().locale).format(names);
}

/** A duration in a suitable unit: "4 s", "6 min", "5 h 30 min", "8 h", "2 giorni". */
export function formatDuration(seconds: number): string {
  if (!Number.isFinite(seconds)) return missing;
  const whole = Math.max(0, Math.round(seconds));
  if (whole < 90) return t('common.seconds', { count: whole });
  if (whole < 3600) return t('common.minutes', { count: Math.floor(whole / 60) });
  if (whole < 86400) {
    const [hours, minutes] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60)];
    return minutes === 0 ? t('common.hoursOnly', { hours }) : t('common.hours', { hours, minutes });
  }
  return t('common.days', { count: Math.floor(whole / 86400) });
}
