import { deviceNowMs } from './device-clock';

/*
 * The plant's own clock, which times the values: the same as the datalogger's in the field, another one on a simulated
 * plant. Taken from general information and, as a lower bound, from the newest sample; monotonic in between.
 */
interface Reading {
  readonly epochMs: number;
  readonly monotonicMs: number;
}

let base: Reading | null = null;

function extrapolate({ epochMs, monotonicMs }: Reading): number {
  return epochMs + performance.now() - monotonicMs;
}

/** Takes what the datalogger said its plant's clock was (epoch seconds) in an answer received at `receivedMs`. */
export function setPlantTime(epochS: number, receivedMs: number): void {
  base = { epochMs: epochS * 1000, monotonicMs: receivedMs };
}

/** A sample taken at `epochS` was received: the clock cannot be behind it. */
export function notePlantSample(epochS: number, receivedMs: number): void {
  const reading = { epochMs: epochS * 1000, monotonicMs: receivedMs };
  if (!base || extrapolate(reading) > extrapolate(base)) base = reading;
}

/** Milliseconds since the epoch by the plant's clock; by the datalogger's until anything is known of it. */
export function plantNowMs(): number {
  return base ? extrapolate(base) : deviceNowMs();
}
