import type { BusDevice, BusLine, MissingPart, Nameplate } from '../../../contract/bus';
import type { ConfigKind } from '../../../contract/config/kinds';
import { causeOf, causeOfNone } from './causes';
import type { DeviceMap } from './device-driver';
import type { FieldBus } from './engine/field-bus';
import { type AddressedRecord, instanceOf, placeOf } from './engine/lines';
import type { Unit } from './engine/unit';
import type { Line, LineState } from './modbus/line';
import type { Tally } from './modbus/tally';
import { inventoryOf } from './sunspec/inventory';
import { missingIn } from './sunspec/read-inverter';

/** Now: ms of the monotonic clock, and epoch seconds. */
export interface Now {
  readonly ms: number;
  readonly s: number;
}

const states: Readonly<Record<LineState, BusLine['stato']>> = {
  idle: 'ferma',
  connecting: 'ferma',
  up: 'collegata',
  down: 'interrotta',
};

/** The rate of requests is counted over at least so long, ms. */
const leastSpanMs = 1000;

/** What the lines did, in the words of the contract. */
export class Diagnostics {
  readonly #rates = new WeakMap<Line, { requests: number; atMs: number; rate: number }>();

  linesOf(bus: FieldBus, now: Now, powerOf: (device: AddressedRecord) => number | null): BusLine[] {
    return bus.lines.map(line => ({
      ...placeOf(line.address),
      stato: states[line.state],
      causa: line.state === 'down' ? causeOfNone(line.cause) : null,
      carico: Math.round(1000 * line.load) / 10,
      coda: line.queued,
      richieste: this.#rateOf(line, now.ms),
      riconnessioni: line.reconnects,
      dispositivi: bus.units
        .filter(unit => unit.line === line)
        .flatMap(unit =>
          unit.records.map(configured => ({
            ...deviceOf(unit, configured, bus.stretch(line), now),
            potenza: powerOf(configured),
          })),
        ),
    }));
  }

  #rateOf(line: Line, nowMs: number): number {
    const { requests } = line.tally;
    const before = this.#rates.get(line);
    const span = nowMs - (before?.atMs ?? nowMs);
    if (before && span < leastSpanMs) return before.rate;
    const rate = before ? Math.round((10_000 * (requests - before.requests)) / span) / 10 : 0;
    this.#rates.set(line, { requests, atMs: nowMs, rate });
    return rate;
  }
}

function deviceOf(
  unit: Unit,
  configured: AddressedRecord,
  stretch: number,
  now: Now,
): Omit<BusDevice, 'potenza'> {
  const { kind, record } = configured;
  const istanza = instanceOf(configured);
  const tally = unit.line.units.get(unit.unit);
  const at = (ms: number) => Math.round(now.s - (now.ms - ms) / 1000);
  const main = unit.jobs.find(
    ({ isMain, owners }) => isMain && owners.some(owner => owner.configured.record === record),
  );
  const device = unit.map && nameplateOf(unit.map, kind, istanza);
  const good = tally?.lastGoodMs ?? null;
  return {
    tipo: kind,
    id: record.id,
    nome: record.nome,
    unita: record.unita,
    istanza,
    buona: good === null ? null : at(good),
    mediana: rounded(tally?.responseMs(0.5)),
    p95: rounded(tally?.responseMs(0.95)),
    periodo: main ? Math.round((main.everyMs * stretch) / 100) / 10 : null,
    ...countsOf(tally),
    ultimo_errore: tally?.lastFailure
      ? { ...causeOf(tally.lastFailure.failure), t: at(tally.lastFailure.atMs) }
      : null,
    ...sizeOf(configured),
    trovato: device,
    altra_matricola: record.seriale !== '' && !!device?.seriale && device.seriale !== record.seriale,
    incompleta: incompleteOf(unit, configured, at),
    segnalazioni: unit.isSilent ? [] : [...unit.held.reportsOf(configured)],
    letture: unit.size.limit,
    mappa: (unit.map?.devices ?? []).flatMap(({ models }) =>
      models.map(({ id, from, length }) => ({ modello: id, da: from, lunghezza: length })),
    ),
  };
}

/** What its record says of an inverter or a meter. */
const sizeOf = ({ kind, record }: AddressedRecord): Pick<BusDevice, 'pn' | 'ruolo'> => ({
  pn: kind === 'inverters' ? record.pn : null,
  ruolo: kind === 'contatori' ? record.ruolo : null,
});

/** Since when a record's chain may lack models, and what is not read without them; null while the chain is whole. */
function incompleteOf(
  { map, incompleteSinceMs, jobs }: Unit,
  { kind, record }: AddressedRecord,
  at: (ms: number) => number,
): BusDevice['incompleta'] {
  if (map === null || incompleteSinceMs === null) return null;
  const isRead = jobs.some(({ owners }) => owners.some(owner => owner.configured.record === record));
  const mancano: readonly MissingPart[] =
    kind === 'inverters' ? missingIn(map, record) : isRead ? [] : ['valori'];
  return { da: at(incompleteSinceMs), mancano: [...mancano] };
}

/** What the device of a record says of itself; the first of its kind where a record means a part of it. Kind null: the first of all. */
export function nameplateOf(map: DeviceMap, kind: ConfigKind | null, instance: number): Nameplate | null {
  const all = inventoryOf(map, { at: () => null });
  const own = kind === null ? all : all.filter(({ tipo, models }) => tipo === kind || models.length === 0);
  const item = own.find(({ istanza }) => istanza === instance) ?? own[0];
  if (!item) return null;
  const { maker, model, version, serial } = item.nameplate;
  return { marca: maker, modello: model, versione: version, seriale: serial, modelli: [...item.models] };
}

const rounded = (ms: number | null | undefined) => (typeof ms === 'number' ? Math.round(ms * 10) / 10 : null);

function countsOf(tally: Tally | undefined) {
  const eccezioni = [...(tally?.exceptions ?? [])].map(([codice, volte]) => ({ codice, volte }));
  const failed =
    (tally?.timeouts ?? 0) + (tally?.malformed ?? 0) + eccezioni.reduce((sum, { volte }) => sum + volte, 0);
  return {
    risposte: Math.max(0, (tally?.requests ?? 0) - failed),
    scadute: tally?.timeouts ?? 0,
    malformate: tally?.malformed ?? 0,
    eccezioni,
  };
}
