// @vitest-environment happy-dom

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { currentConnection } from '../../../src/console/data/connection';
import { deviceFacts, deviceStatus } from '../../../src/console/data/facts';
import { type Standing, standingOf } from '../../../src/console/data/freshness';
import { ageS, answeredS, setClockDoubtHandler, setPlantTime } from '../../../src/console/data/plant-clock';
import { forgetAll, intervalOf, refresh, watch } from '../../../src/console/data/poll';
import { peek } from '../../../src/console/data/resource';
import { liveTable } from '../../../src/console/data/table';
import { onTick } from '../../../src/console/data/ticker';
import { type PendingCall, type ScriptedFetch, scriptFetch, settle } from '../../support/scripted-fetch';

/** The figure of an answer is the true time, in s, at which it was made. */
const live = liveTable('impianto.pac', 5_000, ({ t, columns }) => ({
  t,
  madeS: Number(columns.get('pac')?.[0]),
}));

let wire: ScriptedFetch;
let stops: (() => void)[] = [];
/** Monotonic ms at which the test began, and the plant's clock then; of a plant of its own in every test. */
let startMs = 0;
let startS = 1_781_000_000;

const trueS = () => (performance.now() - startMs) / 1000;
const trueEpochS = () => startS + Math.floor(trueS());
const tableOf = (t: number, madeS = trueS()) => ({ m: 'impianto.pac', t, colonne: { pac: [madeS] } });
const pass = async (ms: number) => {
  await vi.advanceTimersByTimeAsync(ms);
  await settle();
};

beforeEach(() => {
  vi.useFakeTimers();
  wire = scriptFetch();
  forgetAll();
  startMs = performance.now();
  startS += 1_000_000;
  setPlantTime(startS, { sentMs: startMs, receivedMs: startMs });
  stops = [watch(live, () => undefined), onTick(() => undefined)];
});

afterEach(() => {
  for (const stop of stops) stop();
  setClockDoubtHandler(() => undefined);
  wire.restore();
  vi.useRealTimers();
});

/** What the page would say of what it shows. */
interface Said {
  readonly standing: Standing;
  readonly ageS: number;
  readonly trueAgeS: number;
}

function said(): Said {
  const { value, stamp, receivedMs } = peek(live);
  if (!value || !stamp || receivedMs === null) throw new Error('nothing is shown');
  const freshness = { sampledS: value.t, madeS: stamp.epochS, receivedMs, everyMs: intervalOf(live) };
  return {
    standing: standingOf(freshness, currentConnection()),
    ageS: ageS(value.t),
    trueAgeS: trueS() - value.madeS,
  };
}

type Answer = (call: PendingCall, poll: number) => unknown;

/** Answers what is asked for `seconds` and looks at the page every second. */
async function polls(seconds: number, answer: Answer): Promise<readonly Said[]> {
  const looks: Said[] = [];
  let poll = 0;
  for (let second = 0; second < seconds; second += 1) {
    for (const call of wire.calls.slice(answered)) {
      answered += 1;
      poll += 1;
      await answer(call, poll);
    }
    looks.push(said());
    // Older than it says: times are in whole seconds, and rounded.
    expect(looks.at(-1)?.trueAgeS).toBeLessThan((looks.at(-1)?.ageS ?? 0) + 2);
    await pass(1000);
  }
  return looks;
}
let answered = 0;
beforeEach(() => {
  answered = 0;
});

const isLive = ({ url }: PendingCall) => url.includes('/RT');
const standingsOf = (looks: readonly Said[]) => [...new Set(looks.map(({ standing }) => standing))];
const honest: Answer = call =>
  isLive(call) && call.answer(tableOf(trueEpochS()), { headers: { ETag: `"${trueEpochS()}"` } });
const general = (call: PendingCall, ora: number, avvio = 'a') =>
  call.answer({ ora, avvio, fuso: 'Europe/Rome' });

test('live answers are fresh, and no age is too long either', async () => {
  const looks = await polls(600, honest);
  expect(standingsOf(looks)).toEqual(['fresh']);
  expect(Math.max(...looks.map(look => look.ageS - look.trueAgeS))).toBeLessThan(2);
});

describe('M1: values that do not go on become late and then still', () => {
  let frozen = tableOf(0);
  const kinds: readonly (readonly [string, Answer])[] = [
    ['the same answer for ever', call => call.answer(frozen)],
    ['304 for ever', call => call.answer(null, { status: 304, headers: { ETag: '"x"' } })],
    ['answers of the last minute over and over', (call, poll) => call.answer(heard[poll % heard.length])],
    [
      'answers of before, the newest first',
      (call, poll) => call.answer(heard.at(-1 - (poll % heard.length))),
    ],
    [
      'the same answer, with other figures',
      call => call.answer({ ...frozen, colonne: { pac: [frozen.colonne.pac[0]], x: [Math.random()] } }),
    ],
  ];
  const heard: unknown[] = [];

  test.each(kinds)('%s', async (_, answer) => {
    heard.length = 0;
    await polls(61, call => {
      frozen = tableOf(trueEpochS());
      heard.push(frozen);
      return call.answer(frozen);
    });
    const looks = await polls(600, answer);
    expect(looks.slice(20, 24).map(({ standing }) => standing)).toEqual(['late', 'late', 'late', 'late']);
    expect(standingsOf(looks.slice(32))).toEqual(['still']);
    expect(looks.at(-1)?.ageS).toBeGreaterThan(598);
    expect(currentConnection().state).toBe('online');
    const back = await polls(20, honest);
    expect(standingsOf(back.slice(6))).toEqual(['fresh']);
  });

  test('general information that stands still with them sets no clock back', async () => {
    stops.push(watch(deviceFacts, () => undefined));
    const answer: Answer = call => (isLive(call) ? honest(call, 0) : general(call, trueEpochS()));
    await polls(11, answer);
    const [table, ora] = [tableOf(trueEpochS()), trueEpochS()];
    const looks = await polls(900, call => (isLive(call) ? call.answer(table) : general(call, ora)));
    expect(standingsOf(looks.slice(35))).toEqual(['still']);
    expect(looks.at(-1)?.ageS).toBeGreaterThan(895);
  });
});

test('an answer that is older than what is shown does not replace it', async () => {
  const late: unknown[] = [];
  const looks = await polls(300, (call, poll) => {
    late.push(tableOf(trueEpochS()));
    // Every second answer is the one before it.
    return call.answer(late.at(poll % 2 === 0 ? -2 : -1));
  });
  const made = looks.map((look, second) => second - look.trueAgeS);
  expect(made.every((each, index) => index === 0 || each >= (made[index - 1] ?? 0) - 0.01)).toBe(true);
  expect(standingsOf(looks)).not.toContain('still');
});

test('answers that take seven seconds are seven seconds older', async () => {
  const looks = await polls(120, async call => {
    const table = tableOf(trueEpochS());
    await pass(7000);
    return call.answer(table);
  });
  expect(Math.max(...looks.map(look => look.ageS - look.trueAgeS))).toBeLessThan(9);
  expect(standingsOf(looks)).not.toContain('still');
});

describe('a clock that is set back', () => {
  const stepped =
    (stepS: number, generalOf: (call: PendingCall) => unknown): Answer =>
    call =>
      isLive(call) ? call.answer(tableOf(trueEpochS() + stepS)) : generalOf(call);
  const askGeneral = () => {
    stops.push(watch(deviceFacts, () => undefined));
    setClockDoubtHandler(() => refresh(deviceFacts));
  };

  test.each([-8, -120, -3600, -86_400])(
    'by %i s is followed at once, where general information agrees',
    async stepS => {
      askGeneral();
      await polls(61, call => (isLive(call) ? honest(call, 0) : general(call, trueEpochS())));
      const looks = await polls(
        60,
        stepped(stepS, call => general(call, trueEpochS() + stepS)),
      );
      expect(standingsOf(looks)).not.toContain('still');
      expect(standingsOf(looks.slice(16))).toEqual(['fresh']);
      expect(Math.max(...looks.slice(16).map(look => look.ageS - look.trueAgeS))).toBeLessThan(3);
    },
  );

  test.each([-120, -3600])('by %i s is followed soon where nobody else can be asked', async stepS => {
    await polls(61, honest);
    const looks = await polls(
      60,
      stepped(stepS, () => undefined),
    );
    expect(standingsOf(looks)).not.toContain('still');
    expect(standingsOf(looks.slice(16))).toEqual(['fresh']);
  });

  test('by a restart is followed with the first answer', async () => {
    askGeneral();
    await polls(61, call => (isLive(call) ? honest(call, 0) : general(call, trueEpochS())));
    const looks = await polls(
      60,
      stepped(-300_000, call => general(call, trueEpochS() - 300_000, 'b')),
    );
    expect(standingsOf(looks.slice(6))).toEqual(['fresh']);
  });

  test('forward and back again is followed both times', async () => {
    await polls(61, honest);
    const ahead = await polls(
      60,
      stepped(315_360_000, () => undefined),
    );
    expect(standingsOf(ahead.slice(5))).toEqual(['fresh']);
    const looks = await polls(60, honest);
    expect(standingsOf(looks.slice(16))).toEqual(['fresh']);
  });

  test('is not believed where general information says that it is where it was', async () => {
    askGeneral();
    await polls(61, call => (isLive(call) ? honest(call, 0) : general(call, trueEpochS())));
    const looks = await polls(400, call => {
      const beforeS = trueS() - 300;
      return isLive(call)
        ? call.answer(tableOf(Math.floor(startS + beforeS), beforeS))
        : general(call, trueEpochS());
    });
    expect(standingsOf(looks.slice(32))).toEqual(['still']);
  });
});

test('a sleep that the monotonic clock did not see is an age, until the next answer', async () => {
  await polls(11, honest);
  const sleepMs = 3 * 3_600_000;
  startMs -= sleepMs;
  vi.setSystemTime(Date.now() + sleepMs);
  await pass(1000);
  expect(said()).toMatchObject({ standing: 'still' });
  expect(said().ageS).toBeGreaterThan(3 * 3600);
  for (const call of wire.calls.slice(answered)) await call.answer(tableOf(trueEpochS()));
  expect(said()).toMatchObject({ standing: 'fresh' });
});

test('what has no time of its own is of the moment it came, unless the clock of the status record stands still', async () => {
  stops.push(watch(deviceStatus, () => undefined));
  const status = (call: PendingCall, second: number) =>
    call.answer([{ data: '10/06/2026', ora: `13:${second}` }]);
  await polls(61, call => (isLive(call) ? honest(call, 0) : status(call, trueS())));
  expect(answeredS(performance.now()) - startS).toBeCloseTo(trueS(), 0);
  await polls(300, call => (isLive(call) ? honest(call, 0) : status(call, 60)));
  expect(answeredS(performance.now()) - startS).toBeLessThan(92);
});
