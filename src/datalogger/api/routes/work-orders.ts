import type { BodyOf, QueryOf } from '../../../contract';
import { mostPhotos, photoBytes } from '../../../contract/work-limits';
import type { WorkOrder } from '../../../contract/work-orders';
import type { Clock } from '../../core/time/clock';
import type { WorkLetters } from '../../integrations/mail/work-letters';
import { changesBetween, type Recorder } from '../../storage/config/audit';
import type { ConfigDatabase } from '../../storage/config/config-database';
import { entryOf } from '../../storage/config/log-entry';
import type { StoredWork } from '../../storage/config/work-orders';
import type { JobsDatabase } from '../../storage/jobs/jobs-database';
import { type Caller, type Handlers, idOf, notFound, ProblemError, requireVersion } from '../http/handler';
import type { LongWork } from '../long-work/long-work';
import { pictureType } from '../support/picture-type';
import { Rates } from '../support/rates';
import { isSeenBy, type SubjectDeps, subjectOf } from '../support/subjects';
import { workTable } from '../support/work-table';

export interface WorkDeps extends SubjectDeps {
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly config: Pick<
    ConfigDatabase,
    'workOrders' | 'logbook' | 'atomically' | 'devices' | 'accounts' | 'plantConfig'
  >;
  readonly jobs: Pick<JobsDatabase, 'workPhotos'>;
  readonly letters: Pick<WorkLetters, 'add'>;
  readonly longWork: Pick<LongWork, 'inTurn'>;
  readonly record: Recorder;
}

type WorkKey =
  | 'GET lavori'
  | 'GET lavori/persone'
  | 'GET lavori/csv'
  | 'POST lavori'
  | 'GET lavori/:id'
  | 'PUT lavori/:id'
  | 'POST lavori/:id/foto'
  | 'GET lavori/:id/foto/:numero'
  | 'DELETE lavori/:id/foto/:numero';

const pageSize = 200;
/** Orders that are open at once, and all of them: beyond it the oldest closed ones go. */
const mostOpen = 1000;
const mostOrders = 5000;
/** Bytes of all photos: 500 of the largest. */
const mostPhotoBytes = 500 * photoBytes;
/** Of an account: each is also a row of the audit log. */
const workRates = [
  { ms: 600_000, most: 60 },
  { ms: 86_400_000, most: 500 },
];

/** Who sees the notes on a device sees the work on it. */
export function workOrderHandlers(deps: WorkDeps): Pick<Handlers, WorkKey> {
  const { config, jobs, record } = deps;
  const { workOrders, atomically } = config;
  const rates = new Rates(deps.clock, workRates);
  return {
    'GET lavori': ({ query, caller }) => listOf(deps, query, caller),
    'GET lavori/persone': () => peopleOf(config.accounts),
    'GET lavori/csv': ({ query, caller, left }) => {
      const seen = (order: StoredWork) =>
        isSeenBy(caller, order.gruppo) ? [shown(deps, order, caller)] : [];
      const zone = config.plantConfig.zone() ?? 'UTC';
      const wanted = { workOrders, seen, zone, mark: query.decimale };
      return deps.longWork.inTurn(go => workTable({ ...wanted, go }), { caller, left });
    },
    'GET lavori/:id': ({ params, caller }) => shown(deps, visible(deps, caller, params.id), caller),
    'POST lavori': ({ body, caller }) => {
      rates.count(caller);
      const order = atomically(() => {
        const added = workOrders.add(newOrder(deps, body, caller));
        for (const id of workOrders.trim(mostOrders)) jobs.workPhotos.removeAllOf(id);
        record(caller, 'work.create', objectOf(added), { changes: changesBetween({}, saidOf(added)) });
        return added;
      });
      if (order.assegnato !== null) deps.letters.add(order.id);
      return shown(deps, order, caller);
    },
    'PUT lavori/:id': ({ params, body, caller, ifMatch }) => {
      rates.count(caller);
      const before = visible(deps, caller, params.id);
      requireVersion(ifMatch, before.versione);
      const order = atomically(() => change(deps, before, body, caller));
      const { assegnato } = order;
      if (assegnato !== null && assegnato !== before.assegnato) deps.letters.add(order.id);
      return shown(deps, order, caller);
    },
    ...photoHandlers(deps, rates),
  };
}

function photoHandlers(
  deps: WorkDeps,
  rates: Rates,
): Pick<Handlers, 'POST lavori/:id/foto' | 'GET lavori/:id/foto/:numero' | 'DELETE lavori/:id/foto/:numero'> {
  const { jobs, record, config, snapshot } = deps;
  const { workPhotos } = jobs;
  const noteChange = (order: StoredWork, caller: Caller, foto: readonly [number | null, number | null]) =>
    config.atomically(() => {
      record(caller, foto[0] === null ? 'work.photo-add' : 'work.photo-remove', objectOf(order), {
        changes: { foto },
      });
      return shown(deps, config.workOrders.change(order), caller);
    });
  return {
    'POST lavori/:id/foto': ({ params, body, caller }) => {
      const order = openOrder(deps, caller, params.id);
      const bytes = Buffer.from(body.foto, 'base64');
      const type = pictureType(bytes);
      if (type === null)
        throw new ProblemError(422, 'unsupported_type', 'A JPEG, PNG or WebP.', { campo: 'foto' });
      if (bytes.length > photoBytes)
        throw new ProblemError(422, 'too_long', `At most ${photoBytes} bytes.`, { campo: 'foto' });
      if (workPhotos.of(order.id).length >= mostPhotos)
        throw new ProblemError(409, 'conflict', `At most ${mostPhotos} photos.`);
      if (workPhotos.size() + bytes.length > mostPhotoBytes)
        throw new ProblemError(409, 'conflict', 'There is no room for more photos.');
      rates.count(caller);
      const about = { order: order.id, aggiunta: Math.floor(snapshot().t), autore: caller.user ?? '' };
      const { numero } = workPhotos.add({ ...about, type, bytes });
      return noteChange(order, caller, [null, numero]);
    },
    'GET lavori/:id/foto/:numero': ({ params, caller }) => {
      const photo = workPhotos.find(visible(deps, caller, params.id).id, idOf(params.numero));
      if (!photo) throw notFound();
      return { tipo: photo.type, foto: photo.bytes.toString('base64') };
    },
    'DELETE lavori/:id/foto/:numero': ({ params, caller }) => {
      const order = openOrder(deps, caller, params.id);
      const photo = workPhotos.find(order.id, idOf(params.numero));
      if (!photo) throw notFound();
      if (caller.role !== 'admin' && photo.autore !== caller.user)
        throw new ProblemError(403, 'forbidden', 'Only its author and administrators may remove a photo.');
      workPhotos.remove(order.id, photo.numero);
      return noteChange(order, caller, [photo.numero, null]);
    },
  };
}

const peopleOf = (accounts: ConfigDatabase['accounts']) =>
  accounts.all().flatMap(({ id, nome, sospeso }) => (sospeso ? [] : { id, nome }));

const objectOf = ({ id }: Pick<StoredWork, 'id'>) => `lavori/${id}`;
const isOver = ({ stato }: Pick<StoredWork, 'stato'>) => stato === 'chiuso' || stato === 'annullato';

/** An order that the caller may see; 404 for all others. */
function visible({ config }: WorkDeps, caller: Caller, id: string): StoredWork {
  const order = config.workOrders.find(idOf(id));
  if (!order || !isSeenBy(caller, order.gruppo)) throw notFound();
  return order;
}

/** 409 for one that is over: its photos are what proves it. */
function openOrder(deps: WorkDeps, caller: Caller, id: string): StoredWork {
  const order = visible(deps, caller, id);
  if (isOver(order)) throw new ProblemError(409, 'conflict', 'The order is over.');
  return order;
}

/** With its photos; without its cost for who sees no money. */
function shown({ jobs }: WorkDeps, order: StoredWork, { role }: Caller): WorkOrder {
  return { ...order, costo: role === 'cci' ? null : order.costo, foto: jobs.workPhotos.of(order.id) };
}

const numberOf = (text: string | undefined) => (text === undefined ? null : Number(text));

function listOf(deps: WorkDeps, query: QueryOf<'GET lavori'>, caller: Caller): WorkOrder[] {
  const { stato, assegnato, allarme, gruppo, dispositivo, salta } = query;
  const filter = {
    state: stato === undefined || stato === 'aperti' ? null : stato,
    open: stato === 'aperti',
    assignee: numberOf(assegnato),
    alarm: numberOf(allarme),
    group: gruppo ?? null,
    device: numberOf(dispositivo),
  };
  return deps.config.workOrders
    .list(filter, numberOf(salta) ?? 0, pageSize)
    .filter(({ gruppo: group }) => isSeenBy(caller, group))
    .map(order => shown(deps, order, caller));
}

function newOrder(deps: WorkDeps, body: BodyOf<'POST lavori'>, caller: Caller) {
  const { t } = deps.snapshot();
  if (deps.config.workOrders.countOpen() >= mostOpen)
    throw new ProblemError(409, 'conflict', `There are at most ${mostOpen} open orders.`);
  const { gruppo, dispositivo, allarmi, ...rest } = body;
  const isPlant = gruppo === 'impianto' && dispositivo === null;
  const about = isPlant && allarmi[0] !== undefined ? { ...body, allarme: allarmi[0] } : body;
  const { group, device, name } = subjectOf(deps, about, t);
  if (!isSeenBy(caller, group)) throw notFound();
  return {
    ...rest,
    ...assigned(deps, body.assegnato, null),
    costo: caller.role === 'cci' ? null : body.costo,
    allarmi: knownAlarms(deps, allarmi, caller),
    gruppo: group,
    dispositivo: device,
    nome: name,
    stato: 'aperto' as const,
    esito: '',
    causa: null,
    autore: caller.user ?? '',
    creato: Math.floor(t),
    chiuso: null,
    chiuso_da: '',
  };
}

/** 422 at the field for an alarm that there is not, or that the caller does not see. */
function knownAlarms({ store }: WorkDeps, ids: readonly number[], caller: Caller): number[] {
  return [...new Set(ids)].map(id => {
    const alarm = store.find(id);
    if (alarm && isSeenBy(caller, alarm.subject.group)) return id;
    throw new ProblemError(422, 'not_found', 'No such alarm.', { campo: 'allarmi' });
  });
}

/** 422 for an account that there is not or that is suspended; who has the order already may keep it. */
function assigned({ config }: WorkDeps, id: number | null, before: StoredWork | null) {
  if (id === null) return { assegnato: null, persona: '' };
  if (before !== null && id === before.assegnato) return { assegnato: id, persona: before.persona };
  const account = config.accounts.find(id);
  if (account && !account.sospeso) return { assegnato: id, persona: account.nome };
  throw new ProblemError(422, 'not_found', 'No such account.', { campo: 'assegnato' });
}

/** The fields that the audit log compares. */
function auditedOf(order: StoredWork) {
  const { titolo, persona, scadenza, stato, nota, esito, costo, causa, allarmi, passi } = order;
  return {
    titolo,
    persona,
    scadenza,
    stato,
    nota,
    esito,
    costo,
    causa,
    allarmi: allarmi.join(', '),
    passi: passi.map(({ testo, fatto }) => (fatto ? `✓ ${testo}` : testo)).join('; '),
  };
}

/** What a new order says; the rest of it is empty. */
const saidOf = (order: StoredWork) =>
  Object.fromEntries(Object.entries(auditedOf(order)).filter(([, value]) => value !== '' && value !== null));

function change(deps: WorkDeps, before: StoredWork, body: BodyOf<'PUT lavori/:id'>, caller: Caller) {
  const { stato, esito, causa } = body;
  if (stato === 'chiuso' && esito === '')
    throw new ProblemError(422, 'required', 'A closed order says what was done.', { campo: 'esito' });
  if (causa !== null && caller.role === 'cci' && causa !== before.causa)
    throw new ProblemError(422, 'invalid', 'This account states no cause.', { campo: 'causa' });
  const isEnding = isOver(body) && !isOver(before);
  const after: StoredWork = {
    ...before,
    ...body,
    ...assigned(deps, body.assegnato, before),
    allarmi: sameAlarms(before, body.allarmi) ? before.allarmi : knownAlarms(deps, body.allarmi, caller),
    costo: caller.role === 'cci' ? before.costo : body.costo,
    chiuso: !isOver(body) ? null : isEnding ? Math.floor(deps.snapshot().t) : before.chiuso,
    chiuso_da: !isOver(body) ? '' : isEnding ? (caller.user ?? '') : before.chiuso_da,
  };
  const changed = deps.config.workOrders.change(after);
  if (isEnding && stato === 'chiuso') stateCause(deps, changed, caller);
  const action = isEnding ? 'work.close' : 'work.change';
  const changes = changesBetween(auditedOf(before), auditedOf(changed));
  deps.record(caller, action, objectOf(changed), { changes });
  return changed;
}

const sameAlarms = (before: StoredWork, ids: readonly number[]) =>
  ids.length === before.allarmi.length && ids.every(id => before.allarmi.includes(id));

/** A closed order with a cause writes it into the log book for each of its alarms, where it has not been written the same. */
function stateCause({ config, store, record }: WorkDeps, order: StoredWork, caller: Caller): void {
  if (order.causa === null) return;
  for (const alarm of order.allarmi) {
    const occurrence = store.find(alarm);
    const known = config.logbook.list({ alarm }, 1)[0];
    if (!occurrence || known?.cause === order.causa) continue;
    const { subject, begin } = occurrence;
    const text = order.esito.slice(0, 500);
    const about = { ...subject, alarm, begin, end: null, text, cause: order.causa };
    const note = config.logbook.add({
      ...about,
      author: caller.user ?? '',
      writtenS: order.chiuso ?? begin,
    });
    const { testo, causa } = entryOf(note);
    record(caller, 'log.add', `allarmi/${alarm}`, {
      changes: { testo: [null, testo], causa: [null, causa] },
    });
  }
}
