import * as v from 'valibot';
import type { Endpoint } from './endpoint';

export const calendarEndpoints = {
  /**
   * Schedules and maintenance as iCalendar (RFC 5545): each run of the last 31 and the next 92 days; and the last day of each work order. For an administrator's session, or with
   * the `token` of a calendar (`schermi`), which calendar programs have in their address.
   */
  'GET calendario.ics': {
    may: 'anyone',
    query: v.strictObject({ token: v.optional(v.pipe(v.string(), v.regex(/^[0-9A-Za-z-]{1,64}$/))) }),
    reply: v.string(),
    type: 'text/calendar',
  },
} as const satisfies Record<string, Endpoint>;
