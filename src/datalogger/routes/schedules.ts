import type { Schedule, ScheduleBody } from '../../contract/schedules';
import { nextOccurrence, type Place } from '../jobs/occurrences';
import { type Handlers, requireVersion, Versioned } from '../serve/handler';
import { changesBetween } from '../store/audit';
import type { ConfigDatabase } from '../store/config-database';
import type { JobsDatabase } from '../store/jobs-database';
import type { ScheduleRecord } from '../store/schedules';
import { idOf, notFound } from './ids';
import type { Recorder } from './recorder';

export interface ScheduleDeps {
  readonly config: ConfigDatabase;
  readonly jobs: Pick<JobsDatabase, 'runs'>;
  /** By whose clock and sun they run. */
  readonly place: () => Place;
  /** Epoch s of the plant's clock. */
  readonly plantNow: () => number;
  readonly record: Recorder;
}

type ScheduleKey = Extract<keyof Handlers, `${string} pianificazioni${string}`>;

export function scheduleHandlers(deps: ScheduleDeps): Pick<Handlers, ScheduleKey> {
  const { config, jobs, record } = deps;
  const { schedules } = config;
  const replyOf = (schedule: ScheduleRecord) => new Versioned(wireOf(deps, schedule), schedule.version);
  return {
    'GET pianificazioni': () => schedules.all().map(schedule => wireOf(deps, schedule)),
    'POST pianificazioni': ({ body, caller }) => {
      const id = schedules.add(body);
      record(caller, 'schedule.create', `pianificazioni/${id}`, { changes: changesOf(null, body) });
      return replyOf(existing(deps, String(id)));
    },
    'PUT pianificazioni/:id': ({ params, body, caller, ifMatch }) => {
      const old = existing(deps, params.id);
      requireVersion(ifMatch, old.version);
      schedules.change(old.id, body);
      record(caller, 'schedule.change', `pianificazioni/${old.id}`, { changes: changesOf(old.body, body) });
      return replyOf(existing(deps, params.id));
    },
    'DELETE pianificazioni/:id': ({ params, caller, ifMatch }) => {
      const old = existing(deps, params.id);
      requireVersion(ifMatch, old.version);
      schedules.remove(old.id);
      jobs.runs.remove(old.id);
      const changes = changesBetween(old.body, { nome: null });
      record(caller, 'schedule.delete', `pianificazioni/${old.id}`, { changes });
    },
  };
}

function existing({ config }: ScheduleDeps, id: string): ScheduleRecord {
  const schedule = config.schedules.find(idOf(id));
  if (!schedule) throw notFound();
  return schedule;
}

/** Times and parameters as `quando.ora`, `azione.percentuale`. */
function changesOf(old: ScheduleBody | null, next: ScheduleBody) {
  const flat = ({ quando, azione, ...rest }: ScheduleBody) => ({
    ...rest,
    ...prefixed('quando', quando),
    ...prefixed('azione', azione),
  });
  return changesBetween(old ? flat(old) : {}, flat(next));
}

function prefixed(part: string, values: object): object {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [`${part}.${name}`, value]));
}

function wireOf({ jobs, place, plantNow }: ScheduleDeps, { id, body, version }: ScheduleRecord): Schedule {
  const state = jobs.runs.find(id);
  const after = Math.max(state?.handledTo ?? 0, plantNow());
  return {
    id,
    ...body,
    ultimo: state?.run ?? null,
    prossimo: body.abilitata ? nextOccurrence(body, after, place()) : null,
    versione: version,
  };
}
