import * as v from 'valibot';

const Count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** What is asked of an inverter: its active and its reactive power in % of its rated power, capacitive positive, or its power factor. */
export const BusOrder = v.strictObject({
  id: Count,
  nome: v.string(),
  grandezza: v.picklist(['p', 'q', 'cosfi']),
  /** What is asked now, what was written last, what the device says that it follows, and what is measured; null where there is nothing. */
  chiesto: v.nullable(v.number()),
  scritto: v.nullable(v.number()),
  riletto: v.nullable(v.number()),
  misurato: v.nullable(v.number()),
  /** Seconds after which the device goes back by itself when the datalogger is silent; null where it never does, or does not say. */
  ritorno: v.nullable(v.number()),
  /** Whether the device can go back by itself at all, known before anything is written; null while it was not read. */
  ritorna: v.nullable(v.boolean()),
  esito: v.picklist(['nessuno', 'in_corso', 'verificato', 'diverso', 'rifiutato', 'muto', 'non_comandabile']),
});
export type BusOrder = v.InferOutput<typeof BusOrder>;

/**
 * The regulation at the point of delivery (`consegna`). `chiuso`: by the exchange meters; `attesa`: they are silent since less than 15 s;
 * `aperto`: without them, with the margin; `libero`: nothing is asked.
 */
export const BusLoop = v.strictObject({
  stato: v.picklist(['libero', 'chiuso', 'attesa', 'aperto']),
  /** Names of its meters. */
  contatori: v.array(v.string()),
  /** kW at the point of delivery that are aimed at, after ramps; null where no limit is asked. */
  obiettivo: v.nullable(v.number()),
  /** s that the meters need to show what was written, as measured. */
  ritardo: v.number(),
  /** How many inverters do not answer or follow: the others make up for them. */
  compensati: Count,
});
export type BusLoop = v.InferOutput<typeof BusLoop>;

/** Who limits the power of the plant, highest priority first: a limit of a lower one never raises that of a higher one. */
export const limitSources = ['protezione', 'gestore', 'terzi', 'operatore', 'programma'] as const;

/** The limit in force, % of the agreed power or, without one, of the rated power; whose it is, and the address or the user that asked. */
export const BusLimit = v.strictObject({
  percento: v.number(),
  fonte: v.picklist(limitSources),
  da: v.string(),
});
export type BusLimit = v.InferOutput<typeof BusLimit>;
