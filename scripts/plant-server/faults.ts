import * as v from 'valibot';
import type { Told } from './modbus-server';

/** What can be wrong with a unit, or with every unit of a line. */
export const faultKinds = [
  /** It does not answer. */
  'dead',
  /** It answers after two seconds. */
  'slow',
  /** Its replies hold half of the registers that they announce. */
  'wrong-length',
  /** It answers every request with exception 6. */
  'busy',
  /** An inverter by night: only its model of identity is left. */
  'asleep',
  /** Its gateway says that it does not answer: exception 11. */
  'gateway-timeout',
] as const;
export type FaultKind = (typeof faultKinds)[number];

/** Faults by place: `line` for a whole line, `line/unit` for one unit. Lines count from 0. */
export const Faults = v.record(v.pipe(v.string(), v.regex(/^\d+(\/\d+)?$/)), v.picklist(faultKinds));
export type Faults = v.InferOutput<typeof Faults>;

const slowMs = 2000;

export const faultAt = (faults: Faults, line: number, unit: number): FaultKind | undefined =>
  faults[`${line}/${unit}`] ?? faults[String(line)];

const later = (told: Told, ms: number) => new Promise<Told>(resolve => setTimeout(resolve, ms, told));

/** What a unit with a fault sends in place of what it would send. */
export function faulty(told: Told, fault: FaultKind | undefined): Told | Promise<Told> {
  switch (fault) {
    case 'dead':
      return { kind: 'silence' };
    case 'slow':
      return later(told, slowMs);
    case 'wrong-length':
      return told.kind === 'registers' ? { kind: 'cut', words: told.words } : told;
    case 'busy':
      return { kind: 'exception', code: 6 };
    case 'gateway-timeout':
      return { kind: 'exception', code: 11 };
    default:
      return told;
  }
}
