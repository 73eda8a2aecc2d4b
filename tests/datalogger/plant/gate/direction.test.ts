import { expect, test } from 'vitest';
import { Direction } from '../../../../src/datalogger/plant/gate/direction';
import { ExchangeDirection } from '../../../../src/datalogger/plant/processing/exchange-direction';
import type { Answer, PlantSetup } from '../../../../src/datalogger/plant/source';
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

test('powers on both sides of a time without readings are not compared', () => {
  const direction = new Direction();
  for (let reading = 0; reading < 120; reading++) {
    const production = reading % 2 === 0 ? 400 : 100;
    direction.add(600 * reading, { production, exchange: 80 - production }, ratedKw);
  }
  expect(direction.isTurned).toBe(false);
});

/** One exchange meter and one inverter; `sign` of the power that is imported. */
const setupOf = (sign: number, others: readonly object[] = []) =>
  ({
    configuration: {
      contatori: [{ id: 4, abilitato: true, ruolo: 'scambio', segno_p: sign, inverti: false }, ...others],
      inverters: [{ id: 1, abilitato: true, pn: ratedKw }],
      trasformatori: [],
    },
  }) as unknown as PlantSetup;
const answerOf = (record: number, values: Record<string, number>): Answer =>
  ({ record, part: 0, isResponding: true, sampled: 0, validS: 30, values }) as unknown as Answer;

/** Whether the power of the meter is refused when both were read once more. */
function isRefused(direction: ExchangeDirection, t: number, [production, exchange] = [100, -40]): boolean {
  const judged = direction.judge(t, [answerOf(4, { p: exchange })], [answerOf(1, { pac: production })]);
  return judged[0]?.refused?.p?.reason === 'verso';
}

function turned(): ExchangeDirection {
  const direction = new ExchangeDirection();
  direction.configure(setupOf(1));
  for (let t = 0; t < 6000; t += 5) {
    const production = Math.floor(t / 240) % 2 === 0 ? 400 : 100;
    isRefused(direction, t, [production, 80 - production]);
  }
  expect(isRefused(direction, 6000)).toBe(true);
  return direction;
}

test('a meter that looks the other way is still refused after a restart, and when another device is added', () => {
  const before = turned();
  const kept = before.stands().map(([name, { value }]) => ({
    counter: `counted:${name}`,
    t: 6000,
    value: Math.round(1000 * value),
  }));
  const after = new ExchangeDirection();
  after.resume(kept);
  after.configure(setupOf(1));
  expect(isRefused(after, 7000)).toBe(true);
  after.configure(setupOf(1, [{ id: 5, abilitato: true, ruolo: 'produzione' }]));
  expect(isRefused(after, 7005)).toBe(true);
});

test('a meter whose sign was set the other way is judged again', () => {
  const direction = turned();
  direction.configure(setupOf(-1));
  expect(isRefused(direction, 7000)).toBe(false);
});
