import {
  isObject,
  type Json,
  numberOrNull,
  numbersIn,
  objectsIn,
  readObject,
  textIn,
  textOrNull,
  textsIn,
  timeOrNull,
} from './read';
import { resource } from './resource';

/** What a device says of itself; null where it says nothing. */
export interface Nameplate {
  readonly maker: string | null;
  readonly model: string | null;
  readonly version: string | null;
  readonly serial: string | null;
  /** SunSpec models in the order of their addresses. */
  readonly models: readonly number[];
}

export interface BusDevice {
  readonly key: string;
  readonly kind: string;
  readonly id: number;
  readonly name: string;
  readonly unit: number | null;
  /** Of inverters and meters: kW now, export positive, and rated kW of an inverter. */
  readonly powerKw: number | null;
  readonly ratedKw: number | null;
  /** What a meter measures, a word of the contract. */
  readonly role: string | null;
  /** Epoch seconds of the last good answer; null for never. */
  readonly goodS: number | null;
  readonly medianMs: number | null;
  readonly slowMs: number | null;
  readonly periodS: number | null;
  readonly answered: number;
  readonly timeouts: number;
  readonly malformed: number;
  readonly exceptions: readonly { readonly code: number; readonly times: number }[];
  readonly lastError: Cause | null;
  readonly nameplate: Nameplate | null;
  /** Whether its serial number is another than the configured one. */
  readonly hasOtherSerial: boolean;
  /** Models may be missing since then (epoch seconds), and with them these parts (words of the contract); null for a whole chain. */
  /** What the alarms of its profile report now. */
  readonly reports: readonly string[];
  readonly incomplete: { readonly sinceS: number | null; readonly missing: readonly string[] } | null;
  /** Registers that are read at once, where longer requests are not answered; else null. */
  readonly readAtOnce: number | null;
  readonly map: readonly { readonly model: number; readonly from: number; readonly length: number }[];
}

/** Why something did not answer: a word of the contract, and the code of a Modbus exception. */
export interface Cause {
  readonly cause: string;
  readonly code: number | null;
}

/** Which line. With the framing `seriale` its host is the path of a serial port, and `speed` says how it sends. */
export interface LinePlace {
  readonly host: string;
  readonly port: number;
  readonly framing: string;
  readonly speed: { readonly baud: number; readonly parity: string; readonly stop: number } | null;
}

export interface BusLine extends LinePlace {
  readonly key: string;
  readonly state: string;
  readonly cause: string | null;
  /** % of its time. */
  readonly load: number | null;
  readonly queued: number | null;
  readonly rate: number | null;
  readonly reconnects: number | null;
  readonly devices: readonly BusDevice[];
}

/** The power at a meter against that of all inverters, kW, export positive. */
export interface MeterCheck {
  readonly id: number;
  readonly name: string;
  readonly meterKw: number;
  readonly invertersKw: number;
  /** A word of the contract. */
  readonly outcome: string;
  /** How many times more or less, where the ratio is wrong. */
  readonly times: number | null;
}

/** The lines of the field bus; `isThere` is false where the readings do not come from one. */
export interface BusState {
  readonly isThere: boolean;
  readonly lines: readonly BusLine[];
  readonly checks: readonly MeterCheck[];
  /** The id of the search whose results are kept. */
  readonly search: string | null;
}

/** A device that a search found. */
export interface Found extends Nameplate, LinePlace {
  readonly unit: number;
  readonly base: number;
  readonly instance: number;
  /** Whether its gateway numbers answers itself. */
  readonly hasOwnNumbers: boolean;
  readonly kind: string | null;
  /** The profile that reads it; '' for SunSpec. */
  readonly profile: string;
  readonly ratedKw: number | null;
  /** kW when it was found, export positive. */
  readonly powerKw: number | null;
  readonly parts: number | null;
  readonly points: readonly string[];
  /** The record at its address. */
  readonly configured: string | null;
}

export interface Search {
  readonly id: string;
  readonly state: string;
  readonly asked: number;
  readonly total: number;
  readonly host: string;
  readonly unit: number;
  readonly silent: readonly { readonly host: string; readonly cause: string }[];
  readonly found: readonly Found[];
}

export const count = (value: unknown) => numberOrNull(value) ?? 0;

const readNameplate = (raw: Json): Nameplate => ({
  maker: textOrNull(raw.marca),
  model: textOrNull(raw.modello),
  version: textOrNull(raw.versione),
  serial: textOrNull(raw.seriale),
  models: numbersIn(raw.modelli),
});

export const readCause = ({ causa, codice }: Json): Cause => ({
  cause: textIn(causa),
  code: numberOrNull(codice),
});

function readDevice(raw: Json): BusDevice {
  const { tipo, id, unita, ultimo_errore, trovato, incompleta } = raw;
  return {
    key: `${textIn(tipo)} ${count(id)}`,
    kind: textIn(tipo),
    id: count(id),
    name: textIn(raw.nome),
    unit: numberOrNull(unita),
    powerKw: numberOrNull(raw.potenza),
    ratedKw: numberOrNull(raw.pn),
    role: textOrNull(raw.ruolo),
    goodS: timeOrNull(raw.buona),
    medianMs: numberOrNull(raw.mediana),
    slowMs: numberOrNull(raw.p95),
    periodS: numberOrNull(raw.periodo),
    answered: count(raw.risposte),
    timeouts: count(raw.scadute),
    malformed: count(raw.malformate),
    exceptions: objectsIn(raw.eccezioni).map(({ codice, volte }) => ({
      code: count(codice),
      times: count(volte),
    })),
    lastError: isObject(ultimo_errore) ? readCause(ultimo_errore) : null,
    nameplate: isObject(trovato) ? readNameplate(trovato) : null,
    hasOtherSerial: raw.altra_matricola === true,
    incomplete: isObject(incompleta)
      ? { sinceS: timeOrNull(incompleta.da), missing: textsIn(incompleta.mancano) }
      : null,
    reports: textsIn(raw.segnalazioni),
    readAtOnce: numberOrNull(raw.letture),
    map: objectsIn(raw.mappa).map(({ modello, da, lunghezza }) => ({
      model: count(modello),
      from: count(da),
      length: count(lunghezza),
    })),
  };
}

function readPlace({ host, porta, trama, baud, parita, stop }: Json): LinePlace {
  const framing = textIn(trama);
  const speed = { baud: count(baud), parity: textIn(parita), stop: count(stop) };
  return { host: textIn(host), port: count(porta), framing, speed: framing === 'seriale' ? speed : null };
}

function readLine(raw: Json): BusLine {
  const place = readPlace(raw);
  return {
    ...place,
    key: `${place.framing} ${place.host}:${place.port}`,
    state: textIn(raw.stato),
    cause: textOrNull(raw.causa),
    load: numberOrNull(raw.carico),
    queued: numberOrNull(raw.coda),
    rate: numberOrNull(raw.richieste),
    reconnects: numberOrNull(raw.riconnessioni),
    devices: objectsIn(raw.dispositivi).map(readDevice),
  };
}

const readCheck = ({ id, nome, kw, inverter, esito, volte }: Json): MeterCheck => ({
  id: count(id),
  name: textIn(nome),
  meterKw: count(kw),
  invertersKw: count(inverter),
  outcome: textIn(esito),
  times: numberOrNull(volte),
});

export const busState = resource(
  'GET bus/linee',
  {},
  (raw): BusState => {
    const { presente, linee, confronti, scansione } = readObject(raw, 'the field bus');
    return {
      isThere: presente === true,
      lines: objectsIn(linee).map(readLine),
      checks: objectsIn(confronti).map(readCheck),
      search: textOrNull(scansione),
    };
  },
  { everyMs: 2000 },
);

/** How quickly a device answered on a day, ms. */
export interface ResponseDay {
  /** `YYYY-MM-DD` of the plant. */
  readonly day: string;
  readonly answered: number;
  readonly missed: number;
  readonly times: readonly (number | null)[];
}

/** The last days of a device, newest first. `times`: the shortest, the median, what 95 % stay below, the longest. */
export const responsesOf = (kind: string, id: number) =>
  resource(
    'GET bus/risposte/:tipo/:id',
    { params: { tipo: kind, id: String(id) } },
    (raw): readonly ResponseDay[] =>
      objectsIn(readObject(raw, 'response times').giorni).map(
        ({ giorno, risposte, mancate, minimo, mediana, p95, massimo }) => ({
          day: textIn(giorno),
          answered: count(risposte),
          missed: count(mancate),
          times: [minimo, mediana, p95, massimo].map(numberOrNull),
        }),
      ),
  );

const readFound = (raw: Json): Found => ({
  ...readPlace(raw),
  unit: count(raw.unita),
  base: count(raw.base_registri),
  instance: count(raw.istanza),
  hasOwnNumbers: raw.numeri_propri === true,
  ...readNameplate(raw),
  kind: textOrNull(raw.tipo),
  profile: textIn(raw.profilo),
  ratedKw: numberOrNull(raw.pn),
  powerKw: numberOrNull(raw.potenza),
  parts: numberOrNull(raw.parti),
  points: textsIn(raw.punti),
  configured: isObject(raw.configurato) ? textIn(raw.configurato.nome) : null,
});

export function readSearch(raw: unknown): Search {
  const search = readObject(raw, 'a search');
  return {
    id: textIn(search.id),
    state: textIn(search.stato),
    asked: count(search.chiesti),
    total: count(search.totale),
    host: textIn(search.host),
    unit: count(search.unita),
    silent: objectsIn(search.muti).map(({ host, causa }) => ({ host: textIn(host), cause: textIn(causa) })),
    found: objectsIn(search.trovati).map(readFound),
  };
}

/** A search, or what it found: records that are configured meanwhile are named. */
export const searchOf = (id: string) =>
  resource('GET bus/scansione/:id', { params: { id } }, readSearch, { everyMs: 1000 });
