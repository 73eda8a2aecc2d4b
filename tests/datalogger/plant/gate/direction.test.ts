import { expect, test } from 'vitest';
import { Direction } from '../../../../src/datalogger/plant/gate/direction';
import { uniform } from '../../../../src/datalogger/sources/simulator/physics/random';

const ratedKw = 600;

interface Site {
  /** kW that the site takes, of the time in s and the power of production. */
  readonly load?: (t: number, production: number, random: () => number) => number;
  readonly turnedFromS?: number;
  readonly isClear?: boolean;
}

/** Seconds until the meter is doubted, from when it is turned; null where it never is. Six hours under clouds, read every 5 s. */
function doubtedAfterS(seed: number, { load = () => 80, turnedFromS = Infinity, isClear = false }: Site) {
  let index = 0;
  const random = () => uniform(seed, 1, index++);
  const direction = new Direction();
  let [sky, wanted, doubted] = [1, 1, null as number | null];
  for (let t = 0; t < 6 * 3600; t += 5) {
    if (!isClear && random() < 1 / 40) wanted = 0.2 + 0.8 * random();
    sky += (wanted - sky) * 0.15;
    const production = ratedKw * 0.9 * Math.sin((Math.PI * (t + 3600)) / (8 * 3600)) * sky;
    const exchange = production - load(t, production, random);
    direction.add(t, { production, exchange: t >= turnedFromS ? -exchange : exchange }, ratedKw);
    if (direction.isTurned) doubted ??= t;
  }
  return doubted === null ? null : doubted - Math.min(turnedFromS, doubted);
}

const seeds = Array.from({ length: 60 }, (_, index) => index + 1);
const machines = (t: number, _: number, random: () => number) =>
  60 + (Math.floor(t / 300) % 3) * 70 + 20 * random();

test.each<[string, Site]>([
  ['takes the same all day', {}],
  ['has machines', { load: machines }],
  [
    'takes more than the plant makes',
    { load: (t, production, random) => 900 + machines(t, production, random) },
  ],
  ['stores what is left', { load: (_, production) => production }],
  ['loads vehicles with most of what is left', { load: (_, production) => 0.9 * production + 20 }],
  ['has machines under a clear sky', { load: machines, isClear: true }],
])('the exchange meter of a site that %s is never doubted', (_, site) => {
  for (const seed of seeds) expect(doubtedAfterS(seed, site), `seed ${seed}`).toBeNull();
});

test.each<[string, Site, number]>([
  ['takes the same all day', {}, 60],
  ['has machines', { load: machines }, 180],
  ['takes the same under a clear sky', { isClear: true }, 100],
])('the exchange meter of a site that %s is doubted when it is turned', (_, site, minutes) => {
  const after = seeds.map(seed => doubtedAfterS(seed, { ...site, turnedFromS: 3600 }));
  for (const [index, s] of after.entries()) {
    expect(s, `seed ${index + 1}`).not.toBeNull();
    expect((s ?? 0) / 60, `seed ${index + 1}`).toBeLessThan(minutes);
  }
  console.info(`doubted after ${Math.max(...after.map(s => (s ?? 0) / 60)).toFixed(0)} min at most`);
});
