import type { Key } from '../../../contract';
import type { ConnectionAddress } from '../../../contract/config/endpoints';
import { type ConfigKind, type ConfigOf, configKinds, type RecordOf } from '../../../contract/config/kinds';
import type { DeviceUses } from '../../../contract/config/uses';
import { mostDevices } from '../../../contract/most-records';
import type { Clock } from '../../core/time/clock';
import type { Plant } from '../../plant/processing/plant';
import { type Referring, usesOf } from '../../plant/processing/uses';
import type { Snapshot } from '../../plant/snapshot';
import type { Recorder } from '../../storage/config/audit';
import type { ConfigDatabase } from '../../storage/config/config-database';
import {
  type Call,
  type Handler,
  type Handlers,
  idOf,
  notFound,
  ProblemError,
  requireVersion,
  Versioned,
} from '../http/handler';
import { DeviceRecords } from '../support/device-records';
import { withStored } from '../support/left-out';
import type { Trials } from '../support/trials';
import { unreadOf } from '../support/unread';
import { tableHandlersOf } from './tables';

export interface ConfigDeps {
  readonly config: ConfigDatabase;
  readonly record: Recorder;
  /** The device's clock. */
  readonly clock: Clock;
  readonly plant: Pick<Plant, 'probe' | 'isReal' | 'bus'>;
  /** Limits trials of connections to devices. */
  readonly probes: Trials;
  readonly snapshot: () => Snapshot;
  /** Gives the running plant its new configuration. */
  readonly apply: () => void;
}

type ConfigKey<K extends ConfigKind> = Extract<
  Key,
  `${string} config/${K}` | `${string} config/${K}/${string}`
>;
type Handling<K extends ConfigKind> = Pick<Handlers, ConfigKey<K>>;

type UsesKey = 'GET config/:tipo/:id/usi';

export function configHandlers(deps: ConfigDeps): Handling<ConfigKind> & Pick<Handlers, UsesKey> {
  return {
    'GET config/:tipo/:id/usi': uses(deps),
    ...handlersOf(deps, 'inverters'),
    ...handlersOf(deps, 'box-stringhe'),
    ...handlersOf(deps, 'contatori'),
    ...handlersOf(deps, 'sensori'),
    ...handlersOf(deps, 'protezioni-interfaccia'),
    ...handlersOf(deps, 'digital-signals'),
    ...handlersOf(deps, 'moduli-io'),
    ...handlersOf(deps, 'trackers'),
    ...handlersOf(deps, 'cci'),
  };
}

/** What the handlers of all kinds share. */
type AnyCall = Pick<Call<'PUT config/inverters/:id'>, 'params' | 'caller' | 'ifMatch' | 'sent'>;

function handlersOf<K extends ConfigKind>(deps: ConfigDeps, kind: K): Handling<K> {
  const { devices, atomically } = deps.config;
  const unread = unreadOf(deps.plant);
  const records = new DeviceRecords({ ...deps, unread }, kind);
  /** Writes and records in one transaction, then gives the plant its new configuration. */
  const written = <T>(work: () => T): T => {
    const result = atomically(work);
    deps.apply();
    return result;
  };
  const answer = (id: number) => {
    const record = records.existing(id);
    return new Versioned(record, record.versione);
  };
  const handlers = {
    [`GET config/${kind}`]: () => devices.all()[kind],
    [`POST config/${kind}`]: ({ body, caller }: AnyCall & { readonly body: ConfigOf<K> }) =>
      written(() => {
        if (devices.all()[kind].length >= mostDevices)
          throw new ProblemError(409, 'conflict', `There are at most ${mostDevices} devices of a kind.`);
        const record = { before: null, after: body };
        records.refuseWrong(record);
        return answer(records.write({ ...record, caller }));
      }),
    [`PUT config/${kind}/:id`]: (call: AnyCall & { readonly body: ConfigOf<K> }) =>
      written(() => {
        const before = records.existing(idOf(call.params.id));
        requireVersion(call.ifMatch, before.versione);
        const record = { before, after: withStored(call, before) };
        records.refuseWrong(record);
        return answer(records.write({ ...record, caller: call.caller }));
      }),
    [`DELETE config/${kind}/:id`]: (call: AnyCall) =>
      written(() => remove(deps, kind, records.existing(idOf(call.params.id)), call)),
    ...tableHandlersOf({ ...deps, records, unread, referring: () => referringNow(deps) }, kind),
    [`POST config/${kind}/:id/prova`]: (call: AnyCall & { readonly body: ConnectionAddress }) =>
      probe(deps, kind, records.existing(idOf(call.params.id)).id, call),
  };
  // The keys are built from the kind: the compiler knows them only as strings.
  return handlers as unknown as Handling<K>;
}

function remove<K extends ConfigKind>(
  deps: ConfigDeps,
  kind: K,
  record: RecordOf<K>,
  { caller, ifMatch }: Pick<AnyCall, 'caller' | 'ifMatch'>,
): void {
  const { id, versione, nome } = record;
  requireVersion(ifMatch, versione);
  refuseNeeded(usesNow(deps, kind, record));
  deps.config.devices.remove(kind, id);
  deps.record(caller, 'config.delete', `config/${kind}/${id}`, { changes: { nome: [nome, null] } });
}

const kindsOfController: readonly ConfigKind[] = ['inverters', 'protezioni-interfaccia', 'cci'];

function uses(deps: ConfigDeps): Handler<UsesKey> {
  return ({ params, caller }) => {
    const kind = configKinds.find(each => each === params.tipo);
    if (!kind) throw notFound();
    if (caller.role === 'cci' && !kindsOfController.includes(kind))
      throw new ProblemError(403, 'forbidden', 'Not for this role.');
    const record = deps.config.devices.find(kind, idOf(params.id));
    if (!record) throw notFound();
    return usesNow(deps, kind, record);
  };
}

const usesNow = <K extends ConfigKind>(deps: ConfigDeps, kind: K, record: RecordOf<K>) =>
  usesOf(kind, record, deps.config.devices.all(), referringNow(deps));

function referringNow({ config, snapshot }: ConfigDeps): Referring {
  return { schedules: config.schedules.all().map(({ body }) => body), snapshot: snapshot() };
}

/** 409 for a device that others refer to, and for the last source of a figure that is in service. */
function refuseNeeded({ usato_da: [user], mancheranno }: DeviceUses): void {
  if (user !== undefined) throw new ProblemError(409, 'in_use', 'Other records refer to it.', { da: user });
  if (mancheranno.length > 0)
    throw new ProblemError(409, 'last_source', `The last source of: ${mancheranno.join(', ')}.`);
}

/** Tests the connection to a device at the address that the caller gives. */
function probe(
  { plant, probes, record }: ConfigDeps,
  kind: ConfigKind,
  id: number,
  { body, caller }: AnyCall & { readonly body: ConnectionAddress },
) {
  return probes.run(
    caller,
    () => plant.probe(kind, id, body),
    () => record(caller, 'config.trial', `config/${kind}/${id}`, { result: 'refused' }),
  );
}
