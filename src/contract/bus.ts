import * as v from 'valibot';
import { BusCause } from './bus-cause';
import { BusCommands } from './bus-commands';
import { BusLimit, BusLoop, BusOrder } from './bus-orders';
import { base_registri, line485, SerialPort } from './config/fields';
import { type ConfigKind, configSchemas } from './config/kinds';
import { MeterConfig } from './config/meters';
import { Punto } from './config/sensors';
import type { Endpoint } from './endpoint';
import { MeterCheck } from './meter-check';
import { wholeRange } from './quantity';
import { HostName } from './text';

/*
 * The field bus: its lines as they are, the search for devices on it, single registers, and what inverters are
 * ordered. Only orders write to a device, and only while commands are switched on.
 */

const Count = v.pipe(v.number(), v.integer(), v.minValue(0));
const Milliseconds = v.nullable(v.number());
/** Epoch seconds; null for never. */
const Moment = v.nullable(v.number());
const Kind = v.picklist(Object.keys(configSchemas) as ConfigKind[]);

/** What a device says of itself; a text is empty where it says nothing. `modelli`: the SunSpec models in the order of their addresses. */
export const Nameplate = v.strictObject({
  marca: v.string(),
  modello: v.string(),
  versione: v.string(),
  seriale: v.string(),
  modelli: v.array(Count),
});

export type Nameplate = v.InferOutput<typeof Nameplate>;

/** What is not read of a device while models of its chain are missing: its values, its inputs, or what it is commanded by. */
const MissingPart = v.picklist(['valori', 'ingressi', 'comandi']);
export type MissingPart = v.InferOutput<typeof MissingPart>;

export const BusDevice = v.strictObject({
  tipo: Kind,
  id: Count,
  nome: v.string(),
  unita: Count,
  istanza: Count,
  /** When it last answered as it should. */
  buona: Moment,
  /** Time until its answers: the median, and what 95 % of them stay below; null before the first. */
  mediana: Milliseconds,
  p95: Milliseconds,
  /** Seconds between two reads of its main values, as the line lets it have them; null while it is not read. */
  periodo: v.nullable(v.number()),
  /** Since the start: requests that were answered, and those that were not, by cause. */
  risposte: Count,
  scadute: Count,
  malformate: Count,
  eccezioni: v.array(v.strictObject({ codice: Count, volte: Count })),
  ultimo_errore: v.nullable(v.strictObject({ causa: BusCause, codice: v.nullable(Count), t: v.number() })),
  /** Of inverters and meters: kW now, export positive, rated kW, and what a meter measures. Null for others, and where it is not known. */
  potenza: v.nullable(v.number()),
  pn: v.nullable(v.number()),
  ruolo: v.nullable(MeterConfig.entries.ruolo),
  /** Null until it was identified. */
  trovato: v.nullable(Nameplate),
  /** Whether its serial number is another than the configured one. */
  altra_matricola: v.boolean(),
  /** Since when models may be missing because a header of the chain was not answered (epoch s), and what is therefore not read. Null for a whole chain. */
  incompleta: v.nullable(v.strictObject({ da: v.number(), mancano: v.array(MissingPart) })),
  /** What the alarms of its profile report now, in the words of its file. */
  segnalazioni: v.array(v.string()),
  /** Registers that are read at once, where the device or its gateway answers no longer requests; else null. */
  letture: v.nullable(Count),
  mappa: v.array(v.strictObject({ modello: Count, da: Count, lunghezza: Count })),
});
export type BusDevice = v.InferOutput<typeof BusDevice>;

/** How a serial line sends; left out of lines over TCP. */
const sending = {
  baud: v.exactOptional(line485.baud.wrapped),
  parita: v.exactOptional(line485.parita.wrapped),
  stop: v.exactOptional(line485.stop.wrapped),
} as const;
/** Which line: with `seriale` the path of its port is in `host`, and `porta` is 0. */
const linePlace = {
  host: v.string(),
  porta: Count,
  trama: v.picklist(['tcp', 'rtu', 'seriale']),
  ...sending,
} as const;
const LinePlace = v.strictObject(linePlace);
export type LinePlace = v.InferOutput<typeof LinePlace>;

export const BusLine = v.strictObject({
  ...linePlace,
  stato: v.picklist(['collegata', 'interrotta', 'ferma']),
  /** Why there is no connection. */
  causa: v.nullable(BusCause),
  /** Share of the time in which a request is under way, %. */
  carico: v.number(),
  /** Requests that are due and wait. */
  coda: Count,
  /** Requests in a second. */
  richieste: v.number(),
  riconnessioni: Count,
  dispositivi: v.array(BusDevice),
});
export type BusLine = v.InferOutput<typeof BusLine>;

/** A port of a field device: that of Modbus, that of Modbus with TLS, or one without privilege. */
const Port = v.pipe(
  wholeRange(1, 65_535),
  v.check(port => port === 502 || port === 802 || port >= 1024),
);
/** How frames travel. */
const Framing = v.optional(linePlace.trama, 'tcp');
/** A host, or the path of a serial port. */
const LineName = v.union([SerialPort, HostName]);
/** Which line is asked. A serial port with configured devices has their speed, parity and stop bits whatever is given. */
const askedLine = { host: LineName, porta: v.optional(Port, 502), trama: Framing, ...sending } as const;
const Unit = wholeRange(0, 255);

/** A serial port of the datalogger: its path, and its name for people. */
export const SerialPortChoice = v.strictObject({ id: v.string(), nome: v.string() });
export type SerialPortChoice = v.InferOutput<typeof SerialPortChoice>;

/** Whether a line is named as its framing wants it: a serial one by the path of its port. */
export const isNamedSo = ({ host, trama }: Pick<LinePlace, 'host' | 'trama'>): boolean =>
  host.startsWith('/') === (trama === 'seriale');

export const mostScanHosts = 32;
export const longestScanS = 300;

/**
 * Where devices are searched: on one host, or on the hosts from `host` (an IPv4 address) to the one of the same /24 whose last number is
 * `fino_a`, at most `mostScanHosts`; or on one serial port.
 */
export const ScanBody = v.strictObject({
  ...askedLine,
  fino_a: v.optional(v.nullable(wholeRange(0, 254)), null),
  unita_da: v.optional(Unit, 1),
  unita_a: v.optional(Unit, 247),
});
export type ScanBody = v.InferOutput<typeof ScanBody>;
/** What a person types for a search: how a serial line sends has values from the beginning. */
export const ScanFields = v.strictObject({ ...ScanBody.entries, ...line485 });

/** A device that was found. What is null or empty it does not say. */
export const FoundDevice = v.strictObject({
  ...linePlace,
  /** Where the gateway numbers its answers itself. */
  numeri_propri: v.exactOptional(v.literal(true)),
  unita: Count,
  base_registri,
  istanza: Count,
  ...Nameplate.entries,
  /** The kind of record for it; null where none of its models fits one. */
  tipo: v.nullable(Kind),
  /** The profile that reads it; '' for SunSpec, and where none does. */
  profilo: v.string(),
  /** kW that it is rated for. */
  pn: v.nullable(v.number()),
  /** kW when it was found, of an inverter or a meter, export positive. Null where only its profile could say it. */
  potenza: v.nullable(v.number()),
  /** Inputs of an inverter or of a string box; trackers of a controller. */
  parti: v.nullable(Count),
  /** Where the sensors of a station measure. */
  punti: v.array(Punto),
  /** The record at whose address it is. */
  configurato: v.nullable(v.strictObject({ id: Count, nome: v.string() })),
});
export type FoundDevice = v.InferOutput<typeof FoundDevice>;

export const Scan = v.strictObject({
  id: v.string(),
  stato: v.picklist(['in_corso', 'finita', 'fermata', 'scaduta']),
  /** Addresses that were asked, of how many. */
  chiesti: Count,
  totale: Count,
  /** Where it is now. */
  host: v.string(),
  unita: Count,
  /** Hosts without anybody at that port, and why. */
  muti: v.array(v.strictObject({ host: v.string(), causa: BusCause })),
  trovati: v.array(FoundDevice),
});
export type Scan = v.InferOutput<typeof Scan>;

/** Registers (or bits) of a unit, from a protocol address that counts from 0. */
export const RegistersBody = v.strictObject({
  ...askedLine,
  unita: Unit,
  funzione: v.picklist([1, 2, 3, 4]),
  da: wholeRange(0, 65_535),
  quanti: wholeRange(1, 125),
});
export type RegistersBody = v.InferOutput<typeof RegistersBody>;

/** What a register, or several together, mean by the SunSpec model in which they are. */
export const NamedRegisters = v.strictObject({
  da: Count,
  quanti: Count,
  modello: Count,
  /** `W`, or `module[3].DCA` of the third block. */
  punto: v.string(),
  /** Scaled; null where the device gives none, or its scale was not read. */
  valore: v.nullable(v.union([v.number(), v.string()])),
  /** Empty where it has none. */
  unita: v.string(),
});
export type NamedRegisters = v.InferOutput<typeof NamedRegisters>;

/** What a device answered: its registers, or why there are none. */
export const RegistersReply = v.strictObject({
  valori: v.nullable(v.array(wholeRange(0, 65_535))),
  causa: v.nullable(BusCause),
  /** Of a Modbus exception. */
  codice: v.nullable(Count),
  ms: v.number(),
  /** Of a device that is configured and whose models are known; otherwise none. */
  punti: v.array(NamedRegisters),
});
export type RegistersReply = v.InferOutput<typeof RegistersReply>;

/** How quickly a device answered on a day of the plant, ms; null where it did not. */
export const ResponseDay = v.strictObject({
  giorno: v.string(),
  risposte: Count,
  /** Requests that brought none. */
  mancate: Count,
  minimo: Milliseconds,
  mediana: Milliseconds,
  p95: Milliseconds,
  massimo: Milliseconds,
});

export const busEndpoints = {
  /** `presente` is false where the readings do not come from a field bus; the other calls answer 404 there. */
  'GET bus/linee': {
    may: 'admin',
    reply: v.strictObject({
      presente: v.boolean(),
      linee: v.array(BusLine),
      confronti: v.array(MeterCheck),
      /** The id of the search whose results are kept; null where none is. */
      scansione: v.nullable(v.string()),
    }),
  },
  /** The serial ports from which one is chosen. Empty where the readings do not come from a field bus. */
  'GET bus/porte': { may: 'admin-or-cci', reply: v.array(SerialPortChoice) },
  /**
   * Begins a search, and adds to what earlier ones found until that is dismissed. Several lines are searched at once; 409 while the same
   * line is searched.
   */
  'POST bus/scansione': { may: 'admin', body: ScanBody, reply: Scan },
  /** What was found, with the records that are configured there now. 404 once it was dismissed. */
  'GET bus/scansione/:id': { may: 'admin', reply: Scan },
  /** Stops it: what was found stays. Dismisses what was found by a search that has ended. */
  'DELETE bus/scansione/:id': { may: 'admin' },
  /** How quickly a device answered on each of the last 30 days, newest first; `tipo` and `id` of its record. */
  'GET bus/risposte/:tipo/:id': { may: 'admin', reply: v.strictObject({ giorni: v.array(ResponseDay) }) },
  'POST bus/registri': { may: 'admin', body: RegistersBody, reply: RegistersReply },
  'GET bus/comandi': {
    may: 'admin',
    reply: v.strictObject({ ...BusCommands.entries, versione: v.number() }),
    cache: 'etag',
  },
  /** Off takes back what is in force. Where a central controller is configured nothing is written all the same: two would undo each other. */
  'PUT bus/comandi': {
    may: 'admin',
    body: BusCommands,
    reply: v.strictObject({ ...BusCommands.entries, versione: v.number() }),
    ifMatch: true,
    asksPassword: true,
  },
  /**
   * None while the datalogger commands nothing. `anello` is null where it does not regulate at the point of delivery, `limite` where nobody
   * limits the power.
   */
  'GET bus/ordini': {
    may: 'admin',
    reply: v.strictObject({
      ordini: v.array(BusOrder),
      anello: v.nullable(BusLoop),
      limite: v.nullable(BusLimit),
    }),
  },
} as const satisfies Record<string, Endpoint>;
