import { expect, test } from 'vitest';
import { freshnessState } from '../../../../src/console/app/layout/freshness-state';
import type { Connection } from '../../../../src/console/data/connection';

const plantNowMs = 1_781_000_000_000;
const nowMs = 500_000;
const online: Connection = {
  state: 'online',
  cause: null,
  lastAnswerMs: nowMs - 4_000,
  nextTryMs: null,
  recoveredAfterMs: null,
};
const late: Connection = { ...online, state: 'late', cause: 'network' };
const lost: Connection = { ...online, state: 'lost', cause: 'network', lastAnswerMs: nowMs - 360_000 };
const sampled = (ageS: number, everyMs = 5_000) => ({
  epochS: plantNowMs / 1000 - ageS,
  receivedMs: nowMs - ageS * 1000,
  everyMs,
});
const stateOf = (
  ...[freshness, connection]: Parameters<typeof freshnessState> extends [infer F, infer C, unknown]
    ? [F, C]
    : never
) => freshnessState(freshness, connection, { nowMs, plantNowMs });

test.each([
  ['data of now', sampled(4), online, 'fresh', 4],
  ['one poll was missed', sampled(9), late, 'late', 9],
  ['nothing came for three periods, although others get answers', sampled(31), online, 'late', 31],
  ['low traffic asks once a minute', sampled(64, 60_000), online, 'fresh', 64],
  ['two polls were missed', sampled(360), lost, 'lost', 360],
  ['a screen without live data, two polls missed', null, lost, 'lost', 360],
] as const)('%s', (_, freshness, connection, kind, ageS) => {
  const epochS = plantNowMs / 1000 - ageS;
  expect(stateOf(freshness, connection)).toEqual({ kind, epochS, ageS });
});

test('before the first data nothing is said, unless it will not come', () => {
  const waiting = { epochS: null, receivedMs: null, everyMs: 5_000 };
  expect(stateOf(waiting, online)).toEqual({ kind: 'nothing' });
  expect(stateOf(null, online)).toEqual({ kind: 'nothing' });
  expect(stateOf(waiting, { ...lost, lastAnswerMs: null })).toEqual({ kind: 'neverConnected' });
});

test('a clock that runs a little behind never makes an age below zero', () => {
  expect(stateOf(sampled(-2), online)).toMatchObject({ kind: 'fresh', ageS: 0 });
});
