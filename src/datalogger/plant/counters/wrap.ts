import { stepExponents } from '../gate/absent';

/** A counter of 32 bits starts again after this many steps. */
const steps = 2 ** 32;
/** Near its end a counter has counted more than this share of its range; one that started again, less than the rest. */
const nearEnd = 0.9;

const rangeAt = (kwh: number) =>
  stepExponents
    .map(exponent => steps * 10 ** exponent)
    .find(range => kwh <= range && kwh > nearEnd * range) ?? null;

/**
 * Range (kWh) of a lifetime counter that wrapped between two readings; 0 if it fell for another reason.
 * `most` is what it can have counted between them, kWh.
 */
export function wrappedRange(before: number, now: number, most: number): number {
  const range = now < before ? rangeAt(before) : null;
  if (range === null || now >= (1 - nearEnd) * range) return 0;
  return now + range - before <= most ? range : 0;
}
