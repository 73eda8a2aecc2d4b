import { expect, test } from 'vitest';
import { freshnessState } from '../../../../src/console/app/layout/freshness-state';
import type { Connection } from '../../../../src/console/data/connection';
import { setPlantTime } from '../../../../src/console/data/plant-clock';

const nowMs = performance.now();
const plantNowS = 1_781_000_000;
setPlantTime(plantNowS, { sentMs: nowMs, receivedMs: nowMs });

const online: Connection = {
  state: 'online',
  cause: null,
  lastAnswerMs: nowMs - 4_000,
  answeringSinceMs: nowMs - 60_000,
  nextTryMs: null,
  recoveredAfterMs: null,
};
const late: Connection = { ...online, state: 'late', cause: 'network' };
const lost: Connection = { ...online, state: 'lost', cause: 'network', lastAnswerMs: nowMs - 360_000 };
const made = (ageS: number, everyMs = 5_000) => ({
  sampledS: plantNowS - ageS,
  madeS: plantNowS - ageS,
  receivedMs: nowMs,
  everyMs,
});

test.each([
  ['data of now', made(4), online, 'fresh', 4],
  ['one poll was missed', made(9), late, 'late', 9],
  ['answers come and bring nothing newer', made(16), online, 'late', 16],
  ['nothing newer came for half a minute', made(31), online, 'still', 31],
  ['low traffic asks every two minutes', made(130, 120_000), online, 'fresh', 130],
  ['nothing newer came for three periods of low traffic', made(361, 120_000), online, 'still', 361],
  ['two polls were missed', made(360), lost, 'lost', 360],
  ['a screen without live data, two polls missed', null, lost, 'lost', 360],
] as const)('%s', (_, freshness, connection, kind, ageS) => {
  const state = freshnessState(freshness, connection);
  if (!('ageS' in state)) throw new Error(state.kind);
  expect(state.kind).toBe(kind);
  expect(Math.round(state.ageS)).toBe(ageS);
  expect(Math.round(state.epochS)).toBe(plantNowS - ageS);
});

test('a silent device makes its own values old, not those of the page', () => {
  const state = freshnessState({ ...made(3), sampledS: plantNowS - 700 }, online);
  expect(state).toMatchObject({ kind: 'fresh', epochS: plantNowS - 700 });
});

test('before the first data nothing is said, unless it will not come', () => {
  expect(freshnessState(null, online)).toEqual({ kind: 'nothing' });
  expect(freshnessState(null, { ...lost, lastAnswerMs: null })).toEqual({ kind: 'neverConnected' });
});

test('a screen that never has live values has the age of the last answer', () => {
  expect(freshnessState(null, online, false)).toMatchObject({ kind: 'fresh', ageS: expect.closeTo(4, 0) });
  expect(freshnessState(null, late, false)).toMatchObject({ kind: 'late' });
});

test('a clock that runs a little behind never makes an age below zero', () => {
  expect(freshnessState(made(-2), online)).toMatchObject({ kind: 'fresh', ageS: 0 });
});
