import { describe, expect, test } from 'vitest';
import { lightVerdicts } from '../../../../src/contract/codes';
import { LightJudge, type LightWitnesses } from '../../../../src/datalogger/plant/processing/light-judge';

const silent: LightWitnesses = { fromHorizontal: null, clearSky: null, leastForPower: null };

/** What is said of sensors that have read these values for an hour. */
function verdictOn(values: readonly number[], witnesses: Partial<LightWitnesses> = {}) {
  const judge = new LightJudge();
  const readings = values.map((value, index) => ({ id: index + 1, value }));
  let verdict = judge.judge(readings, () => ({ ...silent, ...witnesses }), 0);
  for (let n = 0; n < 720; n++) verdict = judge.judge(readings, () => ({ ...silent, ...witnesses }), 5);
  const drifting = [...verdict.sensors].flatMap(([id, { verdict: code }]) =>
    code === lightVerdicts.drifts ? [id] : [],
  );
  return { used: verdict.used?.id, isDoubted: verdict.isDoubted, drifting };
}

test('sensors that agree are believed, the preferred one is used', () => {
  expect(verdictOn([800, 820])).toEqual({ used: 1, isDoubted: false, drifting: [] });
  expect(verdictOn([800])).toEqual({ used: 1, isDoubted: false, drifting: [] });
  expect(verdictOn([])).toEqual({ used: undefined, isDoubted: false, drifting: [] });
});

describe('of two that disagree', () => {
  test('the light on the horizontal tells which one drifts', () => {
    expect(verdictOn([704, 800], { fromHorizontal: 805 })).toMatchObject({ used: 2, drifting: [1] });
    expect(verdictOn([800, 704], { fromHorizontal: 805 })).toMatchObject({ used: 1, drifting: [2] });
    expect(verdictOn([800, 896], { fromHorizontal: 790 })).toMatchObject({ used: 1, drifting: [2] });
  });

  test('the one with less light than the power takes is wrong', () => {
    expect(verdictOn([704, 800], { leastForPower: 760 })).toMatchObject({ used: 2, drifting: [1] });
  });

  test('the one with more light than a clear sky has is wrong', () => {
    expect(verdictOn([900, 800], { clearSky: 810 })).toMatchObject({ used: 2, drifting: [1] });
  });

  test('without a witness, or with one between them, the light is doubted and the reference stays', () => {
    const doubted = { used: 1, isDoubted: true, drifting: [] };
    expect(verdictOn([704, 800])).toEqual(doubted);
    expect(verdictOn([704, 800], { fromHorizontal: 750 })).toEqual(doubted);
    expect(verdictOn([704, 800], { fromHorizontal: 1000, clearSky: 1000, leastForPower: 600 })).toEqual(
      doubted,
    );
  });
});

test('of three or more, those far from the median drift; without a majority all are doubted', () => {
  expect(verdictOn([704, 800, 810])).toMatchObject({ used: 2, isDoubted: false, drifting: [1] });
  expect(verdictOn([600, 700, 800, 900])).toMatchObject({ used: 1, isDoubted: true, drifting: [] });
});

test('a verdict stays in the dark, and when only the sensor that drifts is left, its light is doubted', () => {
  const judge = new LightJudge();
  const witnesses = () => ({ ...silent, fromHorizontal: 800 });
  for (let n = 0; n < 3; n++)
    judge.judge(
      [
        { id: 1, value: 704 },
        { id: 2, value: 800 },
      ],
      witnesses,
      300,
    );
  const night = judge.judge(
    [
      { id: 1, value: 1 },
      { id: 2, value: 0 },
    ],
    () => ({ ...silent, fromHorizontal: 0 }),
    36_000,
  );
  expect(night).toMatchObject({ used: { id: 2 }, isDoubted: false });
  expect(night.sensors.get(1)).toEqual({ verdict: lightVerdicts.drifts, deviation: null });
  const alone = judge.judge([{ id: 1, value: 704 }], witnesses, 5);
  expect(alone).toMatchObject({ used: { id: 1 }, isDoubted: true });
});
