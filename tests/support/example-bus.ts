import type {
  BusLine,
  FoundDevice,
  RegistersBody,
  RegistersReply,
  ScanBody,
  SerialPortChoice,
} from '../../src/contract/bus';
import type { BusLoop, BusOrder } from '../../src/contract/bus-orders';
import type { MeterCheck } from '../../src/contract/meter-check';
import type { LimitOfSource } from '../../src/datalogger/automation/control/order-sources';
import type { FieldBusApi, ScanProgress } from '../../src/datalogger/plant/field-bus-api';
import type { ResponseTimes } from '../../src/datalogger/plant/response-times';
import type { TestDatalogger } from './datalogger';

const nameplate = {
  marca: 'FIMER',
  modello: 'PVS-175',
  versione: '1.4',
  seriale: 'F175-0001',
  modelli: [1, 103, 160],
};

export const exampleFound: FoundDevice = {
  host: '192.168.10.14',
  porta: 502,
  trama: 'tcp',
  unita: 1,
  base_registri: 40_000,
  istanza: 1,
  ...nameplate,
  tipo: 'inverters',
  pn: 175,
  potenza: 76,
  parti: 12,
  punti: [],
  profilo: '',
  configurato: null,
};

export const examplePort = '/dev/serial/by-id/usb-FTDI_A50285BI';

export const exampleOrder: BusOrder = {
  id: 1,
  nome: 'INV 01',
  grandezza: 'p',
  chiesto: 60,
  scritto: 60,
  riletto: 60,
  misurato: 59.7,
  ritorno: 120,
  ritorna: true,
  esito: 'verificato',
};

export const exampleLoop: BusLoop = {
  stato: 'chiuso',
  contatori: ['M1'],
  obiettivo: 600,
  ritardo: 2.1,
  compensati: 1,
};

export const exampleLine: BusLine = {
  host: '192.168.10.14',
  porta: 502,
  trama: 'tcp',
  stato: 'collegata',
  causa: null,
  carico: 12.5,
  coda: 0,
  richieste: 0.4,
  riconnessioni: 2,
  dispositivi: [
    {
      tipo: 'inverters',
      id: 1,
      nome: 'INV 01',
      unita: 1,
      istanza: 1,
      buona: 1_781_092_920,
      mediana: 18,
      p95: 31,
      periodo: 5,
      risposte: 5120,
      scadute: 3,
      malformate: 0,
      eccezioni: [{ codice: 6, volte: 2 }],
      ultimo_errore: { causa: 'eccezione', codice: 6, t: 1_781_092_000 },
      potenza: 76,
      pn: 175,
      ruolo: null,
      trovato: nameplate,
      altra_matricola: false,
      incompleta: { da: 1_781_092_000, mancano: ['ingressi', 'comandi'] },
      segnalazioni: ['Abnormal leakage current'],
      letture: 32,
      mappa: [{ modello: 103, da: 40_069, lunghezza: 50 }],
    },
  ],
};

/** A field bus with one inverter on one line. A search finds it at once, and goes on until it is stopped. */
export class ExampleBus implements FieldBusApi {
  check: MeterCheck = { id: 1, nome: 'M1', kw: 75.4, inverter: 76, esito: 'concorde', volte: null };
  checks(): readonly MeterCheck[] {
    return [this.check];
  }

  canRead(): boolean {
    return true;
  }

  ports(): readonly SerialPortChoice[] {
    return [{ id: examplePort, nome: 'ttyUSB0 · usb-FTDI_A50285BI' }];
  }

  orders(): readonly BusOrder[] {
    return [exampleOrder];
  }

  loop(): BusLoop | null {
    return exampleLoop;
  }

  limit(): LimitOfSource | null {
    return { percent: 60, source: 'schedule' };
  }

  watched(): readonly [] {
    return [];
  }

  takeResponses(): ReadonlyMap<string, ResponseTimes> {
    return new Map([
      ['inverters:1', { answered: 3, missed: 1, least: 10, most: 30, classes: { 24: 1, 30: 1, 36: 1 } }],
    ]);
  }

  readonly asked: unknown[] = [];
  answer: RegistersReply = {
    valori: [0x5375, 0x6e53],
    causa: null,
    codice: null,
    ms: 18,
    punti: [{ da: 40_000, quanti: 1, modello: 103, punto: 'W', valore: 12_340, unita: 'W' }],
  };

  readonly #lines: readonly BusLine[];
  /** Where it was searched. */
  readonly searched: ScanBody[] = [];

  constructor(lines: readonly BusLine[] = [exampleLine]) {
    this.#lines = lines;
  }

  lines(): readonly BusLine[] {
    return this.#lines;
  }

  configuredAs(): null {
    return null;
  }

  scan(range: ScanBody, progress: ScanProgress, signal: AbortSignal): Promise<void> {
    const { host, unita_da } = range;
    this.searched.push(range);
    progress.at({ host, unita: unita_da + 1 }, 1, 247);
    progress.found(exampleFound);
    return new Promise(end => signal.addEventListener('abort', () => end()));
  }

  async registers(request: RegistersBody): Promise<RegistersReply> {
    this.asked.push(request);
    return this.answer;
  }
}

export const exampleBus = () => new ExampleBus();
export const exampleScan = { host: '192.168.10.14', fino_a: 20 } as const;

/** The path of a search that was begun. */
export async function begunScan(datalogger: TestDatalogger, token: string | null): Promise<string> {
  datalogger.plant.fieldBus ??= exampleBus();
  const begun = await datalogger.request('/api/bus/scansione', { method: 'POST', token, json: exampleScan });
  const { id } = await begun.json();
  return `bus/scansione/${id}`;
}

const searches = new WeakMap<TestDatalogger, string>();

/** The path of the one search of a datalogger, which is begun at the first call. */
export async function onlyScan(datalogger: TestDatalogger, token: string | null): Promise<string> {
  const path = searches.get(datalogger) ?? (await begunScan(datalogger, token));
  searches.set(datalogger, path);
  return path;
}
