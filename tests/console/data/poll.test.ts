// @vitest-environment happy-dom

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { currentConnection } from '../../../src/console/data/connection';
import { forgetAll, readWholeScreen, watch } from '../../../src/console/data/poll';
import { numberOrNull, readObject } from '../../../src/console/data/read';
import { peek, type Resource, resource } from '../../../src/console/data/resource';
import { setLowTraffic } from '../../../src/console/data/traffic';
import { type ScriptedFetch, scriptFetch, settle } from '../../support/scripted-fetch';

const readValue = (raw: unknown) => numberOrNull(readObject(raw, 'test').valore);
const live = resource('GET dati_impianto/energia_oggi', {}, readValue, { everyMs: 5000, isLive: true });
const other = resource('GET dati_impianto/energia_totale', {}, readValue, { everyMs: 5000, isLive: true });
const once = resource('GET auth/primo_avvio', {}, readValue);

let wire: ScriptedFetch;
let stops: (() => void)[] = [];
const startWatching = (what: Resource<unknown>, listener = () => undefined) => {
  const stop = watch(what, listener);
  stops.push(stop);
  return stop;
};
const pass = async (ms: number) => {
  await vi.advanceTimersByTimeAsync(ms);
  await settle();
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  wire = scriptFetch();
  forgetAll();
});

afterEach(() => {
  for (const stop of stops) stop();
  stops = [];
  setLowTraffic(false);
  wire.restore();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test('watchers of one resource share one request and one timer, and the last to leave stops it', async () => {
  const first = startWatching(live);
  const second = startWatching(live);
  expect(wire.calls).toHaveLength(1);
  await wire.last().answer({ valore: 1 });
  expect(peek(live).value).toBe(1);
  await pass(5000);
  expect(wire.calls).toHaveLength(2);
  first();
  second();
  await wire.last().answer({ valore: 2 });
  await pass(60_000);
  expect(wire.calls).toHaveLength(2);
  expect(peek(live).value).toBe(1);
});

test('the period runs from the moment a poll is sent', async () => {
  startWatching(live);
  await pass(400);
  await wire.last().answer({ valore: 1 });
  await pass(4599);
  expect(wire.calls).toHaveLength(1);
  await pass(1);
  expect(wire.calls).toHaveLength(2);
});

test('an unchanged answer is the same object, confirmed again', async () => {
  const readList = (raw: unknown) => ({ raw });
  const list = resource('GET account', {}, readList, { everyMs: 5000 });
  startWatching(list);
  await wire.last().answer({ valore: 1 }, { headers: { ETag: '"a"' } });
  const { value } = peek(list);
  await pass(5000);
  expect(wire.last().headers.get('If-None-Match')).toBe('"a"');
  await wire.last().answer(null, { status: 304, headers: { ETag: '"a"' } });
  expect(peek(list).value).toBe(value);
  expect(peek(list).receivedMs).toBe(performance.now());
});

test('things whose answers are all wrong are tried again one after the other', async () => {
  const paths = [1, 2, 3, 4, 5, 6, 7, 8].map(id =>
    resource('GET allarmi/:id', { params: { id: String(id) }, query: {} }, readValue),
  );
  for (const each of paths) startWatching(each);
  for (const call of [...wire.calls]) await call.answerRaw('<h1>Hotspot</h1>', 'text/html');
  const first = wire.calls.length;
  for (let second = 0; second < 10; second += 1) {
    const before = wire.calls.length;
    await pass(1000);
    const again = wire.calls.slice(before);
    expect(again.length).toBeLessThanOrEqual(1);
    for (const call of again) await call.answerRaw('<h1>Hotspot</h1>', 'text/html');
  }
  expect(wire.calls.length).toBeGreaterThan(first + 7);
});

test('what fails after the whole screen was read again waits until the screen has had its requests, at two a second', async () => {
  const paths = [1, 2, 3, 4, 5, 6, 7].map(id =>
    resource('GET allarmi/:id', { params: { id: String(id) }, query: {} }, readValue),
  );
  for (const each of paths) startWatching(each);
  for (const call of [...wire.calls]) await call.answer({ valore: 1 });
  await pass(20_000);
  const before = wire.calls.length;
  readWholeScreen();
  expect(wire.calls).toHaveLength(before + 7);
  for (let tenth = 0; tenth < 60; tenth += 1) {
    for (const call of wire.calls.slice(before)) await call.answer([]);
    await pass(100);
  }
  const again = wire.calls.length - before;
  expect(again).toBeGreaterThan(7);
  expect(again).toBeLessThanOrEqual(12);
});

test('a part of the screen that comes and goes with wrong answers asks for what failed once a second, not each time', async () => {
  const alarm = resource('GET allarmi/:id', { params: { id: '1' }, query: {} }, readValue);
  for (let tenth = 0; tenth < 50; tenth += 1) {
    const before = wire.calls.length;
    const leave = startWatching(alarm);
    await pass(60);
    for (const call of wire.calls.slice(before)) await call.answer([]);
    leave();
    setLowTraffic(tenth % 2 === 0);
    await pass(40);
  }
  expect(wire.calls.length).toBeGreaterThanOrEqual(4);
  expect(wire.calls.length).toBeLessThanOrEqual(7);
});

test('a part of the screen that comes and goes before its answer asks once a second, and at once where it comes later', async () => {
  const alarm = resource('GET allarmi/:id', { params: { id: '1' }, query: {} }, readValue);
  for (let tenth = 0; tenth < 50; tenth += 1) {
    const leave = startWatching(alarm);
    await pass(60);
    leave();
    await pass(40);
  }
  expect(wire.calls.length).toBeGreaterThanOrEqual(4);
  expect(wire.calls.length).toBeLessThanOrEqual(7);
  await pass(1000);
  const before = wire.calls.length;
  startWatching(alarm);
  expect(wire.calls).toHaveLength(before + 1);
});

test('a live value that was dropped is asked for whole, so that "not modified" cannot confirm what is gone', async () => {
  const leave = startWatching(live);
  await wire.last().answer({ valore: 1 }, { headers: { ETag: '"a"' } });
  leave();
  await pass(60_000);
  startWatching(live);
  expect(peek(live).value).toBeUndefined();
  await pass(0);
  expect(wire.calls).toHaveLength(2);
  expect(wire.last().headers.get('If-None-Match')).toBeNull();
  await wire.last().answer(null, { status: 304 });
  expect(peek(live).error?.kind).toBe('invalid');
  await pass(10_000);
  await wire.last().answer({ valore: 1 }, { headers: { ETag: '"a"' } });
  expect(peek(live)).toMatchObject({ value: 1, error: null });
});

test('polls missed together are quiet, a second one loses the connection, one probe goes on and everything comes back by itself', async () => {
  startWatching(live);
  startWatching(other);
  await wire.calls[0]?.answer({ valore: 1 });
  await wire.calls[1]?.answer({ valore: 10 });
  await pass(5000);
  await wire.calls[2]?.breakOff();
  expect(currentConnection().state).toBe('late');
  expect(peek(live).value).toBe(1);
  await wire.calls[3]?.breakOff();
  expect(currentConnection().state).toBe('late');
  await pass(1000);
  await wire.calls[4]?.breakOff();
  await wire.calls[5]?.breakOff();
  expect(currentConnection()).toMatchObject({ state: 'lost', cause: 'network' });
  const before = wire.calls.length;
  await pass(2000);
  expect(wire.calls).toHaveLength(before + 1);
  for (const waitMs of [4000, 8000, 10_000, 10_000]) {
    await wire.last().breakOff();
    await pass(waitMs - 1);
    const sent = wire.calls.length;
    await pass(1);
    expect(wire.calls).toHaveLength(sent + 1);
  }
  await wire.last().answer({ valore: 2 });
  expect(currentConnection().state).toBe('online');
  expect(currentConnection().recoveredAfterMs).toBeGreaterThan(35_000);
  expect(wire.last().url).toBe(other.id);
  await wire.last().answer({ valore: 20 });
  expect([peek(live).value, peek(other).value]).toEqual([2, 20]);
});

test('a poll that stays out is a loss after ten seconds without an answer, before it times out', async () => {
  startWatching(live);
  await wire.last().answer({ valore: 1 });
  await pass(9999);
  expect(currentConnection().state).toBe('online');
  await pass(1);
  expect(currentConnection().state).toBe('lost');
});

test('an answer that comes after a newer one was asked for is dropped', async () => {
  startWatching(live);
  const late = wire.last();
  document.dispatchEvent(new Event('visibilitychange'));
  forgetAll();
  await wire.last().answer({ valore: 2 });
  await late.answer({ valore: 1 });
  expect(peek(live).value).toBe(2);
});

test.each([
  ['HTML instead of JSON', '<html></html>', 'text/html'],
  ['JSON that is cut', '{"valore":', 'application/json'],
  ['a list instead of an object', '[1]', 'application/json'],
  ['null', 'null', 'application/json'],
])('%s is an invalid answer, and the last good value stays', async (_, body, type) => {
  startWatching(live);
  await wire.last().answer({ valore: 1 });
  await pass(5000);
  await wire.last().answerRaw(body, type);
  expect(peek(live)).toMatchObject({ value: 1, error: { kind: 'invalid' } });
});

test('an unchanged answer where nothing is known yet is an invalid one', async () => {
  startWatching(live);
  await wire.last().answer(null, { status: 304 });
  expect(peek(live)).toMatchObject({ value: undefined, receivedMs: null, error: { kind: 'invalid' } });
});

test('a refusal is not an outage: the panel has its error, the connection stays', async () => {
  startWatching(live);
  await wire.last().answer({ codice: 'internal', messaggio: 'x' }, { status: 500 });
  expect(peek(live).error).toMatchObject({ kind: 'problem', details: { status: 500, code: 'internal' } });
  expect(currentConnection().state).toBe('online');
});

test('low-traffic mode polls every two minutes, a slow line stretches the interval by itself', async () => {
  setLowTraffic(true);
  startWatching(live);
  await wire.last().answer({ valore: 1 });
  await pass(60_000);
  expect(wire.calls).toHaveLength(1);
  await pass(60_000);
  expect(wire.calls).toHaveLength(2);
  setLowTraffic(false);
  await pass(4000);
  await wire.last().answer({ valore: 2 });
  const sent = wire.calls.length;
  await pass(11_999);
  expect(wire.calls).toHaveLength(sent);
  await pass(1);
  expect(wire.calls).toHaveLength(sent + 1);
});

test('nothing is asked while the page is hidden, and at once when it is seen again', async () => {
  startWatching(live);
  startWatching(once);
  await wire.calls[0]?.answer({ valore: 1 });
  await wire.calls[1]?.answer({ valore: 1 });
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
  await pass(3_600_000);
  expect(wire.calls).toHaveLength(2);
  visibility.mockReturnValue('visible');
  document.dispatchEvent(new Event('visibilitychange'));
  expect(wire.calls).toHaveLength(3);
  expect(wire.last().url).toBe(live.id);
});

describe('a poll that stays out', () => {
  test('on a line that is slow, but answers, is no loss', async () => {
    startWatching(live);
    await pass(7000);
    await wire.last().answer({ valore: 1 });
    for (const valore of [2, 3, 4]) {
      const sent = wire.calls.length;
      await pass(21_000);
      expect(wire.calls).toHaveLength(sent + 1);
      await pass(7000);
      expect(currentConnection().state).toBe('online');
      await wire.last().answer({ valore });
      expect(peek(live).value).toBe(valore);
    }
  });

  test('where the line has become slow is given longer than the one before', async () => {
    startWatching(live);
    await wire.last().answer({ valore: 1 });
    await pass(5000 + 8000);
    expect(peek(live).error).toMatchObject({ kind: 'timeout' });
    await pass(1000 + 12_000);
    expect(peek(live).error).toMatchObject({ kind: 'timeout' });
    await wire.last().answer({ valore: 2 });
    expect(peek(live)).toMatchObject({ value: 2, error: null });
    expect(currentConnection().state).toBe('online');
  });

  test('in low traffic, where nothing came for two minutes, is no loss at once, nor is one that fails', async () => {
    setLowTraffic(true);
    startWatching(live);
    await wire.last().answer({ valore: 1 });
    await pass(120_000 + 7900);
    expect(currentConnection().state).toBe('online');
    await wire.last().breakOff();
    expect(currentConnection().state).toBe('late');
    await pass(1000);
    await wire.last().answer({ valore: 2 });
    expect(currentConnection().state).toBe('online');
  });

  test('while the page was hidden or asleep is requested again, and is no loss', async () => {
    startWatching(live);
    startWatching(other);
    for (const { answer } of wire.calls) await answer({ valore: 1 });
    await pass(5000);
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    document.dispatchEvent(new Event('visibilitychange'));
    await pass(7000);
    visibility.mockReturnValue('visible');
    document.dispatchEvent(new Event('visibilitychange'));
    expect(wire.calls).toHaveLength(6);
    expect(currentConnection().state).toBe('online');
    await wire.last().answer({ valore: 2 });
    expect(peek(other).value).toBe(2);
  });
});

test('what is asked once, and failed while nobody looked, is asked for when somebody does', async () => {
  startWatching(once);
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
  await wire.last().breakOff();
  await pass(60_000);
  expect(wire.calls).toHaveLength(1);
  visibility.mockReturnValue('visible');
  document.dispatchEvent(new Event('visibilitychange'));
  await wire.last().answer({ valore: 1 });
  expect(peek(once).value).toBe(1);
});

test('while the connection is lost requests go on, even when a watcher leaves the screen', async () => {
  const leave = startWatching(live);
  startWatching(other);
  for (const { answer } of wire.calls) await answer({ valore: 1 });
  for (const waitMs of [5000, 1000, 1000]) {
    await pass(waitMs);
    for (const { breakOff } of wire.calls.slice(-2)) await breakOff();
  }
  expect(currentConnection().state).toBe('lost');
  leave();
  await pass(20_000);
  expect(wire.last().url).toBe(other.id);
  await wire.last().answer({ valore: 2 });
  expect(currentConnection().state).toBe('online');
});

test('who answers that it refuses is there: the connection is not lost', async () => {
  startWatching(live);
  await wire.last().answer({ valore: 1 });
  await pass(5000);
  await wire.last().breakOff();
  await pass(1000);
  await wire.last().breakOff();
  expect(currentConnection().state).toBe('lost');
  await pass(2000);
  await wire.last().answer({ codice: 'throttled', messaggio: '' }, { status: 429 });
  expect(currentConnection().state).toBe('online');
  expect(peek(live)).toMatchObject({ value: 1, error: { kind: 'problem' } });
});

/** Refuses all that is asked within `ms` and has no answer yet; when each was asked. */
async function refuseFor(ms: number, init: ResponseInit, answered: number): Promise<number[]> {
  const times: number[] = [];
  let refused = answered;
  for (const start = performance.now(); performance.now() - start <= ms; await pass(250)) {
    for (const { answer } of wire.calls.slice(refused)) {
      times.push(Math.round(performance.now() - start));
      await answer({ codice: 'not_found', messaggio: '' }, init);
    }
    refused = wire.calls.length;
  }
  return times;
}

describe('M2: a refusal', () => {
  test.each(['0', '-5', '', '0.001', '1'])('with Retry-After %j is no reason to hurry', async sent => {
    startWatching(live);
    await wire.last().answer({ valore: 1 });
    await pass(4000);
    const times = await refuseFor(60_000, { status: 429, headers: { 'Retry-After': sent } }, 1);
    expect(times.length).toBeGreaterThanOrEqual(4);
    expect(times.length).toBeLessThanOrEqual(8);
  });

  test('with a Retry-After of a month is asked again within a minute', async () => {
    startWatching(live);
    await wire
      .last()
      .answer({ codice: 'throttled', messaggio: '' }, { status: 503, headers: { 'Retry-After': '3000000' } });
    await pass(44_000);
    expect(wire.calls).toHaveLength(1);
    await pass(1000);
    expect(wire.calls).toHaveLength(2);
    await wire.last().answer({ valore: 2 });
    expect(peek(live).value).toBe(2);
  });
});

describe('a 404', () => {
  test('of what answered before is asked again soon, and never later than after a minute', async () => {
    startWatching(live);
    await wire.last().answer({ valore: 1 });
    await pass(4750);
    const times = await refuseFor(300_000, { status: 404 }, 1);
    const pauses = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    expect(pauses[0]).toBe(5000);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(60_250);
    const asked = wire.calls.length;
    for (let waited = 0; wire.calls.length === asked && waited < 60; waited += 1) await pass(1000);
    await wire.last().answer({ valore: 2 });
    expect(peek(live).value).toBe(2);
  });

  test('of what was never there is asked for seldom', async () => {
    startWatching(other);
    const times = await refuseFor(900_000, { status: 404 }, 0);
    expect(times.length).toBeLessThanOrEqual(6);
    expect(times[1]).toBeLessThanOrEqual(60_000);
  });
});

describe('a poll that fails alone', () => {
  const heartbeat = resource('GET allarmi/conteggi', {}, readValue, { everyMs: 5000, isHeartbeat: true });

  test('is no loss: another is asked at once, and its answer ends the doubt', async () => {
    startWatching(heartbeat);
    startWatching(live);
    for (const { answer } of wire.calls) await answer({ valore: 1 });
    const states = new Set<string>();
    for (let failures = 0, seen = 2; failures < 20; await pass(500)) {
      states.add(currentConnection().state);
      for (const each of wire.calls.slice(seen)) {
        if (each.url === live.id) failures += 1;
        await (each.url === live.id ? each.breakOff() : each.answer({ valore: 2 }));
      }
      seen = wire.calls.length;
    }
    expect(states).toEqual(new Set(['online', 'late']));
  });

  test('and a missing answer while others arrive is no lost connection either', async () => {
    startWatching(heartbeat);
    startWatching(live);
    for (const { answer } of wire.calls) await answer({ valore: 1 });
    for (let waitedMs = 0, seen = 2; waitedMs < 60_000; waitedMs += 500) {
      await pass(500);
      expect(currentConnection().state).not.toBe('lost');
      for (const each of wire.calls.slice(seen))
        if (each.url === heartbeat.id) await each.answer({ valore: 2 });
      seen = wire.calls.length;
    }
  });

  test('where the heartbeat fails too, the connection is lost within two seconds', async () => {
    startWatching(heartbeat);
    startWatching(live);
    for (const { answer } of wire.calls) await answer({ valore: 1 });
    await pass(5000);
    for (let waitedMs = 0; waitedMs < 2000; waitedMs += 250) {
      for (const each of wire.calls.slice(2)) await each.breakOff();
      await pass(250);
    }
    expect(currentConnection().state).toBe('lost');
  });

  test('a heartbeat that is refused goes on at its pace', async () => {
    startWatching(heartbeat);
    const times = await refuseFor(60_000, { status: 403 }, 0);
    expect(times.length).toBeGreaterThanOrEqual(11);
    expect(times.length).toBeLessThanOrEqual(14);
    expect(currentConnection().state).toBe('online');
    await pass(10_001);
    expect(currentConnection().state).toBe('lost');
  });

  test('a datalogger that has no alarms is asked for them seldom; another poll shows that it answers', async () => {
    startWatching(heartbeat);
    const times = await refuseFor(60_000, { status: 404 }, 0);
    expect(times.length).toBeLessThanOrEqual(3);
    startWatching(live);
    for (let failures = 0; failures < 3; await pass(500)) {
      const open = wire.calls.filter(({ url }) => url === live.id).slice(failures);
      for (const call of open) {
        failures += 1;
        await call.breakOff();
      }
    }
    expect(currentConnection().state).toBe('lost');
    const asked = wire.calls.length;
    await pass(12_000);
    expect(wire.calls.length).toBeGreaterThan(asked);
    const trial = wire.last();
    expect(trial.url).toBe(live.id);
    await trial.answer({ valore: 2 });
    expect(currentConnection().state).toBe('online');
  });
});
