import type { Role } from '../../contract';
import type { Alarm, AlarmDetail, AlarmPage } from '../../contract/alarms';
import type { Occurrence } from '../alarms/model';
import { contentTag } from '../serve/etag';
import {
  type Call,
  type Caller,
  type Handler,
  type Handlers,
  idOf,
  ProblemError,
  requireVersion,
  Versioned,
} from '../serve/handler';
import { eventPriority } from '../store/alarms-rows';
import { changesBetween } from '../store/audit';
import {
  type AlarmDeps,
  groupsOf,
  nowS,
  shelvingMinutes,
  transitionOf,
  unitOf,
  visible,
  wireAll,
  wireOne,
} from './alarms-access';
import { glanceOf, momentOf, trendOf } from './alarms-glance';
import { countsOf, filterOf, readCursor, rowsOf, writeCursor } from './alarms-list';
import { alarmRuleHandlers } from './alarms-rules';

export type AlarmHandlers = Pick<Handlers, Extract<keyof Handlers, `${string} ${string}allarmi${string}`>>;

const rowsPerPage = 100;

export function alarmHandlers(deps: AlarmDeps): AlarmHandlers {
  const { store } = deps;
  const glance = rememberedCounts(deps);
  return {
    ...alarmActionHandlers(deps),
    ...alarmRuleHandlers(deps),
    'GET allarmi': call => {
      deps.bringUpToDate();
      return tagged(deps, page(deps, call));
    },
    'GET allarmi/conteggi': ({ caller }) => {
      deps.bringUpToDate();
      return tagged(deps, glance(caller.role));
    },
    'GET allarmi/andamento': ({ caller }) => {
      deps.bringUpToDate();
      return tagged(deps, trendOf(store, groupsOf(caller.role), nowS(deps)));
    },
    'GET allarmi/momento': ({ query, caller }) => {
      deps.bringUpToDate();
      return momentOf(store, groupsOf(caller.role), Number(query.t));
    },
    'GET allarmi/:id': ({ params, caller }) => {
      deps.bringUpToDate();
      const occurrence = visible(deps, caller, idOf(params.id));
      return new Versioned(detail(deps, caller, occurrence), occurrence.version);
    },
  };
}

/** The content with the time of the answer. The ETag is of the content alone. */
function tagged<T extends object>(deps: AlarmDeps, content: T): Versioned<T & { t: number }> {
  return new Versioned({ t: nowS(deps), ...content }, contentTag(JSON.stringify(content)));
}

function page(deps: AlarmDeps, { query, caller }: Call<'GET allarmi'>): Omit<AlarmPage, 't'> {
  const { store } = deps;
  const groups = groupsOf(caller.role);
  const filter = filterOf(query, groups);
  const rows = rowsOf(query);
  const { occurrences, next } = store.list(filter, readCursor(query.cursor, filter.view), rowsPerPage, rows);
  return {
    righe: wireAll(deps, caller, occurrences),
    cursor: writeCursor(next),
    ...(rows === 'incidents' && { incidenti: store.incidents(filter) }),
    accantonabile: shelvingMinutes(deps, caller.role),
    ...countsOf(store, filter, groups),
  };
}

function detail(deps: AlarmDeps, caller: Caller, occurrence: Occurrence): AlarmDetail {
  const { store } = deps;
  return {
    allarme: wireOne(deps, caller, occurrence),
    storia: store.story(occurrence.id).map(step => transitionOf(step, unitOf(deps, occurrence))),
    precedenti: store.earlier(occurrence).map(({ id, begin, end }) => ({ id, inizio: begin, fine: end })),
  };
}

/** Every screen of every browser asks for the counts: they are computed once for each role and each change. */
function rememberedCounts({ store }: AlarmDeps): (role: Role) => ReturnType<typeof glanceOf> {
  const made = new Map<Role, { readonly revision: number; readonly counts: ReturnType<typeof glanceOf> }>();
  return role => {
    const known = made.get(role);
    if (known?.revision === store.revision) return known.counts;
    const groups = groupsOf(role);
    const counts = glanceOf(store.open().filter(({ subject }) => groups.includes(subject.group)));
    made.set(role, { revision: store.revision, counts });
    return counts;
  };
}

type ActionKey = 'POST allarmi/:id/riconosci' | 'POST allarmi/riconosci' | 'POST allarmi/:id/accantona';

/** Actions of people on alarms. Each is stored before it is answered, and written to the audit log where it changed anything. */
function alarmActionHandlers(deps: AlarmDeps): Pick<Handlers, ActionKey> {
  return {
    'POST allarmi/:id/riconosci': ({ params, body, caller }) => {
      const occurrence = visible(deps, caller, idOf(params.id));
      refuseEvent(occurrence);
      acknowledge(deps, caller, [occurrence.id], body.nota);
      return versioned(deps, caller, occurrence.id);
    },
    'POST allarmi/riconosci': ({ body, caller }) => {
      for (const [index, id] of body.id.entries()) {
        const campo = `id.${index}`;
        refuseEvent(visible(deps, caller, id, campo), campo);
      }
      const hidden = body.conseguenze ? deps.store.waitingConsequences(body.id, groupsOf(caller.role)) : [];
      const ids = [...new Set([...body.id, ...hidden])];
      acknowledge(deps, caller, ids, body.nota);
      return ids.map(id => versioned(deps, caller, id).value);
    },
    'POST allarmi/:id/accantona': shelve(deps),
  };
}

/** 409 for an event: events are only recorded. */
function refuseEvent({ priority }: Occurrence, campo?: string): void {
  if (priority !== eventPriority) return;
  const details = campo === undefined ? {} : { campo };
  throw new ProblemError(409, 'conflict', 'An event is neither acknowledged nor shelved.', details);
}

function versioned(deps: AlarmDeps, caller: Caller, id: number): Versioned<Alarm> {
  const occurrence = visible(deps, caller, id);
  return new Versioned(wireOne(deps, caller, occurrence), occurrence.version);
}

/** The first acknowledgement stays: later ones get an answer that says whose it was. */
function acknowledge(deps: AlarmDeps, caller: Caller, ids: readonly number[], note: string): void {
  const action = { by: caller.user ?? '', at: nowS(deps), note };
  const changed = deps.alarms.acknowledge(ids, action);
  deps.config.atomically(() => {
    for (const { id, code } of changed) {
      const changes = changesBetween({}, { allarme: code, nota: note });
      deps.record(caller, 'alarm.acknowledge', `allarmi/${id}`, { changes });
    }
  });
}

/** Whoever may shelve may shelve every alarm that they see: a cci user sees only alarms of its equipment. */
function shelve(deps: AlarmDeps): Handler<'POST allarmi/:id/accantona'> {
  return ({ params, body: { minuti, motivo }, caller, ifMatch }) => {
    const most = shelvingMinutes(deps, caller.role);
    if (most === 0) throw new ProblemError(403, 'forbidden', 'This account may not shelve.');
    if (minuti > most)
      throw new ProblemError(422, 'too_high', `At most ${most} minutes.`, { campo: 'minuti' });
    const occurrence = visible(deps, caller, idOf(params.id));
    requireVersion(ifMatch, occurrence.version);
    refuseEvent(occurrence);
    if (occurrence.state === 'chiuso') throw new ProblemError(409, 'conflict', 'The alarm is over.');
    const { id, code } = occurrence;
    const action = { by: caller.user ?? '', at: nowS(deps) };
    const object = `allarmi/${id}`;
    if (minuti === 0) {
      const [changed] = deps.alarms.unshelve(id, { ...action, note: motivo ?? '' });
      const changes = changesBetween({}, { allarme: code });
      if (changed) deps.record(caller, 'alarm.unshelve', object, { changes });
    } else {
      if (motivo === undefined) throw new ProblemError(422, 'required', 'Why?', { campo: 'motivo' });
      deps.alarms.shelve(id, { ...action, until: action.at + minuti * 60, reason: motivo });
      const changes = changesBetween({}, { allarme: code, minuti, motivo });
      deps.record(caller, 'alarm.shelve', object, { changes });
    }
    return versioned(deps, caller, id);
  };
}
