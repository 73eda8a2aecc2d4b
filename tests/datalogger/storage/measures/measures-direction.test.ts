import { expect, test } from 'vitest';
import { sensorKinds } from '../../../../src/contract/codes';
import { combine, emptyFrame } from '../../../../src/datalogger/storage/measures/frame';
import { fieldIndex, fieldsOf } from '../../../../src/datalogger/storage/measures/kept';

const [value, kind] = [fieldIndex('sensori', 'v'), fieldIndex('sensori', 'tipo')];
const scale = fieldsOf('sensori')[value]?.scale ?? 1;
const kindScale = fieldsOf('sensori')[kind]?.scale ?? 1;

/** A slot of one sensor: its reading and for how many seconds it was measured. */
function slot(name: string, reading: number, seconds: number) {
  const frame = emptyFrame('sensori', 0, [3]);
  frame.values[0] = seconds;
  frame.values[value] = frame.values[value + 1] = reading * scale;
  frame.values[kind] = sensorKinds.findIndex(([known]) => known === name) * kindScale;
  return frame;
}

/** Mean and maximum of several slots. */
function together(name: string, slots: readonly (readonly [reading: number, seconds: number])[]) {
  const { values } = combine(
    'sensori',
    0,
    slots.map(([reading, seconds]) => slot(name, reading, seconds)),
  );
  return [value, value + 1].map(at => (values[at] ?? Number.NaN) / scale);
}

test('between 350° and 10° the wind comes from the north', () => {
  const [mean, highest] = together('wd', [
    [350, 60],
    [10, 60],
  ]);
  expect(Math.min(mean ?? 180, 360 - (mean ?? 180))).toBeCloseTo(0, 6);
  expect(highest).toBe(mean);
});

test('longer measured is heavier, and what was not measured has no weight', () => {
  // atan2(3 sin 0° + 1 sin 90°, 3 cos 0° + 1 cos 90°) = atan2(1, 3) = 18.435°
  expect(
    together('wd', [
      [0, 180],
      [90, 60],
      [200, 0],
    ])[0],
  ).toBeCloseTo(18.435, 3);
});

test('winds that cancel each other have no direction', () => {
  expect(
    together('wd', [
      [90, 60],
      [270, 60],
    ]),
  ).toEqual([Number.NaN, Number.NaN]);
});

test('any other sensor has the usual mean and its maximum', () => {
  expect(
    together('ws', [
      [2, 60],
      [5, 120],
    ]),
  ).toEqual([4, 5]);
});
