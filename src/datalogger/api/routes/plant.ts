import type { BodyOf } from '../../../contract';
import type { AuditAction } from '../../../contract/audit';
import { type Plant, priceFields } from '../../../contract/plant';
import { nutPort, type UpsState } from '../../../contract/ups';
import type { Log } from '../../core/log';
import type { NetworkTrial } from '../../core/system/network-trial';
import type { System } from '../../core/system/system';
import type { Clock } from '../../core/time/clock';
import type { Guard } from '../../integrations/outgoing/guard';
import type { UpsClient } from '../../integrations/ups/ups-client';
import { changesBetween, type Recorder } from '../../storage/config/audit';
import type { Changes } from '../../storage/config/audit-entry';
import type { ConfigDatabase } from '../../storage/config/config-database';
import type { PlantFields, PlantParts, PlantRecord } from '../../storage/config/plant-config';
import {
  type Call,
  type Caller,
  type Handler,
  type Handlers,
  notFound,
  ProblemError,
  requireVersion,
  Versioned,
} from '../http/handler';
import { carriedOut, requireCapability } from '../support/capabilities';
import { refuseHosts } from '../support/hosts';
import { withStored } from '../support/left-out';
import {
  checkedHours,
  checkZone,
  dynDnsPart,
  knxPart,
  networkPart,
  plantFields,
  upsPart,
} from '../support/plant-parts';
import type { LogoKey } from './logo';

export interface PlantDeps {
  readonly config: ConfigDatabase;
  readonly system: System;
  readonly record: Recorder;
  /** How many devices of each kind there are. */
  readonly counts: () => Record<string, number>;
  readonly networkTrial: Pick<NetworkTrial, 'begin' | 'check' | 'apply'>;
  readonly guard: Pick<Guard, 'refuses' | 'refusesUps'>;
  readonly ups: UpsClient;
  /** The device's clock. */
  readonly clock: Clock;
  readonly log: Log;
  /** Called when the plant's description was changed. */
  readonly onChange: () => void;
}

type PlantKey = Exclude<
  Extract<keyof Handlers, `${string} impianto${string}`>,
  'POST impianto/:id/network/conferma' | LogoKey
>;
/** A call that writes a body of type B to the plant. */
type WriteCall<B> = Pick<Call<'PUT impianto/:id'>, 'params' | 'caller' | 'ifMatch'> & { readonly body: B };

export function plantHandlers(deps: PlantDeps): Pick<Handlers, PlantKey> {
  const writeNetwork = write(deps, 'plant.network', (body: BodyOf<'PATCH impianto/:id/network'>, record) => {
    requireNetwork(deps.system, body);
    refuseHosts(deps.guard, { dns: body.dns, ntp: body.ntp });
    const part = networkPart(body, record);
    deps.networkTrial.begin(record.network);
    return part;
  });
  const writePlant = write(deps, 'plant.change', plantFields);
  return {
    'GET impianto/:id': ({ params, caller }) => replyOf(deps, caller, existing(deps, params.id)),
    'POST impianto': create(deps),
    'PUT impianto/:id': call => {
      const before = deps.config.plantConfig.zone();
      const { fields } = existing(deps, call.params.id);
      const reply = writePlant({ ...call, body: withStored(call, fields) });
      followZone(deps, before);
      return reply;
    },
    'PATCH impianto/:id/network': async call => {
      deps.networkTrial.check();
      const reply = writeNetwork(call);
      await carriedOut(deps.networkTrial.apply(reply.value.rete ?? null));
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
    'PATCH impianto/:id/ups': write(deps, 'plant.ups', (body: BodyOf<'PATCH impianto/:id/ups'>, record) => {
      const part = upsPart(body, record);
      const { host, porta: port = nutPort } = part.ups ?? {};
      refuseHosts({ refuses: name => deps.guard.refusesUps(name, port) }, { host });
      return part;
    }),
    'GET impianto/:id/ups': ({ params }) => {
      existing(deps, params.id);
      return upsState(deps);
    },
  };
}

/** Sets the box's own time zone to that of the plant; the datalogger itself does not depend on it. */
function followZone({ config, system, log }: PlantDeps, before: string | null): void {
  const zone = config.plantConfig.zone();
  if (zone === null || zone === before || !system.capabilities().fuso) return;
  system.setZone(zone).catch(error => log.error('the time zone of the box could not be set', error));
}

/** 409 for what the box cannot set of a network. */
function requireNetwork(system: System, { dns, vlan, hostname }: BodyOf<'PATCH impianto/:id/network'>): void {
  requireCapability(system, 'rete');
  if (dns && dns.length > 0) requireCapability(system, 'dns', 'dns');
  if (vlan) requireCapability(system, 'vlan', 'vlan');
  if (hostname) requireCapability(system, 'nome_host', 'hostname');
}

function existing({ config }: PlantDeps, id: string): PlantRecord {
  const record = id === '1' ? config.plantConfig.read() : null;
  if (!record) throw notFound();
  return record;
}

function upsState({ ups, clock }: PlantDeps): UpsState {
  const { reading, ageS } = ups;
  return {
    stato: [...(reading?.flags ?? [])],
    carica: reading?.chargePercent ?? null,
    autonomia: reading?.runtimeS ?? null,
    tensione: reading?.inputVolts ?? null,
    letto: ageS === null ? null : Math.floor(clock.now() / 1000) - ageS,
    motivo: reading === null ? ups.reason : null,
    prova: ups.canTest,
    riaccensione: ups.canReturn,
  };
}

function create(deps: PlantDeps): Handler<'POST impianto'> {
  const { plantConfig, atomically } = deps.config;
  return ({ body: { id: _, ...given }, caller }) =>
    atomically(() => {
      if (plantConfig.read()) throw new ProblemError(409, 'conflict', 'The plant exists.');
      checkZone(given.fuso);
      const fields = { ...given, budget_orario: checkedHours(given.budget_orario) };
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
