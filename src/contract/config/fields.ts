import * as v from 'valibot';
import { wholeRange } from '../quantity';
import { HostName, line as oneLine } from '../text';

/* The fields that configuration records share. Forms read units, limits, choices and defaults from them (`facts.ts`). */

/** Text that may be left empty. */
export const text = (max: number) => v.optional(oneLine(max), '');
export const flag = (otherwise: boolean) => v.optional(v.boolean(), otherwise);
/** `YYYY-MM-DD`, or null. */
export const date = v.optional(v.nullable(v.pipe(v.string(), v.isoDate())), null);

export const Name = v.pipe(oneLine(64), v.minLength(1));

/** What every configured device has. */
export const common = {
  nome: Name,
  posizione: text(64),
  note: text(500),
  /** When false, the device is not polled (state 92). */
  abilitato: flag(true),
  /** When true, the device is polled, but its alarms are suppressed by design and it does not count in the availability (state 91). */
  in_manutenzione: flag(false),
} as const;

/** Each text is empty when it is not known. */
const nameplate = { marca: text(32), modello: text(32), seriale: text(32), firmware: text(32) } as const;

export const Host = v.union([v.literal(''), HostName]);
/** `-rtu-tcp`: the frames of a serial line, sent over TCP, as some gateways want them. */
export const Protocol = v.picklist([
  'modbus-tcp',
  'modbus-rtu',
  'modbus-rtu-tcp',
  'sunspec-tcp',
  'sunspec-rtu',
  'sunspec-rtu-tcp',
  'sim',
]);
export type Protocol = v.InferOutput<typeof Protocol>;

/**
 * A serial port of the datalogger: the name that stays with its adapter (`/dev/serial/by-id/...`) or with its socket (`by-path`), or the
 * one that the system numbers (`/dev/ttyUSB0`).
 */
export const SerialPort = v.pipe(
  v.string(),
  v.maxLength(160),
  v.regex(/^\/dev\/(?:tty[A-Za-z.]|cu\.|pts\/|serial\/by-(?:id|path)\/)[\w.:@+-]+$/),
);

/**
 * Where a device is found: over TCP at `host` and `porta`, on a serial line at `porta_seriale`; on both under the unit `unita`. Where
 * several devices of one kind answer on that unit, `istanza` says which it is.
 */
export const address = {
  protocollo: v.optional(Protocol, 'modbus-tcp'),
  host: v.optional(Host, ''),
  porta: v.optional(wholeRange(1, 65_535), 502),
  /** Number of the serial line of a simulated plant, which has no ports. */
  bus: v.optional(wholeRange(1, 8), 1),
  porta_seriale: v.optional(v.union([v.literal(''), SerialPort]), ''),
  /** Modbus unit; 0 and 255 are valid over TCP only. */
  unita: v.optional(wholeRange(0, 255), 1),
  /** From 1: a device behind the unit, a tracker of a controller, a block of the sensors of a station. */
  istanza: v.optional(wholeRange(1, 999), 1),
} as const;

/** Whether a device counts a power with our sign or with the opposite one. */
export const sign = v.optional(v.picklist([1, -1]), 1);

/** How a serial line sends its bytes: one setting for all of its devices. */
export const line485 = {
  baud: v.optional(v.picklist([1200, 2400, 4800, 9600, 19_200, 38_400, 57_600, 115_200]), 9600),
  parita: v.optional(v.picklist(['N', 'E', 'O']), 'N'),
  stop: v.optional(v.picklist([1, 2]), 1),
} as const;

export interface Line485 {
  readonly baud: v.InferOutput<typeof line485.baud>;
  readonly parita: v.InferOutput<typeof line485.parita>;
  readonly stop: v.InferOutput<typeof line485.stop>;
}

export const base_registri = v.optional(v.picklist([40_000, 50_000, 0]), 40_000);

const polling = {
  timeout: v.optional(wholeRange(100, 10_000, 'ms'), 1000),
  tentativi: v.optional(wholeRange(0, 5), 2),
  polling: v.optional(wholeRange(1, 300, 's'), 5),
} as const;

/** What a gateway, or a device with an address of its own, needs. On one address the greatest of its records counts. */
export const line = {
  /** Silence between an answer and the next request. */
  pausa: v.optional(wholeRange(0, 1000, 'ms'), 0),
  /** Silence after connecting. */
  attesa_iniziale: v.optional(wholeRange(0, 10_000, 'ms'), 0),
  /** How many clients it takes at a time. */
  connessioni: v.optional(wholeRange(1, 4), 1),
  /** Whether its answers over Modbus TCP have other transaction numbers than the requests. */
  numeri_propri: v.optional(v.boolean(), false),
} as const;

export const ordine = v.optional(v.picklist(['ABCD', 'CDAB', 'BADC', 'DCBA']), 'ABCD');

const registers = {
  /** SunSpec base register; order of the bytes of a 32-bit value. */
  base_registri,
  ordine,
} as const;

/** What every device on a bus has. */
export const onBus = { ...common, ...nameplate, ...address, ...line485, ...polling, ...line } as const;

/** What every polled device has whose values are numbers (domain brief, 1.0). */
export const polled = { ...onBus, ...registers } as const;
