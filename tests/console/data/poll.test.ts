// @vitest-environment happy-dom

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { currentConnection } from '../../../src/console/data/connection';
import { forgetAll, watch } from '../../../src/console/data/poll';
import { peek } from '../../../src/console/data/poll-store';
import { numberOrNull, readObject } from '../../../src/console/data/read';
import { type Resource, resource } from '../../../src/console/data/resource';
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
const after = async (ms: number) => {
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
  await after(5000);
  expect(wire.calls).toHaveLength(2);
  first();
  second();
  await wire.last().answer({ valore: 2 });
  await after(60_000);
  expect(wire.calls).toHaveLength(2);
  expect(peek(live).value).toBe(1);
});

test('the period runs from the moment a poll is sent', async () => {
  startWatching(live);
  await after(400);
  await wire.last().answer({ valore: 1 });
  await after(4599);
  expect(wire.calls).toHaveLength(1);
  await after(1);
  expect(wire.calls).toHaveLength(2);
});

test('an unchanged answer is the same object, confirmed anew', async () => {
  const readList = (raw: unknown) => ({ raw });
  const list = resource('GET account', {}, readList, { everyMs: 5000 });
  startWatching(list);
  await wire.last().answer({ valore: 1 }, { headers: { ETag: '"a"' } });
  const value = peek(list).value;
  await after(5000);
  expect(wire.last().headers.get('If-None-Match')).toBe('"a"');
  await wire.last().answer(null, { status: 304, headers: { ETag: '"a"' } });
  expect(peek(list).value).toBe(value);
  expect(peek(list).receivedMs).toBe(performance.now());
});

test('a live value that was dropped is asked for whole, so that "not modified" cannot confirm what is gone', async () => {
  const leave = startWatching(live);
  await wire.last().answer({ valore: 1 }, { headers: { ETag: '"a"' } });
  leave();
  await after(60_000);
  startWatching(live);
  expect(peek(live).value).toBeUndefined();
  await after(0);
  expect(wire.calls).toHaveLength(2);
  expect(wire.last().headers.get('If-None-Match')).toBeNull();
  await wire.last().answer(null, { status: 304 });
  expect(peek(live).error?.kind).toBe('invalid');
  await after(10_000);
  await wire.last().answer({ valore: 1 }, { headers: { ETag: '"a"' } });
  expect(peek(live)).toMatchObject({ value: 1, error: null });
});

test('one missed poll is quiet, two lose the connection, one probe goes on and everything comes back by itself', async () => {
  startWatching(live);
  startWatching(other);
  await wire.calls[0]?.answer({ valore: 1 });
  await wire.calls[1]?.answer({ valore: 10 });
  await after(5000);
  await wire.calls[2]?.breakOff();
  expect(currentConnection().state).toBe('late');
  expect(peek(live).value).toBe(1);
  await wire.calls[3]?.breakOff();
  expect(currentConnection()).toMatchObject({ state: 'lost', cause: 'network' });

  const before = wire.calls.length;
  await after(1000);
  expect(wire.calls).toHaveLength(before + 1);
  for (const waitMs of [2000, 4000, 8000, 10_000, 10_000]) {
    await wire.last().breakOff();
    await after(waitMs - 1);
    const sent = wire.calls.length;
    await after(1);
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
  await after(9999);
  expect(currentConnection().state).toBe('online');
  await after(1);
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
  await after(5000);
  await wire.last().answerRaw(body, type);
  expect(peek(live)).toMatchObject({ value: 1, error: { kind: 'invalid' } });
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
  await after(60_000);
  expect(wire.calls).toHaveLength(1);
  await after(60_000);
  expect(wire.calls).toHaveLength(2);
  setLowTraffic(false);
  await after(4000);
  await wire.last().answer({ valore: 2 });
  const sent = wire.calls.length;
  await after(11_999);
  expect(wire.calls).toHaveLength(sent);
  await after(1);
  expect(wire.calls).toHaveLength(sent + 1);
});

test('nothing is asked while the page is hidden, and at once when it is seen again', async () => {
  startWatching(live);
  startWatching(once);
  await wire.calls[0]?.answer({ valore: 1 });
  await wire.calls[1]?.answer({ valore: 1 });
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
  await after(3_600_000);
  expect(wire.calls).toHaveLength(2);
  visibility.mockReturnValue('visible');
  document.dispatchEvent(new Event('visibilitychange'));
  expect(wire.calls).toHaveLength(3);
  expect(wire.last().url).toBe(live.id);
});
