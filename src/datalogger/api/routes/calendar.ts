import type { ScheduleBody } from '../../../contract/schedules';
import { nextOccurrence, type Place, placeOf } from '../../automation/schedules/occurrences';
import { productName } from '../../core/product';
import type { ConfigDatabase } from '../../storage/config/config-database';
import type { ScheduleRecord } from '../../storage/config/schedules';
import { hashOneTimeCode } from '../auth/one-time-code';
import { type Caller, type Handlers, ProblemError } from '../http/handler';
import { type CalendarEvent, icalendar } from '../support/icalendar';

export interface CalendarDeps {
  readonly config: ConfigDatabase;
  /** Epoch s of the plant's clock. */
  readonly plantNow: () => number;
}

const dayS = 86_400;
/** Days before and after now that are in the calendar, and how many runs of a schedule. */
const pastDays = 31;
const comingDays = 92;
const mostRuns = 400;

export function calendarHandlers(deps: CalendarDeps): Pick<Handlers, 'GET calendario.ics'> {
  const { config, plantNow } = deps;
  return {
    'GET calendario.ics': ({ caller, query: { token } }) => {
      refuseStrangers(config, caller, token);
      const now = plantNow();
      const { serial } = config.installation;
      const name = config.plantConfig.read()?.fields.nome ?? productName;
      const place = placeOf(config);
      const events = config.schedules
        .all()
        .filter(({ body }) => body.abilitata)
        .flatMap(schedule => runsOf(schedule, now, place, serial));
      return icalendar(name, productName, now, [...events, ...dueWork(config, now)]);
    },
  };
}

/** A calendar program cannot log in: it has a token of its own in its address. */
function refuseStrangers({ wallDisplays }: ConfigDatabase, caller: Caller, token = ''): void {
  if (caller.role === 'admin') return;
  const owner = token === '' ? null : wallDisplays.findByToken(hashOneTimeCode(token));
  if (owner?.disposizione === 'calendario') return;
  throw new ProblemError(401, 'session_invalid', 'An administrator, or the token of a calendar.');
}

/** Each run by itself, as the datalogger will do it: by the sun, in the hour that the clocks skip, on the last day of a month. */
function runsOf({ id, body }: ScheduleRecord, now: number, place: Place, serial: string): CalendarEvent[] {
  const runs: CalendarEvent[] = [];
  const { azione } = body;
  const length = 'durata' in azione ? azione.durata * 60 : null;
  let start = nextOccurrence(body, now - pastDays * dayS, place);
  while (start !== null && start < now + comingDays * dayS && runs.length < mostRuns) {
    runs.push({
      uid: `${serial}-${id}-${start}`,
      start,
      end: length === null ? null : start + length,
      summary: body.nome,
      description: describe(body),
    });
    start = nextOccurrence(body, start, place);
  }
  return runs;
}

/** The last day of each order that is not over, and of those that were closed in the past days. */
function dueWork({ workOrders, installation }: ConfigDatabase, now: number): CalendarEvent[] {
  const orders = workOrders.during(now - pastDays * dayS, now + 1);
  return orders.flatMap(({ id, titolo, nome, persona, scadenza, creato }) => {
    if (scadenza === null) return [];
    const summary = [titolo, nome].filter(Boolean).join(', ');
    const uid = `${installation.serial}-lavoro-${id}`;
    return { uid, start: creato, end: null, day: scadenza, summary, description: persona };
  });
}

const describe = ({ azione }: ScheduleBody) => (azione.tipo === 'manutenzione' ? azione.motivo : '');
