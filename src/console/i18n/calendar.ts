import { shownLanguage } from './translate';

const forms = {
  /** 10 giugno 2026 */
  day: { day: 'numeric', month: 'long', year: 'numeric' },
  /** 10 giugno */
  dayOfMonth: { day: 'numeric', month: 'long' },
  /** giugno 2026 */
  month: { month: 'long', year: 'numeric' },
  /** 10 giu */
  shortDay: { day: 'numeric', month: 'short' },
  /** giu */
  shortMonth: { month: 'short' },
  /** giugno */
  monthOfYear: { month: 'long' },
  year: { year: 'numeric' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

const formats = new Map<string, Intl.DateTimeFormat>();

/** A calendar day (`2026-06-10`), or the month or year around it, as text. Independent of time zones. */
export function formatCalendar(day: string, form: keyof typeof forms): string {
  return ordinal(formatOf(form).format(noonOf(day)));
}

/** "8–14 giugno 2026", "29 giugno – 5 luglio 2026": what two days share is said once. */
export function formatDays(first: string, last: string): string {
  // Browsers put thin spaces beside the dash, and Italian two digits in every day.
  return ordinal(
    formatOf('day').formatRange(noonOf(first), noonOf(last)).replace(/\s/g, ' ').replace(/\b0/g, ''),
  );
}

const ordinal = (text: string) => text.replace(/^1 /, `${shownLanguage().firstDay} `);

const noonOf = (day: string) => Date.parse(`${day}T12:00:00Z`);

function formatOf(form: keyof typeof forms): Intl.DateTimeFormat {
  const { locale } = shownLanguage();
  const key = locale + form;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat(locale, { ...forms[form], timeZone: 'UTC' });
    formats.set(key, format);
  }
  return format;
}
