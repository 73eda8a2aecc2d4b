const formats = new Map<string, Intl.DateTimeFormat>();

/** The calendar day in the plant's zone, as `2026-06-10`. */
export function dayOf(epochMs: number, zone: string): string {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en', {
      timeZone: zone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    });
    formats.set(zone, format);
  }
  const parts = new Map(format.formatToParts(epochMs).map(({ type, value }) => [type, value]));
  return `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`;
}
