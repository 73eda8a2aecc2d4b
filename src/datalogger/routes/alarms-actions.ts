import type { Alarm } from '../../contract/alarms';
import type { Occurrence } from '../alarms/model';
import {
  type Caller,
  type Handler,
  type Handlers,
  ProblemError,
  requireVersion,
  Versioned,
} from '../serve/handler';
import { eventPriority } from '../store/alarms-rows';
import { changesBetween } from '../store/audit';
import { type AlarmDeps, groupsOf, nowS, shelvingMinutes, visible, wireOne } from './alarms-access';
import { idOf } from './ids';

type ActionKey = 'POST allarmi/:id/riconosci' | 'POST allarmi/riconosci' | 'POST allarmi/:id/accantona';

/** Actions of people on alarms. Each is stored before it is answered, and written to the audit log where it changed anything. */
export function alarmActionHandlers(deps: AlarmDeps): Pick<Handlers, ActionKey> {
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
