/**
 * Random numbers without state. Each is a hash of (seed, stream, index), so any time can be computed directly, and history and live
 * values agree. A stream belongs to one quantity; two quantities never share a stream.
 */
function hash(seed: number, stream: number, index: number): number {
  let h = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(stream + 0x165667b1, 0xc2b2ae35);
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d) ^ Math.imul(index | 0, 0x27d4eb2f);
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** Uniform in [0, 1). */
export function uniform(seed: number, stream: number, index: number): number {
  return hash(seed, stream, index) / 0x1_0000_0000;
}

/** Standard normal, limited to ±3.4: the sum of the four bytes of one hash (Irwin-Hall). */
export function gaussian(seed: number, stream: number, index: number): number {
  const h = hash(seed, stream, index);
  return ((h & 255) + ((h >>> 8) & 255) + ((h >>> 16) & 255) + (h >>> 24) - 510) / 147.8;
}

/** A smooth random process in `t` with mean 0 and standard deviation 1, correlated over about `period` (same unit as `t`). */
export function noise(seed: number, stream: number, t: number, period: number): number {
  const position = t / period;
  const index = Math.floor(position);
  const fraction = position - index;
  const weight = fraction * fraction * (3 - 2 * fraction);
  const blend = gaussian(seed, stream, index) * (1 - weight) + gaussian(seed, stream, index + 1) * weight;
  return blend / Math.sqrt(1 - 2 * weight * (1 - weight));
}

/** Distribution function of the standard normal (logistic fit, error below 0.01). It turns a `noise` value into a uniform one. */
export function normalCdf(x: number): number {
  return 1 / (1 + Math.exp(-1.5976 * x - 0.070565776 * x * x * x));
}
