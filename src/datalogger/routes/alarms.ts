import type { Role } from '../../contract';
import type { AlarmDetail, AlarmPage } from '../../contract/alarms';
import type { Occurrence } from '../alarms/model';
import { contentTag } from '../serve/etag';
import { type Call, type Caller, type Handlers, Versioned } from '../serve/handler';
import {
  type AlarmDeps,
  groupsOf,
  nowS,
  shelvingMinutes,
  unitOf,
  visible,
  wireAll,
  wireOne,
} from './alarms-access';
import { alarmActionHandlers } from './alarms-actions';
import { glanceOf, momentOf, trendOf } from './alarms-glance';
import { countsOf, filterOf, readCursor, rowsOf, writeCursor } from './alarms-list';
import { alarmRuleHandlers } from './alarms-rules';
import { transitionOf } from './alarms-wire';
import { idOf } from './ids';

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
