import { expect, test } from 'vitest';
import { inverterList, worstStrings } from '../../../../src/datalogger/analytics/reports/devices';
import { usualLimits } from '../../../../src/datalogger/plant/processing/limits';
import type { DeviceRows } from '../../../../src/datalogger/plant/snapshot';
import { emptyFrame } from '../../../../src/datalogger/storage/measures/frame';
import { fieldIndex, fieldsOf, type KeptGroup } from '../../../../src/datalogger/storage/measures/kept';

const day = 86_400;

/** That many devices which were measured all day, with one number each. */
function frameOf(group: KeptGroup, point: string, values: readonly number[]) {
  const frame = emptyFrame(
    group,
    0,
    values.map((_, index) => index + 1),
  );
  const width = fieldsOf(group).length;
  values.forEach((value, index) => {
    frame.values[index * width] = day;
    frame.values[index * width + fieldIndex(group, point)] = value;
  });
  return frame;
}

function rowsOf(count: number, values: DeviceRows['values'] = {}): DeviceRows {
  const each = <T>(make: (id: number) => T) => Array.from({ length: count }, (_, index) => make(index + 1));
  return {
    id: each(id => id),
    nome: each(id => `D ${id}`),
    stato: each(() => 4),
    sampled: each(() => 0),
    validS: each(() => 30),
    q: each(() => 192),
    values,
  };
}

test('the ten strings that lost most, the worst first, with what that costs; without those that lost nothing', () => {
  const lost = [0, 5, 40, ...Array.from({ length: 12 }, (_, index) => 1000 * (index + 1)), 20];
  const worst = worstStrings(rowsOf(lost.length), frameOf('stringhe', 'persa', lost), new Map([[15, 1.44]]));
  expect(worst).toHaveLength(10);
  expect(worst?.[0]).toEqual({ id: 15, nome: 'D 15', persa: 12, valore: 1.44 });
  expect(worst?.[1]?.valore).toBeNull();
  expect(worstStrings(rowsOf(2), frameOf('stringhe', 'persa', [0, 2]))).toEqual([]);
  expect(worstStrings(rowsOf(2), undefined)).toBeNull();
});

test('inverters compare as the live values did, over the whole time; one that had no peer is not compared', () => {
  const kwp = [100, 50, 100, null];
  const frame = frameOf('inverter', 'eday', [500e3, 240e3, 550e3, 9e3]);
  const [width, at] = [fieldsOf('inverter').length, fieldIndex('inverter', 'dev')];
  [5000, 4800, 5500].forEach((yielded, device) => {
    frame.values.set([yielded, 5000], device * width + at);
  });
  frame.values.fill(Number.NaN, 3 * width + at, 3 * width + at + 2);
  const list = inverterList(rowsOf(4, { kwp }), frame, day, usualLimits);
  expect(list.map(({ energia, resa, scarto }) => [energia, resa, scarto])).toEqual([
    [500, 5, 0],
    [240, 4.8, -4],
    [550, 5.5, 10],
    [9, null, null],
  ]);
});

test('an inverter of which too little was measured has its energy and is not compared', () => {
  const [one] = inverterList(
    rowsOf(1, { kwp: [100] }),
    frameOf('inverter', 'eday', [500e3]),
    4 * day,
    usualLimits,
  );
  expect(one).toMatchObject({ energia: 500, copertura: 25, scarto: null, disponibilita: null });
});
