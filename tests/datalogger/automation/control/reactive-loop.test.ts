import { describe, expect, test } from 'vitest';
import type { ReactiveLaw } from '../../../../src/datalogger/automation/control/reactive-law';
import { ReactiveLoop } from '../../../../src/datalogger/automation/control/reactive-loop';

const baseKw = 1000;
const voltageLaw = {
  kind: 'voltage',
  lockIn: 20,
  lockOut: 5,
  bandPercent: 5,
  curve: [
    { x: 0.9, y: 100 },
    { x: 0.92, y: 0 },
    { x: 1.08, y: 0 },
    { x: 1.1, y: -100 },
  ],
} as const satisfies ReactiveLaw;
const powerLaw = {
  kind: 'power',
  curve: [
    { x: 0.2, y: 1 },
    { x: 0.5, y: 1 },
    { x: 1, y: 0.95 },
  ],
} as const satisfies ReactiveLaw;

/** Inverters of 1,000 kW together, a transformer and a consumer that takes reactive power; orders every 10 s at most, followed after `deadS`. */
function plantOf(deadS: number) {
  const loop = new ReactiveLoop();
  let [nowS, writtenS, ordered, wanted, followed] = [
    0,
    -100,
    null as number | null,
    null as number | null,
    0,
  ];
  /** What the inverters were ordered, and follow where nothing is stuck. */
  let reached = 0;
  const coming: { readonly atS: number; readonly percent: number }[] = [];
  const plant = {
    kw: 800,
    voltage: 1,
    consumedKvar: 60,
    hasMeter: true,
    isStuck: false,
    writes: 0,
    get ordered(): number {
      return ordered ?? 0;
    },
    /** kvar at the point of delivery: the transformer takes 4 % of the base at full power. */
    get kvar(): number {
      return 10 * followed - plant.consumedKvar - 40 * (plant.kw / baseKw) ** 2;
    },
    get factor(): number {
      return (plant.kw / Math.hypot(plant.kw, plant.kvar)) * Math.sign(plant.kvar);
    },
    get made(): number {
      return followed;
    },
    pass(seconds: number, law: ReactiveLaw | null): void {
      for (const end = nowS + seconds; nowS < end; ) {
        nowS++;
        while (coming[0] && coming[0].atS <= nowS) reached = coming.shift()?.percent ?? 0;
        if (!plant.isStuck) followed = reached;
        const { kw, voltage, kvar } = plant;
        const meter = plant.hasMeter ? { kw, voltage, kvar, sampledMs: nowS * 1000 } : null;
        const percent = loop.step(
          law,
          baseKw,
          {
            nowMs: nowS * 1000,
            meter,
            madeKw: kw,
            madeKvar: 10 * followed,
            ratedKw: 1000,
            isSettled: coming.length === 0 && wanted === ordered,
            writtenMs: writtenS * 1000,
          },
          deadS * 1000,
        );
        wanted = percent;
        if (percent === ordered || percent === null || nowS - writtenS < 10) continue;
        [ordered, writtenS] = [percent, nowS];
        plant.writes++;
        coming.push({ atS: nowS + Math.ceil(deadS), percent });
      }
    },
  };
  return plant;
}

describe.each([0.2, 3, 8])('with a dead time of %d s', deadS => {
  test.each([-0.95, -0.9, 0.95, 0.98])('the power factor %d is kept at the meter within 0.01', value => {
    const plant = plantOf(deadS);
    plant.pass(60, { kind: 'factor', value });
    expect(Math.abs(plant.factor - value)).toBeLessThan(0.01);
    plant.kw = 300;
    plant.consumedKvar = 20;
    plant.pass(60, { kind: 'factor', value });
    expect(Math.abs(plant.factor - value)).toBeLessThan(0.01);
    const { writes } = plant;
    plant.pass(600, { kind: 'factor', value });
    expect(plant.writes).toBe(writes);
  });

  test.each([-30, -5, 0, 20])('a reactive power of %d % is there at the meter within 1 %', percent => {
    const plant = plantOf(deadS);
    plant.pass(60, { kind: 'share', percent });
    expect(Math.abs(plant.kvar / 10 - percent)).toBeLessThan(1);
  });
});

test('Q(V) acts outside its bounds and from its lock-in on, and stays within its dead band', () => {
  const plant = plantOf(1);
  plant.voltage = 1.09;
  plant.pass(60, voltageLaw);
  expect(plant.kvar).toBeCloseTo(-242, -1);
  plant.kw = 30;
  plant.pass(60, voltageLaw);
  expect(Math.abs(plant.kvar)).toBeLessThan(10);
  plant.kw = 150;
  plant.pass(60, voltageLaw);
  expect(Math.abs(plant.kvar)).toBeLessThan(10);
  plant.kw = 250;
  plant.voltage = 0.91;
  plant.pass(60, voltageLaw);
  expect(plant.kvar).toBeCloseTo(242, -1);
});

test('cosφ(P) is inductive by its curve', () => {
  const plant = plantOf(1);
  plant.kw = 750;
  plant.pass(90, powerLaw);
  expect(plant.factor).toBeCloseTo(-0.975, 2);
  plant.kw = 400;
  plant.pass(90, powerLaw);
  expect(Math.abs(plant.kvar)).toBeLessThan(6);
});

test('an order that the inverters do not follow grows no further than they can give, and is soon right when they do', () => {
  const plant = plantOf(1);
  plant.isStuck = true;
  plant.pass(1800, { kind: 'share', percent: 20 });
  expect(plant.ordered).toBeLessThanOrEqual(48.4);
  plant.isStuck = false;
  plant.pass(60, { kind: 'share', percent: 20 });
  expect(Math.abs(plant.kvar / 10 - 20)).toBeLessThan(1);
  expect(plant.ordered).toBeLessThan(35);
});

test('the first order makes up for the consumption, and is not passed', () => {
  const plant = plantOf(3);
  let least = 0;
  for (let second = 0; second < 60; second++) {
    plant.pass(1, { kind: 'share', percent: -10 });
    least = Math.min(least, plant.kvar / 10);
  }
  expect(least).toBeGreaterThan(-11);
});

test('without the meter the inverters follow the law by themselves', () => {
  const plant = plantOf(1);
  plant.hasMeter = false;
  plant.pass(60, { kind: 'factor', value: -0.9 });
  expect(10 * plant.made).toBeCloseTo(-800 * Math.tan(Math.acos(0.9)), 0);
});
