import { type busEndpoints, isNamedSo, mostScanHosts, type ScanBody } from '../../../contract/bus';
import type { BusCommands } from '../../../contract/bus-commands';
import type { BusLimit } from '../../../contract/bus-orders';
import type { ProblemCode } from '../../../contract/problem';
import type { OutsideOrders } from '../../automation/commands/outside-orders';
import type { OrderSource } from '../../automation/control/order-sources';
import type { FieldBusApi } from '../../plant/field-bus-api';
import type { Plant } from '../../plant/processing/plant';
import { quantileOf, type ResponseTimes } from '../../plant/response-times';
import { changesBetween, type Recorder } from '../../storage/config/audit';
import type { ConfigDatabase } from '../../storage/config/config-database';
import type { Orders } from '../../storage/jobs/orders';
import type { ResponseDays } from '../../storage/jobs/response-days';
import { type Handlers, idOf, notFound, ProblemError, Versioned } from '../http/handler';
import { BusSearch } from '../support/bus-search';
import { writeService } from '../support/service-write';
import type { Trials } from '../support/trials';

type BusKey = Extract<keyof Handlers, keyof typeof busEndpoints>;

interface Deps {
  readonly plant: Pick<Plant, 'bus' | 'simulation'>;
  readonly record: Recorder;
  /** Limits reads of single registers. */
  readonly probes: Trials;
  readonly config: Pick<ConfigDatabase, 'atomically' | 'busCommands'>;
  readonly responseDays: ResponseDays;
  readonly outsideOrders: Pick<OutsideOrders, 'limitOf'>;
  readonly orders: Pick<Orders, 'lastLimitOfUser'>;
  /** Called when commands were switched on or off. */
  readonly onChange: () => void;
}

/** What administrators see and do on the field bus. Every search and every read of registers is audited. */
export function busHandlers(deps: Deps): Pick<Handlers, BusKey> {
  const { plant, record } = deps;
  let search: BusSearch | null = null;
  const fieldBus = (): FieldBusApi => {
    if (!plant.bus) throw notFound();
    return plant.bus;
  };
  const searchOf = (id: string): BusSearch => {
    if (search?.id !== id) throw notFound();
    return search;
  };
  return {
    ...orderHandlers(deps),
    'GET bus/linee': () => ({
      presente: plant.bus !== null,
      linee: [...(plant.bus?.lines() ?? [])],
      confronti: [...(plant.bus?.checks() ?? [])],
      scansione: search?.id ?? null,
    }),
    'GET bus/porte': () => [...(plant.bus?.ports() ?? [])],
    'POST bus/scansione': ({ body, caller }) => {
      const bus = fieldBus();
      refuseOtherPlace(body);
      refuseTooWide(body);
      if (search?.searches(body)) throw new ProblemError(409, 'in_use', 'This line is searched already.');
      if (search?.isFull) throw new ProblemError(429, 'throttled', 'Too many lines are searched at once.');
      record(caller, 'bus.scan', `bus/scansione/${body.host}`, { changes: changesBetween({}, body) });
      search ??= new BusSearch(bus);
      search.begin(body);
      return search.state;
    },
    'GET bus/scansione/:id': ({ params }) => searchOf(params.id).state,
    'DELETE bus/scansione/:id': ({ params }) => {
      const own = searchOf(params.id);
      if (own.isRunning) own.stop();
      else search = null;
    },
    ...deviceHandlers(deps, fieldBus),
  };
}

type DeviceKey = 'GET bus/risposte/:tipo/:id' | 'POST bus/registri';

/** How quickly a device answered, and single registers. */
function deviceHandlers(
  { record, probes, responseDays }: Deps,
  fieldBus: () => FieldBusApi,
): Pick<Handlers, DeviceKey> {
  return {
    'GET bus/risposte/:tipo/:id': ({ params }) => {
      fieldBus();
      const days = responseDays.of(`${params.tipo}:${idOf(params.id)}`);
      return { giorni: days.map(({ day, times }) => ({ giorno: day, ...inWords(times) })) };
    },
    'POST bus/registri': ({ body, caller }) => {
      const bus = fieldBus();
      refuseOtherPlace(body);
      const object = `bus/registri/${body.host}`;
      return probes.run(
        caller,
        () => {
          record(caller, 'bus.registers', object, { changes: changesBetween({}, body) });
          return bus.registers(body);
        },
        () => record(caller, 'bus.registers', object, { result: 'refused' }),
      );
    },
  };
}

type OrderKey = 'GET bus/comandi' | 'PUT bus/comandi' | 'GET bus/ordini';

/** The switch that lets inverters be commanded, and what became of the commands. */
function orderHandlers({
  plant,
  record,
  config,
  onChange,
  outsideOrders,
  orders,
}: Deps): Pick<Handlers, OrderKey> {
  const settings = config.busCommands;
  const read = () => {
    const { value, version } = settings.read();
    return new Versioned({ ...value, versione: version }, version);
  };
  const accept = ({ password: _, ...value }: BusCommands & { password?: never }) => {
    if (value.lock_out >= value.lock_in)
      throw new ProblemError(422, 'invalid', 'It has to be below the lock-in.', { campo: 'lock_out' });
    return { value, secret: null };
  };
  return {
    'GET bus/comandi': read,
    'PUT bus/comandi': call => {
      const place = { action: 'bus.commands', object: 'bus/comandi' } as const;
      config.atomically(() => writeService({ settings, accept, record, ...place }, call));
      onChange();
      return read();
    },
    'GET bus/ordini': () => ({
      ordini: [...(plant.bus?.orders() ?? [])],
      anello: plant.bus?.loop() ?? null,
      limite: limitOf({ plant, outsideOrders, orders }),
    }),
  };
}

const wireSources = {
  protection: 'protezione',
  'grid-operator': 'gestore',
  'third-party': 'terzi',
  operator: 'operatore',
  schedule: 'programma',
} as const satisfies Record<OrderSource, BusLimit['fonte']>;

/** The limit in force and who asked for it: an address outside, or the user who gave the last order to the controller. */
function limitOf({
  plant,
  outsideOrders,
  orders,
}: Pick<Deps, 'plant' | 'outsideOrders' | 'orders'>): BusLimit | null {
  const inForce = (plant.bus ?? plant.simulation)?.limit() ?? null;
  if (!inForce) return null;
  const { percent: percento, source } = inForce;
  const fonte = wireSources[source];
  if (source === 'operator') return { percento, fonte, da: orders.lastLimitOfUser()?.user ?? '' };
  const isOutside = source === 'grid-operator' || source === 'third-party';
  return { percento, fonte, da: isOutside ? (outsideOrders.limitOf(source)?.address ?? '') : '' };
}

const tenths = (ms: number | null) => (ms === null ? null : Math.round(10 * ms) / 10);

const inWords = (times: ResponseTimes) => ({
  risposte: times.answered,
  mancate: times.missed,
  minimo: times.answered > 0 ? tenths(times.least) : null,
  mediana: tenths(quantileOf(times, 0.5)),
  p95: tenths(quantileOf(times, 0.95)),
  massimo: times.answered > 0 ? tenths(times.most) : null,
});

function refuse(campo: string, codice: ProblemCode): never {
  throw new ProblemError(422, codice, 'Not a place that is asked.', { campo });
}

/** 422 for a host on a serial line, or a serial port in the network. */
function refuseOtherPlace(line: Pick<ScanBody, 'host' | 'trama'>): void {
  if (!isNamedSo(line)) refuse('host', 'invalid');
}

const lastSerialUnit = 247;

/** 422 for an impossible range or too many hosts. */
function refuseTooWide({ host, trama, fino_a, unita_da, unita_a }: ScanBody): void {
  if (unita_a < unita_da) refuse('unita_a', 'too_low');
  if (trama === 'seriale') {
    if (unita_da < 1) refuse('unita_da', 'too_low');
    if (unita_a > lastSerialUnit) refuse('unita_a', 'too_high');
    if (fino_a !== null) refuse('fino_a', 'not_allowed');
    return;
  }
  if (fino_a === null) return;
  const first = Number(/^\d{1,3}(?:\.\d{1,3}){2}\.(\d{1,3})$/.exec(host)?.[1] ?? refuse('host', 'invalid'));
  if (fino_a < first) refuse('fino_a', 'too_low');
  if (fino_a - first >= mostScanHosts) refuse('fino_a', 'too_high');
}
