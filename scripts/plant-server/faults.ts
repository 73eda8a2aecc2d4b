import * as v from 'valibot';
import type { Reply } from './modbus-server';

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

const later = (reply: Reply, ms: number) => new Promise<Reply>(resolve => setTimeout(resolve, ms, reply));

/** What a unit with a fault sends in place of what it would send. */
export function faulty(reply: Reply, fault: FaultKind | undefined): Reply | Promise<Reply> {
  switch (fault) {
    case 'dead':
      return { kind: 'silence' };
    case 'slow':
      return later(reply, slowMs);
    case 'wrong-length':
      return reply.kind === 'registers' ? { kind: 'cut', words: reply.words } : reply;
    case 'busy':
      return { kind: 'exception', code: 6 };
    case 'gateway-timeout':
      return { kind: 'exception', code: 11 };
    default:
      return reply;
  }
}
