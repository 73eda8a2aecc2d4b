import type { BodyOf, QueryOf } from '../../../contract';
import type { Clock } from '../../core/time/clock';
import type { Snapshot } from '../../plant/snapshot';
import type { AlarmStore } from '../../storage/alarms/alarms';
import type { Recorder } from '../../storage/config/audit';
import type { ConfigDatabase } from '../../storage/config/config-database';
import { entryOf } from '../../storage/config/log-entry';
import type { LogNote } from '../../storage/config/logbook';
import { type Caller, type Handlers, idOf, notFound, ProblemError } from '../http/handler';
import { Rates } from '../support/rates';
import { isSeenBy, subjectOf } from '../support/subjects';

interface LogbookDeps {
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly config: Pick<ConfigDatabase, 'logbook' | 'atomically' | 'devices'>;
  readonly store: Pick<AlarmStore, 'find'>;
  readonly snapshot: () => Snapshot;
  readonly record: Recorder;
}

const mostShown = 200;
/** Notes of an account; each is also a row of the audit log. */
const noteRates = [
  { ms: 600_000, most: 30 },
  { ms: 86_400_000, most: 200 },
];

/** Notes that are kept: of all accounts, and of one, so that none takes the room of the others. */
const mostNotes = 50_000;
const mostOfAccount = 5000;

export function logbookHandlers(
  deps: LogbookDeps,
): Pick<Handlers, 'GET diario' | 'POST diario' | 'DELETE diario/:id'> {
  const { config, record } = deps;
  const rates = new Rates(deps.clock, noteRates);
  return {
    'GET diario': ({ query, caller }) => {
      const notes = config.logbook.list(filterOf(query), mostShown);
      return { note: notes.filter(({ group }) => isSeenBy(caller, group)).map(entryOf) };
    },
    'POST diario': ({ body, caller }) =>
      config.atomically(() => {
        const wanted = noteOf(deps, body, caller);
        rates.count(caller);
        requireNoteRoom(config.logbook, wanted.author);
        const note = config.logbook.add(wanted);
        const { testo, causa, da, a } = entryOf(note);
        record(caller, 'log.add', objectOf(note), {
          changes: { testo: [null, testo], causa: [null, causa], da: [null, da], a: [null, a] },
        });
        return entryOf(note);
      }),
    'DELETE diario/:id': ({ params, caller }) =>
      config.atomically(() => {
        const note = config.logbook.find(idOf(params.id));
        if (!note || !isSeenBy(caller, note.group)) throw notFound();
        if (caller.role !== 'admin' && note.author !== caller.user)
          throw new ProblemError(403, 'forbidden', 'Only its author and administrators may remove a note.');
        config.logbook.remove(note.id);
        const { testo, causa, autore } = entryOf(note);
        record(caller, 'log.remove', objectOf(note), {
          changes: { testo: [testo, null], causa: [causa, null], autore: [autore, null] },
        });
        return { id: note.id };
      }),
  };
}

/** 409 where there are as many notes as are kept. */
function requireNoteRoom(logbook: ConfigDatabase['logbook'], author: string): void {
  if (logbook.count() >= mostNotes)
    throw new ProblemError(409, 'conflict', `There are at most ${mostNotes} notes.`);
  if (logbook.countOf(author) >= mostOfAccount)
    throw new ProblemError(409, 'conflict', `An account has at most ${mostOfAccount} notes.`);
}

const numberOf = (text: string | undefined) => (text === undefined ? null : Number(text));

const filterOf = ({ da, a, gruppo, dispositivo, allarme }: QueryOf<'GET diario'>) => ({
  from: numberOf(da),
  to: numberOf(a),
  group: gruppo ?? null,
  device: numberOf(dispositivo),
  alarm: numberOf(allarme),
});

const objectOf = ({ group, device, alarm }: LogNote) =>
  alarm === null ? (device === null ? group : `${group}/${device}`) : `allarmi/${alarm}`;

/** The note that a body asks for. 404 for what the caller may not see, 422 for an impossible time. */
function noteOf(deps: LogbookDeps, body: BodyOf<'POST diario'>, caller: Caller): Omit<LogNote, 'id'> {
  const { t } = deps.snapshot();
  const about = subjectOf(deps, body, t);
  if (!isSeenBy(caller, about.group)) throw notFound();
  const { a: end, testo: text, causa: cause } = body;
  const begin = body.da ?? about.begin;
  if (begin > t) throw invalid('da', 'That is in the future.');
  if (end !== null && (end <= begin || end > t))
    throw invalid('a', 'The end is after the beginning, and not in the future.');
  if (cause !== null && caller.role === 'cci') throw invalid('causa', 'This account states no cause.');
  if (cause !== null && end === null && about.alarm === null)
    throw invalid('a', 'A cause needs an alarm, or a time with an end.');
  return { ...about, begin, end, text, cause, author: caller.user ?? '', writtenS: Math.floor(t) };
}

const invalid = (campo: string, message: string) => new ProblemError(422, 'invalid', message, { campo });
