import type { BodyOf } from '../../contract';
import type { AuditAction } from '../../contract/audit';
import { type Plant, priceFields } from '../../contract/plant';
import type { NetworkTrial } from '../network-trial';
import type { Guard } from '../outgoing/guard';
import {
  type Call,
  type Caller,
  type Handler,
  type Handlers,
  notFound,
  ProblemError,
  requireVersion,
  Versioned,
} from '../serve/handler';
import { type Changes, changesBetween, type Recorder } from '../store/audit';
import type { ConfigDatabase } from '../store/config-database';
import type { PlantFields, PlantParts, PlantRecord } from '../store/plant-config';
import type { System } from '../system';
import { refuseHosts } from './hosts';
import { checkZone, dynDnsPart, knxPart, networkPart, plantFields, upsPart } from './plant-parts';

export interface PlantDeps {
  readonly config: ConfigDatabase;
  readonly system: System;
  readonly record: Recorder;
  /** How many devices of each kind there are. */
  readonly counts: () => Record<string, number>;
  readonly networkTrial: Pick<NetworkTrial, 'begin' | 'check'>;
  readonly guard: Pick<Guard, 'refuses'>;
  /** Called when the plant's description was changed. */
  readonly onChange: () => void;
}

type PlantKey = Exclude<
  Extract<keyof Handlers, `${string} impianto${string}`>,
  'POST impianto/:id/network/conferma'
>;
/** A call that writes a body of type B to the plant. */
type WriteCall<B> = Pick<Call<'PUT impianto/:id'>, 'params' | 'caller' | 'ifMatch'> & { readonly body: B };

export function plantHandlers(deps: PlantDeps): Pick<Handlers, PlantKey> {
  const writeNetwork = write(deps, 'plant.network', (body: BodyOf<'PATCH impianto/:id/network'>, record) => {
    refuseHosts(deps.guard, { dns: body.dns, ntp: body.ntp });
    const part = networkPart(body, record);
    deps.networkTrial.begin(record.network);
    return part;
  });
  return {
    'GET impianto/:id': ({ params, caller }) => replyOf(deps, caller, existing(deps, params.id)),
    'POST impianto': create(deps),
    'PUT impianto/:id': write(deps, 'plant.change', plantFields),
    'PATCH impianto/:id/network': async call => {
      deps.networkTrial.check();
      const reply = writeNetwork(call);
      await deps.system.applyNetwork(reply.value.rete);
      return reply;
    },
    'PATCH impianto/:id/KNX': write(deps, 'plant.knx', (body: BodyOf<'PATCH impianto/:id/KNX'>, record) => {
      refuseHosts(deps.guard, { gateway: body.gateway });
      return knxPart(body, record);
    }),
    'PATCH impianto/:id/dyn-dns': write(
      deps,
      'plant.dyn-dns',
      (body: BodyOf<'PATCH impianto/:id/dyn-dns'>, record) => {
        refuseHosts(deps.guard, { url: body.url ? new URL(body.url).hostname : '' });
        return dynDnsPart(body, record);
      },
    ),
    'PATCH impianto/:id/ups': write(deps, 'plant.ups', upsPart),
  };
}

function existing({ config }: PlantDeps, id: string): PlantRecord {
  const record = id === '1' ? config.plantConfig.read() : null;
  if (!record) throw notFound();
  return record;
}

function create(deps: PlantDeps): Handler<'POST impianto'> {
  const { plantConfig, atomically } = deps.config;
  return ({ body: { id: _, ...fields }, caller }) =>
    atomically(() => {
      if (plantConfig.read()) throw new ProblemError(409, 'conflict', 'The plant exists.');
      checkZone(fields.fuso);
      plantConfig.create({ fields });
      deps.record(caller, 'plant.create', 'impianto/1', { changes: changesBetween({}, fields) });
      deps.onChange();
      return replyOf(deps, caller, existing(deps, '1'));
    });
}

/** A write of one part of the plant: `partOf` checks what is sent against what is stored and says what to store. */
function write<B>(
  deps: PlantDeps,
  action: AuditAction,
  partOf: (body: B, record: PlantRecord) => PlantParts,
) {
  const { plantConfig, atomically } = deps.config;
  return ({ params, body, caller, ifMatch }: WriteCall<B>): Versioned<Plant> =>
    atomically(() => {
      const record = existing(deps, params.id);
      requireVersion(ifMatch, record.version);
      const change = partOf(body, record);
      plantConfig.change(change);
      deps.onChange();
      deps.record(caller, action, 'impianto/1', { changes: changesOf(record, change) });
      return replyOf(deps, caller, existing(deps, params.id));
    });
}

/** The changes inside each part that was written, as `part.field`. */
function changesOf(record: PlantRecord, change: PlantParts): Changes {
  const flat = (parts: object) =>
    Object.fromEntries(
      Object.entries(parts).flatMap(([part, value]) =>
        typeof value === 'object' && value !== null
          ? Object.entries(value).map(([field, inner]) => [`${part}.${field}`, inner])
          : [[part, value]],
      ),
    );
  return changesBetween(flat(record), flat(change));
}

/** The plant as `caller` may see it: the settings only for those who may read System setup. */
function replyOf({ counts }: PlantDeps, { role }: Caller, record: PlantRecord): Versioned<Plant> {
  const fields: Partial<PlantFields> & Omit<PlantFields, 'tariffa'> = { ...record.fields };
  if (role === 'cci') for (const name of priceFields) delete fields[name];
  const plant: Plant = {
    id: 1,
    ...fields,
    ups: record.hasUps,
    conteggi: counts(),
    ...(role === 'admin' || role === 'cci' ? settingsOf(record) : {}),
    versione: record.version,
  };
  return new Versioned(plant, record.version);
}

function settingsOf({ network, knx, dynDns, ups }: PlantRecord) {
  return {
    ...(network && { rete: network }),
    ...(knx && { knx }),
    ...(dynDns && { dyn_dns: dynDns }),
    ...(ups && { gruppo_continuita: ups }),
  };
}
