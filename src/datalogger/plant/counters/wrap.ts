import { stepExponents } from '../gate/absent';

/** A counter of 32 bits starts again after this many steps. */
const steps = 2 ** 32;
/** Near its end a counter has counted more than this share of its range; one that started again, less than the rest. */
const nearEnd = 0.9;

const binary = stepExponents.map(exponent => steps * 10 ** exponent);
/** Meters with as many digits as a mechanical one, kWh. */
const decimal = [4, 5, 6, 7, 8, 9].map(digits => 10 ** digits);

/**
 * Range (kWh) of a lifetime counter that started again between two readings; 0 if it fell for another reason. `most`: what it can have
 * counted between them, kWh; `likely`: what the power that was read can have made, as a new device also begins near 0.
 */
export function wrappedRange(
  before: number,
  now: number,
  { most, likely }: { readonly most: number; readonly likely: number },
): number {
  const fits = (range: number, counted: number) =>
    before <= range &&
    before > nearEnd * range &&
    now < (1 - nearEnd) * range &&
    now + range - before <= counted;
  return binary.find(range => fits(range, most)) ?? decimal.find(range => fits(range, likely)) ?? 0;
}
