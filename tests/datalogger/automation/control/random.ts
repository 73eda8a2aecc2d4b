/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Light of a day for each inverter: the arc of the sun, and clouds that pass over one after the other. */
export function cloudyDay(seed: number, inverters: number): (index: number, s: number) => number {
  const random = randomOf(seed);
  const seconds = 86_400;
  const cover = new Float32Array(seconds + 600);
  let [aim, value] = [1, 1];
  for (let s = 0; s < cover.length; s++) {
    if (random() < 1 / 90) aim = random() < 0.5 ? 0.15 + 0.3 * random() : 0.85 + 0.3 * random();
    value += Math.max(-0.05, Math.min(0.05, aim - value));
    cover[s] = value;
  }
  return (index, s) => {
    const arc = Math.max(0, Math.sin((Math.PI * (s - 21_600)) / 43_200));
    // A cloud needs 6 s from one inverter to the next.
    return Math.min(1.05, arc * (cover[Math.floor(s % seconds) + 6 * (index % inverters)] ?? 1) * 1.05);
  };
}
