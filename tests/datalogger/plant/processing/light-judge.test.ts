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

describe('D4: light that no other sensor contradicts', () => {
  test('of one sensor drifts where it is less than the power takes, or more than a clear sky has', () => {
    const refuted = { used: 1, isDoubted: true, drifting: [1] };
    expect(verdictOn([704], { leastForPower: 760 })).toEqual(refuted);
    expect(verdictOn([900], { clearSky: 800 })).toEqual(refuted);
    expect(verdictOn([704], { leastForPower: 720, clearSky: 800, fromHorizontal: 740 })).toEqual({
      used: 1,
      isDoubted: false,
      drifting: [],
    });
  });

  test('of two that agree is no better', () => {
    expect(verdictOn([704, 710], { leastForPower: 790 })).toEqual({
      used: 1,
      isDoubted: true,
      drifting: [1, 2],
    });
  });

  test('in another unit, as kW/m², is doubted where the power needs more, and not used where another sensor is right', () => {
    const witnesses = { leastForPower: 600, clearSky: 900 };
    expect(verdictOn([0.8], witnesses)).toEqual({ used: 1, isDoubted: true, drifting: [1] });
    expect(verdictOn([0.8, 790], witnesses)).toEqual({ used: 2, isDoubted: false, drifting: [1] });
    expect(verdictOn([0.8, 0.8], { ...witnesses, fromHorizontal: 780 }).isDoubted).toBe(true);
  });

  test('is not refuted by light on the horizontal in another unit', () => {
    const witnesses = { leastForPower: 600, fromHorizontal: 0.8 };
    const judge = new LightJudge();
    let verdict = judge.judge([{ id: 1, value: 790 }], () => ({ ...silent, ...witnesses }), 0);
    for (let n = 0; n < 300; n++)
      verdict = judge.judge([{ id: 1, value: 790 }], () => ({ ...silent, ...witnesses }), 60);
    expect(verdict.isDoubted).toBe(false);
  });

  test('is doubted after two hours against the light on the horizontal, and believed again once they agree', () => {
    const judge = new LightJudge();
    const readings = [{ id: 1, value: 704 }];
    const judged = (seconds: number, fromHorizontal: number) => {
      let verdict = judge.judge(readings, () => ({ ...silent, fromHorizontal }), 60);
      for (let s = 60; s < seconds; s += 60)
        verdict = judge.judge(readings, () => ({ ...silent, fromHorizontal }), 60);
      return verdict;
    };
    expect(judged(3600, 800).isDoubted).toBe(false);
    const drifting = judged(7200, 800);
    expect(drifting.isDoubted).toBe(true);
    expect(drifting.sensors.get(1)?.deviation).toBeCloseTo(-12, 0);
    expect(judged(5 * 3600, 705).isDoubted).toBe(false);
  });

  test('of a cloud edge or a dark morning is not doubted', () => {
    const judge = new LightJudge();
    for (let n = 0; n < 1000; n++) {
      const value = n % 10 < 3 ? 1000 : 500;
      const reading = [{ id: 1, value }];
      const verdict = judge.judge(reading, () => ({ ...silent, clearSky: 800, leastForPower: 480 }), 30);
      expect(verdict.isDoubted).toBe(false);
    }
    const dark = [{ id: 1, value: 150 }];
    expect(judge.judge(dark, () => ({ ...silent, leastForPower: 400 }), 7200).isDoubted).toBe(false);
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
