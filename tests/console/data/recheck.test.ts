// @vitest-environment happy-dom

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetAll, refreshAll, watch } from '../../../src/console/data/poll';
import { peek, type Resource, resource } from '../../../src/console/data/resource';
import { setLowTraffic } from '../../../src/console/data/traffic';
import { type ScriptedFetch, scriptFetch, settle } from '../../support/scripted-fetch';

const read = (raw: unknown) => ({ raw });
const once = resource('GET auth/primo_avvio', {}, read);
const rare = resource('GET account', {}, read, { everyMs: 300_000 });
const often = resource('GET comandi', { query: { gruppo: 'cci' } }, read, { everyMs: 20_000 });

const right = { valore: 1 };
const wrong = { valore: 'x' };
const tag = { headers: { ETag: '"a"' } };

let wire: ScriptedFetch;
let stops: (() => void)[] = [];
const startWatching = (what: Resource<unknown>) => {
  const stop = watch(what, () => undefined);
  stops.push(stop);
  return stop;
};
const pass = async (ms: number) => {
  await vi.advanceTimersByTimeAsync(ms);
  await settle();
};
const tagSent = () => wire.last().headers.get('If-None-Match');

beforeEach(() => {
  vi.useFakeTimers();
  wire = scriptFetch();
  forgetAll();
});

afterEach(() => {
  for (const stop of stops) stop();
  stops = [];
  setLowTraffic(false);
  wire.restore();
  vi.useRealTimers();
});

test.each([
  ['once', once],
  ['every five minutes', rare],
])(
  'what is asked %s is read whole until it is confirmed, so that a wrong answer does not stand',
  async (_, asked) => {
    startWatching(asked);
    for (const [count, answered] of [wrong, right, right].entries()) {
      expect(wire.calls).toHaveLength(count + 1);
      expect(tagSent()).toBeNull();
      await wire.last().answer(answered, tag);
      expect(peek<unknown>(asked).value).toEqual({ raw: answered });
      await pass(30_000);
    }
    await pass(200_000);
    expect(wire.calls).toHaveLength(3);
  },
);

test('an answer that is never the same is rechecked twice, not for ever', async () => {
  startWatching(rare);
  for (let count = 1; count <= 3; count += 1) {
    expect(wire.calls).toHaveLength(count);
    await wire.last().answer({ ora: count });
    await pass(30_000);
  }
  await pass(200_000);
  expect(wire.calls).toHaveLength(3);
});

test('a steady answer is rechecked until two are equal, also when every second one is wrong', async () => {
  const steady = resource('GET impianto/:id', { params: { id: '1' } }, read, {
    everyMs: 300_000,
    isSteady: true,
  });
  startWatching(steady);
  for (const answered of [right, wrong, right, wrong, { valore: 'y' }, right, right]) {
    expect(tagSent()).toBeNull();
    await wire.last().answer(answered, tag);
    await pass(30_000);
  }
  expect(peek<unknown>(steady).value).toEqual({ raw: right });
  expect(wire.calls).toHaveLength(7);
});

test('wrong answers around an invalid one do not stand', async () => {
  startWatching(rare);
  await wire.last().answer(right, tag);
  await pass(30_000);
  await wire.last().answer(wrong, tag);
  await pass(30_000);
  await wire.last().answerRaw('<p>', 'text/html');
  await pass(60_000);
  await wire.last().answer({ valore: 'y' }, tag);
  await pass(30_000);
  expect(tagSent()).toBeNull();
  await wire.last().answer(right, tag);
  expect(peek<unknown>(rare).value).toEqual({ raw: right });
});

test('what is looked at again and then answered wrongly does not stand until the next poll', async () => {
  startWatching(rare);
  await wire.last().answer(right, tag);
  await pass(30_000);
  await wire.last().answer(right, tag);
  stops.at(-1)?.();
  await pass(60_000);
  startWatching(rare);
  await pass(0);
  await wire.last().answer(wrong, tag);
  await pass(30_000);
  expect(tagSent()).toBeNull();
  await wire.last().answer(right, tag);
  expect(peek<unknown>(rare).value).toEqual({ raw: right });
});

test.each([
  ['the same', [wrong, wrong, wrong]],
  ['different', [wrong, { valore: 'y' }, { valore: 'z' }, wrong]],
])('wrong answers that come at once, %s, do not stand', async (_, answers) => {
  startWatching(rare);
  for (const [count, answered] of answers.entries()) {
    if (count > 0) refreshAll();
    await wire.last().answer(answered, tag);
    await pass(2_000);
  }
  await pass(28_000);
  expect(tagSent()).toBeNull();
  await wire.last().answer(right, tag);
  expect(peek<unknown>(rare).value).toEqual({ raw: right });
});

test('the same text read again is the same object', async () => {
  startWatching(once);
  await wire.last().answer(right);
  const { value } = peek(once);
  await pass(30_000);
  await wire.last().answer(right);
  expect(peek(once).value).toBe(value);
});

test('what was asked once is asked again when it is looked at again', async () => {
  startWatching(once)();
  startWatching(once);
  await wire.last().answer(wrong);
  await pass(30_000);
  await wire.last().answer(wrong);
  stops.at(-1)?.();
  await pass(600_000);
  const asked = wire.calls.length;
  startWatching(once);
  await pass(0);
  expect(wire.calls).toHaveLength(asked + 1);
  expect(peek(once).value).toEqual({ raw: wrong });
  await wire.last().answer(right);
  expect(peek(once).value).toEqual({ raw: right });
});

test('a tag proves that nothing has changed, but not for longer than a minute', async () => {
  startWatching(often);
  await wire.last().answer(wrong, tag);
  await pass(20_000);
  expect(tagSent()).toBe('"a"');
  await wire.last().answer(null, { status: 304, ...tag });
  await pass(20_000);
  expect(tagSent()).toBeNull();
  await wire.last().answer(right, tag);
  expect(peek(often).value).toEqual({ raw: right });
});

test('in low-traffic mode nothing is asked beyond the polls', async () => {
  setLowTraffic(true);
  startWatching(once);
  startWatching(rare);
  for (const call of [...wire.calls]) await call.answer(right, tag);
  await pass(3_599_000);
  expect(wire.calls).toHaveLength(2);
  await pass(1000);
  expect(wire.calls).toHaveLength(3);
  expect(tagSent()).toBe('"a"');
});
