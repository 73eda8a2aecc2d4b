import type { ScheduleBody } from '../../../contract/schedules';
import { nextOccurrence, type Place, placeOf } from '../../automation/schedules/occurrences';
import { inPieces } from '../../core/pieces';
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
/** Days before and after now that are in the calendar. */
const pastDays = 31;
const comingDays = 92;
/** Runs in the calendar: of many schedules each has the next of its share. Of a few, all of their days. */
const mostRuns = 5000;
/** s that a calendar is answered again as it was made, where nothing was changed. */
const keptS = 60;

export function calendarHandlers(deps: CalendarDeps): Pick<Handlers, 'GET calendario.ics'> {
  const { config, plantNow } = deps;
  let kept: { readonly key: string; readonly text: Promise<string> } | null = null;
  return {
    'GET calendario.ics': ({ caller, query: { token } }) => {
      refuseStrangers(config, caller, token);
      const now = plantNow();
      const { schedules, workOrders, plantConfig } = config;
      const changes = [schedules.revision(), workOrders.revision(), plantConfig.read()?.version];
      const key = [...changes, Math.floor(now / keptS)].join();
      if (kept?.key !== key) kept = { key, text: calendarOf(config, now) };
      return kept.text;
    },
  };
}

async function calendarOf(config: ConfigDatabase, now: number): Promise<string> {
  const { serial } = config.installation;
  const name = config.plantConfig.read()?.fields.nome ?? productName;
  const place = placeOf(config);
  const schedules = config.schedules.all().filter(({ body }) => body.abilitata);
  const share = Math.floor(mostRuns / Math.max(1, schedules.length));
  const runs = await inPieces(schedules, schedule => runsOf(schedule, { now, place, serial, share }));
  return icalendar(name, productName, now, [...runs.flat(), ...dueWork(config, now)]);
}

/** A calendar program cannot log in: it has a token of its own in its address. */
function refuseStrangers({ wallDisplays }: ConfigDatabase, caller: Caller, token = ''): void {
  if (caller.role === 'admin') return;
  const owner = token === '' ? null : wallDisplays.findByToken(hashOneTimeCode(token));
  if (owner?.disposizione === 'calendario') return;
  throw new ProblemError(401, 'session_invalid', 'An administrator, or the token of a calendar.');
}

interface Wanted {
  readonly now: number;
  readonly place: Place;
  readonly serial: string;
  /** How many runs of each schedule there may be. */
  readonly share: number;
}

/** Each run by itself, as the datalogger will do it: by the sun, in the hour that the clocks skip, on the last day of a month. */
function runsOf({ id, body }: ScheduleRecord, { now, place, serial, share }: Wanted): CalendarEvent[] {
  const runs: CalendarEvent[] = [];
  const pastS = share < pastDays + comingDays ? 0 : pastDays * dayS;
  const { azione } = body;
  const length = 'durata' in azione ? azione.durata * 60 : null;
  let start = nextOccurrence(body, now - pastS, place);
  while (start !== null && start < now + comingDays * dayS && runs.length < share) {
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
