/** An event of a calendar; times in epoch seconds. */
export interface CalendarEvent {
  /** Unique within the datalogger, and the same at every reading. */
  readonly uid: string;
  readonly start: number;
  /** Of an event that takes a whole day: that day, `YYYY-MM-DD`. */
  readonly day?: string;
  /** Null for a moment. */
  readonly end: number | null;
  readonly summary: string;
  readonly description: string;
}

/** Octets of a line before it is folded (RFC 5545, 3.1). */
const lineOctets = 75;

/** Events as an iCalendar file (RFC 5545). Times are in UTC, so that no reader has to know a zone. */
export function icalendar(
  name: string,
  product: string,
  nowS: number,
  events: readonly CalendarEvent[],
): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${escaped(product)}//IT`,
    'CALSCALE:GREGORIAN',
    `X-WR-CALNAME:${escaped(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    ...events.flatMap(({ uid, start, end, day, summary, description }) => [
      'BEGIN:VEVENT',
      `UID:${escaped(uid)}`,
      `DTSTAMP:${stamp(nowS)}`,
      day === undefined ? `DTSTART:${stamp(start)}` : `DTSTART;VALUE=DATE:${day.replaceAll('-', '')}`,
      ...(end === null ? [] : [`DTEND:${stamp(end)}`]),
      `SUMMARY:${escaped(summary)}`,
      ...(description === '' ? [] : [`DESCRIPTION:${escaped(description)}`]),
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ];
  return lines.map(line => `${folded(line)}\r\n`).join('');
}

/** 20260610T134200Z */
const stamp = (epochS: number) =>
  new Date(epochS * 1000).toISOString().replace(/\.\d+/, '').replace(/[-:]/g, '');

const escaped = (text: string) => text.replace(/[\\;,]/g, '\\$&').replace(/\r\n|[\r\n\u2028\u2029]/g, '\\n');

/** No character is cut in two. */
function folded(line: string): string {
  const parts: string[] = [''];
  let octets = 0;
  for (const sign of line) {
    const length = Buffer.byteLength(sign);
    if (octets + length > lineOctets) {
      parts.push('');
      // The space that begins a line counts.
      octets = 1;
    }
    parts[parts.length - 1] += sign;
    octets += length;
  }
  return parts.join('\r\n ');
}
