import { expect, test } from 'vitest';
import { doublePoint, protectionFunctionCodes, spiStates } from '../../../../../src/contract/codes';
import { Controller } from '../../../../../src/datalogger/sources/simulator/physics/controller';
import { emptyGrid, sequences } from '../../../../../src/datalogger/sources/simulator/physics/grid';
import { doesTrip, Protection } from '../../../../../src/datalogger/sources/simulator/physics/protection';
import {
  Regulation,
  settingsOfPlan,
} from '../../../../../src/datalogger/sources/simulator/physics/regulation';

const stepS = 0.05;

function gridWith(change: { voltage?: number; frequency?: number }) {
  const { voltage = 1, frequency = 50 } = change;
  return { ...emptyGrid(), ab: voltage, bc: voltage, ca: voltage, frequency };
}

/** Seconds until the switch opens on a grid that stays so; null when it does not within 20 s. */
function openingTime(change: { voltage?: number; frequency?: number }): number | null {
  const protection = new Protection('mediumVoltage', 0);
  for (let n = 1; n <= 20 / stepS; n++) {
    protection.step(gridWith(change), stepS, false);
    if (protection.ddi === doublePoint.open) return n * stepS;
  }
  return null;
}

// CEI 0-16: the function's time, then at most 70 ms until the switch is open. Two steps of tolerance.
test.each([
  ['59.S2', { voltage: 1.21 }, 0.67],
  ['27.S1', { voltage: 0.84 }, 1.57],
  ['27.S2', { voltage: 0.1 }, 0.27],
  ['81>.S2', { frequency: 51.6 }, 1.07],
  ['81<.S2', { frequency: 47.4 }, 4.07],
])('%s opens the switch in time', (_code, change, seconds) => {
  const time = openingTime(change);
  expect(time).not.toBeNull();
  expect(Math.abs((time ?? 0) - seconds)).toBeLessThanOrEqual(2 * stepS);
});

test.each([
  ['a voltage within limits', { voltage: 1.09 }],
  ['a frequency within the permissive window', { frequency: 49.5 }],
])('%s opens nothing', (_what, change) => {
  expect(openingTime(change)).toBeNull();
});

test('without voltage the frequency functions are inhibited and undervoltage trips', () => {
  const protection = new Protection('mediumVoltage', 0);
  protection.step(gridWith({ voltage: 0, frequency: 0 }), stepS, false);
  const codes = protectionFunctionCodes.filter((_, bit) => protection.started & (1 << bit));
  expect(codes).toEqual(['27.S1', '27.S2']);
});

test('a mean of ten minutes above 110 % trips, a minute of it does not', () => {
  const protection = new Protection('mediumVoltage', 0);
  for (let second = 0; second < 60; second++) protection.step(gridWith({ voltage: 1.15 }), 1, false);
  expect(protection.ddi).toBe(doublePoint.closed);
  for (let second = 60; second < 603; second++) protection.step(gridWith({ voltage: 1.15 }), 1, false);
  expect(protection.ddi).toBe(doublePoint.open);
  expect(protection.trips).toBe(1);
});

test('start, trip, opening, 300 s of good grid, closing; a relapse begins the wait again', () => {
  const protection = new Protection('mediumVoltage', 3);
  const run = (seconds: number, change = {}) => {
    for (let n = 0; n < Math.round(seconds / stepS); n++) protection.step(gridWith(change), stepS, false);
    return { state: protection.state, ddi: protection.ddi, trips: protection.trips };
  };
  const { normal, starting, tripped, waiting } = spiStates;
  expect(run(1, { voltage: 0.7 })).toEqual({ state: starting, ddi: doublePoint.closed, trips: 3 });
  expect(run(1, {})).toEqual({ state: normal, ddi: doublePoint.closed, trips: 3 });
  expect(run(2, { voltage: 0.7 })).toEqual({ state: tripped, ddi: doublePoint.open, trips: 4 });
  expect(run(299, {})).toEqual({ state: waiting, ddi: doublePoint.open, trips: 4 });
  expect(run(1, { frequency: 50.3 })).toEqual({ state: tripped, ddi: doublePoint.open, trips: 4 });
  expect(run(299, {}).state).toBe(waiting);
  expect(run(1.2, {})).toEqual({ state: normal, ddi: doublePoint.closed, trips: 4 });
});

test('the restrictive window trips on a frequency that the permissive one lets pass, and names its function', () => {
  const protection = new Protection('lowVoltage', 0);
  for (let n = 0; n < 20; n++) protection.step(gridWith({ frequency: 50.4 }), stepS, false);
  expect(protection.ddi).toBe(doublePoint.closed);
  for (let n = 0; n < 20; n++) protection.step(gridWith({ frequency: 50.4 }), stepS, false, true);
  expect(protection.ddi).toBe(doublePoint.open);
  expect(protectionFunctionCodes[protection.tripped - 1]).toBe('81>.S1');
});

test('it tells how long a timer or the return window still has', () => {
  const protection = new Protection('mediumVoltage', 0);
  expect(protection.leftS).toBe(0);
  for (let n = 0; n < 10; n++) protection.step(gridWith({ voltage: 0.7 }), stepS, false);
  expect(protection.leftS).toBeCloseTo(1);
  for (let n = 0; n < 40; n++) protection.step(gridWith({ voltage: 0.7 }), stepS, false);
  expect(protection.leftS).toBe(0);
  for (let n = 0; n < 20; n++) protection.step(gridWith({}), stepS, false);
  expect(protection.leftS).toBeCloseTo(299);
});

test('the coarse rule says of an event what the relay does', () => {
  const event = (seconds: number, percent: number) => ({
    fault: { kind: 'grid-dip', percent } as const,
    from: 0,
    to: seconds,
  });
  expect(doesTrip(event(1.4, 70), 'mediumVoltage')).toBe(false);
  expect(doesTrip(event(1.6, 70), 'mediumVoltage')).toBe(true);
  expect(doesTrip(event(0.3, 10), 'mediumVoltage')).toBe(true);
});

test('the controller refuses set-points closer than 3 s and ramps to the accepted one within 10 s', () => {
  const controller = new Controller(new Regulation(settingsOfPlan({ ratedKw: 1000 })));
  expect(controller.request(60, 100)).toBe(true);
  expect(controller.request(40, 102)).toBe(false);
  for (let second = 0; second < 3; second++) controller.step(1, true);
  expect(controller.limitPercent).toBe(70);
  for (let second = 0; second < 7; second++) controller.step(1, true);
  expect(controller.limitPercent).toBe(60);
  expect(controller.request(100, 103)).toBe(true);
});

/** Lets a protection of medium voltage see a grid for some seconds. */
function watched(change: Parameters<typeof gridWith>[0] & Partial<ReturnType<typeof emptyGrid>>, forS = 1) {
  const protection = new Protection('mediumVoltage', 0);
  const { voltage: _, ...lines } = { ...gridWith(change), ...change };
  for (let n = 0; n < forS / stepS; n++) protection.step(lines, stepS, false, true);
  return protection;
}

test('medium voltage: the restrictive window is opened by voltage unlocking alone, and then trips at 50.2 and 49.8 Hz', () => {
  for (const frequency of [50.4, 49.6]) {
    expect(watched({ frequency })).toMatchObject({ isNarrow: false, ddi: doublePoint.closed });
    expect(watched({ frequency, residual: 0.06 })).toMatchObject({ ddi: doublePoint.open });
    expect(watched({ frequency, ab: 0.6 })).toMatchObject({ ddi: doublePoint.open });
    expect(watched({ frequency, voltage: 0.65 })).toMatchObject({ ddi: doublePoint.open });
  }
  expect(watched({ residual: 0.06 })).toMatchObject({
    isNarrow: true,
    started: 1 << 6,
    ddi: doublePoint.closed,
  });
});

test('low voltage: the restrictive window follows the local command and the external signal', () => {
  const protection = new Protection('lowVoltage', 0);
  for (let n = 0; n < 40; n++) protection.step(gridWith({ frequency: 50.4 }), stepS, false, false);
  expect(protection).toMatchObject({ isNarrow: false, ddi: doublePoint.closed });
  for (let n = 0; n < 40; n++) protection.step(gridWith({ frequency: 50.4 }), stepS, false, true);
  expect(protection.ddi).toBe(doublePoint.open);
});

test('sequences of unequal line voltages', () => {
  expect(sequences({ ab: 1, bc: 1, ca: 1 })).toEqual({
    positive: expect.closeTo(1),
    negative: expect.closeTo(0),
  });
  // Two of three conductors at one potential: both sequences are equal.
  const { positive, negative } = sequences({ ab: 0, bc: 1, ca: 1 });
  expect(positive).toBeCloseTo(negative, 5);
});

test('a switch that does not open lets the backup trip open that of the generators after its time', () => {
  const protection = new Protection('mediumVoltage', 0);
  protection.isStuck = true;
  protection.backupS = 0.3;
  const wait = (seconds: number) => {
    for (let n = 0; n < Math.round(seconds / stepS); n++)
      protection.step(gridWith({ voltage: 0.1 }), stepS, false);
  };
  wait(0.3);
  expect(protection).toMatchObject({ isConnected: true, state: spiStates.tripped });
  wait(0.3);
  expect(protection).toMatchObject({ isConnected: false, ddi: doublePoint.closed, tripped: 4, trips: 1 });
  protection.isStuck = false;
  wait(stepS);
  expect(protection).toMatchObject({ isConnected: false, ddi: doublePoint.open });
});

test('D16: a mean of ten minutes above 110 % trips in steps of a tenth of a second as well', () => {
  const [fine, coarse] = [new Protection('mediumVoltage', 0), new Protection('mediumVoltage', 0)];
  const high = gridWith({ voltage: 1.12 });
  for (let second = 1; second <= 480; second++) {
    for (let tenth = 0; tenth < 10; tenth++) fine.step(high, 0.1, false);
    coarse.step(high, 1, false);
    expect(fine.meanVoltage).toBeCloseTo(1 + (0.12 * second) / 600, 6);
    expect(fine.meanVoltage).toBeCloseTo(coarse.meanVoltage, 6);
  }
  for (let tenth = 0; tenth < 600; tenth++) fine.step(high, 0.1, false);
  expect(fine.ddi).toBe(doublePoint.open);
  expect(protectionFunctionCodes[fine.tripped - 1]).toBe('59.S1');
});

test.each([
  ['lowVoltage', 0.88, true],
  ['lowVoltage', 0.84, false],
  ['mediumVoltage', 0.88, false],
  ['mediumVoltage', 0.91, true],
] as const)('D17: with %s the switch returns at %d of the voltage: %s', (norm, voltage, doesReturn) => {
  const protection = new Protection(norm, 0);
  for (let tenth = 0; tenth < 50; tenth++) protection.step(gridWith({ voltage: 0.1 }), 0.1, false);
  expect(protection.ddi).toBe(doublePoint.open);
  for (let second = 0; second < 320; second++) protection.step(gridWith({ voltage }), 1, false);
  expect(protection.ddi === doublePoint.closed).toBe(doesReturn);
});

test('D22: the restrictive window is still read in the second in which it made the switch trip', () => {
  const protection = new Protection('lowVoltage', 0);
  const fast = gridWith({ frequency: 50.8 });
  let steps = 0;
  while (protection.ddi === doublePoint.closed && steps++ < 100) protection.step(fast, 0.1, false, true);
  expect(protection.ddi).toBe(doublePoint.open);
  for (let tenth = 0; tenth < 9; tenth++) {
    protection.step(fast, 0.1, false, true);
    expect(protection.isNarrow).toBe(true);
  }
  for (let tenth = 0; tenth < 5; tenth++) protection.step(fast, 0.1, false, true);
  expect(protection.isNarrow).toBe(false);
});
