import type { AlarmGroup, AlarmState as WireState } from '../../contract/alarms';
import { isPriority, type Priority } from './alarm-priority';
import { invalidAnswer } from './api-error';
import { isObject, type Json, numberOrNull, readArray, readObject, textIn, timeOrNull } from './read';

// TypeScript checks that these states are those of the contract.
const states = {
  attivo: 'active',
  riconosciuto: 'acknowledged',
  rientrato: 'returned',
  accantonato: 'shelved',
  soppresso: 'suppressed',
  fuori_servizio: 'outOfService',
  chiuso: 'over',
} as const satisfies Record<WireState, string>;

export type AlarmState = (typeof states)[WireState];
export type { AlarmGroup };

export interface OperatorAction {
  readonly by: string;
  readonly atS: number;
  readonly note: string;
}

export interface Shelf {
  readonly by: string;
  readonly untilS: number;
  readonly reason: string;
}

/** What an alarm hides because it is its cause, as far as it is not over. */
export interface Consequences {
  readonly alarms: number;
  readonly devices: number;
  /** Those that were announced before they were hidden, and that nobody has acknowledged. */
  readonly waiting: number;
}

/** One occurrence of an alarm. Times in epoch seconds of the plant's clock. */
export interface Alarm {
  readonly id: number;
  readonly code: string;
  /** As received: another datalogger may have other groups. */
  readonly group: string;
  readonly device: number | null;
  readonly name: string;
  readonly priority: Priority;
  readonly state: AlarmState;
  readonly isPresent: boolean;
  readonly beginS: number;
  readonly endS: number | null;
  readonly value: number | null;
  readonly threshold: number | null;
  readonly unit: string;
  readonly times: number;
  readonly acknowledged: OperatorAction | null;
  readonly shelf: Shelf | null;
  /** Id of the alarm whose consequence this one is and which hides it. */
  readonly causeId: number | null;
  /** Null if there are no consequences, or the datalogger does not report them. */
  readonly consequences: Consequences | null;
  /** What it cost: energy, and, for who may read it, its value, €; null where that is not known or it explains no loss. */
  readonly lostKwh: number | null;
  readonly lostMoney: number | null;
  readonly isChattering: boolean;
  readonly version: number | null;
}

/** Duration of the condition, in s: up to its end, or up to now. */
export function durationS({ beginS, endS }: Pick<Alarm, 'beginS' | 'endS'>, nowS: number): number {
  return Math.max(0, (endS ?? nowS) - beginS);
}

export function readState(value: unknown): AlarmState {
  const found =
    typeof value === 'string' ? new Map<string, AlarmState>(Object.entries(states)).get(value) : null;
  if (!found) throw invalidAnswer(`alarm state ${String(value)}`);
  return found;
}

/** Reads an alarm. A row that cannot be read with certainty makes the whole answer invalid, so that no alarm is omitted unnoticed. */
export function readAlarm(raw: unknown): Alarm {
  const row = readObject(raw, 'an alarm');
  const { priorita: priority } = row;
  if (!isPriority(priority)) throw invalidAnswer(`alarm priority ${String(priority)}`);
  const group = textIn(row.gruppo);
  return {
    id: needed(row, 'id'),
    code: textIn(row.codice),
    group,
    device: numberOrNull(row.dispositivo),
    name: textIn(row.nome),
    priority,
    state: readState(row.stato),
    isPresent: row.presente === true,
    beginS: neededTime(row, 'inizio'),
    endS: timeOrNull(row.fine),
    value: numberOrNull(row.valore),
    threshold: numberOrNull(row.soglia),
    unit: textIn(row.unita),
    times: numberOrNull(row.volte) ?? 1,
    acknowledged: readOperatorAction(row.riconosciuto),
    shelf: readShelf(row.accantonato),
    causeId: numberOrNull(row.causa),
    consequences: readConsequences(row.conseguenze),
    lostKwh: numberOrNull(row.persa),
    lostMoney: numberOrNull(row.costo),
    isChattering: row.instabile === true,
    version: numberOrNull(row.versione),
  };
}

function readConsequences(raw: unknown): Consequences | null {
  if (!isObject(raw)) return null;
  const alarms = numberOrNull(raw.allarmi) ?? 0;
  const counts = {
    devices: numberOrNull(raw.dispositivi) ?? 0,
    waiting: numberOrNull(raw.da_riconoscere) ?? 0,
  };
  return alarms > 0 ? { alarms, ...counts } : null;
}

/** A required number. */
export function needed(row: Json, field: string, read = numberOrNull): number {
  const value = read(row[field]);
  if (value === null) throw invalidAnswer(`an alarm without ${field}`);
  return value;
}

/** A required time, in epoch seconds. */
export function neededTime(row: Json, field: string): number {
  return needed(row, field, timeOrNull);
}

export function readAlarms(raw: unknown): readonly Alarm[] {
  return readArray(raw, 'alarms').map(readAlarm);
}

function readOperatorAction(raw: unknown): OperatorAction | null {
  if (!isObject(raw)) return null;
  return { by: textIn(raw.da), atS: neededTime(raw, 'quando'), note: textIn(raw.nota) };
}

function readShelf(raw: unknown): Shelf | null {
  if (!isObject(raw)) return null;
  return {
    by: textIn(raw.da),
    untilS: neededTime(raw, 'fino'),
    reason: textIn(raw.motivo),
  };
}

/** Whether the alarm is still unacknowledged. */
export function isWaiting({ state, priority }: Pick<Alarm, 'state' | 'priority'>): boolean {
  return priority !== 5 && (state === 'active' || state === 'returned');
}

/** How many alarms an acknowledgement of the whole incident acknowledges: the alarm, and its consequences that wait. */
export function waitingIn(alarm: Pick<Alarm, 'state' | 'priority' | 'consequences'>): number {
  return Number(isWaiting(alarm)) + (alarm.consequences?.waiting ?? 0);
}

/** Whether the alarm is shelved, suppressed or out of service: no action is required now. */
export function isSetAside({ state }: Pick<Alarm, 'state'>): boolean {
  return state === 'shelved' || state === 'suppressed' || state === 'outOfService';
}

/** How the sign of an alarm is drawn: the fill means that the condition is present, the ring that the alarm is unacknowledged. */
export function signOf(alarm: Alarm) {
  const look = isSetAside(alarm) ? 'off' : alarm.isPresent ? 'active' : 'returned';
  return { look, isUnacknowledged: isWaiting(alarm) } as const;
}
