import type { Role } from '../../../contract';
import type { Alarm, AlarmDetail, AlarmPage } from '../../../contract/alarms';
import { type Language, sourceLanguage } from '../../../contract/languages';
import { adviceOf } from '../../alarms/advice';
import type { RecordAction } from '../../alarms/alarm-keeping';
import type { Occurrence } from '../../alarms/model';
import { eventPriority } from '../../storage/alarms/rows';
import { changesBetween } from '../../storage/config/audit';
import { contentTag } from '../http/etag';
import {
  type Caller,
  type Handler,
  type Handlers,
  idOf,
  ProblemError,
  requireVersion,
  Versioned,
} from '../http/handler';
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
} from '../support/alarms-access';
import { glanceOf, momentOf, trendOf } from '../support/alarms-glance';
import { type FoundAlarms, listAsked, writeCursor } from '../support/alarms-list';
import { keptLists } from '../support/kept-lists';
import { alarmRuleHandlers } from './alarms-rules';

export type AlarmHandlers = Pick<Handlers, Extract<keyof Handlers, `${string} ${string}allarmi${string}`>>;

export function alarmHandlers(deps: AlarmDeps): AlarmHandlers {
  const { store } = deps;
  const glance = rememberedCounts(deps);
  const lists = keptLists(store, deps.longWork);
  return {
    ...alarmActionHandlers(deps),
    ...alarmRuleHandlers(deps),
    'GET allarmi': async ({ query, caller, left }) => {
      deps.bringUpToDate();
      const found = await lists(listAsked(query, groupsOf(caller.role), store.size()), { caller, left });
      await deps.lost.ready(found.occurrences, nowS(deps));
      return tagged(deps, page(deps, caller, found));
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
    'GET allarmi/:id': async ({ params, query, caller }) => {
      deps.bringUpToDate();
      await deps.lost.ready([visible(deps, caller, idOf(params.id))], nowS(deps));
      const occurrence = visible(deps, caller, idOf(params.id));
      return new Versioned(detail(deps, caller, occurrence, query.lingua), occurrence.version);
    },
  };
}

/** The content with the time of the answer. The ETag is of the content alone. */
function tagged<T extends object>(deps: AlarmDeps, content: T): Versioned<T & { t: number }> {
  return new Versioned({ t: nowS(deps), ...content }, contentTag(JSON.stringify(content)));
}

function page(deps: AlarmDeps, caller: Caller, found: FoundAlarms): Omit<AlarmPage, 't'> {
  const { occurrences, next, incidents, counts } = found;
  return {
    righe: wireAll(deps, caller, occurrences),
    cursor: writeCursor(next),
    ...(incidents !== null && { incidenti: incidents }),
    accantonabile: shelvingMinutes(deps, caller.role),
    ...counts,
  };
}

function detail(
  deps: AlarmDeps,
  caller: Caller,
  occurrence: Occurrence,
  language: Language = sourceLanguage,
): AlarmDetail {
  const { store } = deps;
  const advice = adviceOf(occurrence.code, language);
  return {
    allarme: wireOne(deps, caller, occurrence),
    ...(advice && { testi: { causa: advice.cause, conseguenza: advice.consequence, azione: advice.action } }),
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
    'POST allarmi/:id/riconosci': async ({ params, body, caller }) => {
      const occurrence = visible(deps, caller, idOf(params.id));
      refuseEvent(occurrence);
      acknowledge(deps, caller, [occurrence.id], body.nota);
      return versioned(deps, caller, occurrence.id);
    },
    'POST allarmi/riconosci': async ({ body, caller }) => {
      for (const [index, id] of body.id.entries()) {
        const campo = `id.${index}`;
        refuseEvent(visible(deps, caller, id, campo), campo);
      }
      const hidden = body.conseguenze ? deps.store.waitingConsequences(body.id, groupsOf(caller.role)) : [];
      const ids = [...new Set([...body.id, ...hidden])];
      acknowledge(deps, caller, ids, body.nota);
      await readyLosses(deps, caller, ids);
      return ids.map(id => answerOf(deps, caller, id).value);
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

async function readyLosses(deps: AlarmDeps, caller: Caller, ids: readonly number[]): Promise<void> {
  await deps.lost.ready(
    ids.map(id => visible(deps, caller, id)),
    nowS(deps),
  );
}

async function versioned(deps: AlarmDeps, caller: Caller, id: number): Promise<Versioned<Alarm>> {
  await readyLosses(deps, caller, [id]);
  return answerOf(deps, caller, id);
}

function answerOf(deps: AlarmDeps, caller: Caller, id: number): Versioned<Alarm> {
  const occurrence = visible(deps, caller, id);
  return new Versioned(wireOne(deps, caller, occurrence), occurrence.version);
}

/** The first acknowledgement stays: a later one is answered with whose it was. */
function acknowledge(deps: AlarmDeps, caller: Caller, ids: readonly number[], note: string): void {
  const action = { by: caller.user ?? '', at: nowS(deps), note };
  deps.alarms.acknowledge(ids, action, recorded(deps, caller, 'alarm.acknowledge', { nota: note }));
}

/** The audit rows of one action, one for each alarm that it changed; `details` are the fields that the user sent. */
function recorded(
  deps: AlarmDeps,
  caller: Caller,
  name: 'alarm.acknowledge' | 'alarm.shelve' | 'alarm.unshelve',
  details: Readonly<Record<string, unknown>>,
): RecordAction {
  return (changed, result) =>
    deps.config.atomically(() => {
      for (const { id, code } of changed) {
        const changes = changesBetween({}, { allarme: code, ...details });
        deps.record(caller, name, `allarmi/${id}`, { changes, result });
      }
    });
}

/** An account that may shelve may shelve every alarm it sees; a cci user sees only alarms of its equipment. */
function shelve(deps: AlarmDeps): Handler<'POST allarmi/:id/accantona'> {
  return async ({ params, body: { minuti, motivo }, caller, ifMatch }) => {
    const most = shelvingMinutes(deps, caller.role);
    if (most === 0) throw new ProblemError(403, 'forbidden', 'This account may not shelve.');
    if (minuti > most)
      throw new ProblemError(422, 'too_high', `At most ${most} minutes.`, { campo: 'minuti' });
    const occurrence = visible(deps, caller, idOf(params.id));
    requireVersion(ifMatch, occurrence.version);
    refuseEvent(occurrence);
    if (occurrence.state === 'chiuso') throw new ProblemError(409, 'conflict', 'The alarm is over.');
    const { id } = occurrence;
    const action = { by: caller.user ?? '', at: nowS(deps) };
    if (minuti === 0) {
      const record = recorded(deps, caller, 'alarm.unshelve', {});
      deps.alarms.unshelve(id, { ...action, note: motivo ?? '' }, record);
    } else {
      if (motivo === undefined) throw new ProblemError(422, 'required', 'Why?', { campo: 'motivo' });
      const shelf = { ...action, until: action.at + minuti * 60, reason: motivo };
      deps.alarms.shelve(id, shelf, recorded(deps, caller, 'alarm.shelve', { minuti, motivo }));
    }
    return versioned(deps, caller, id);
  };
}
