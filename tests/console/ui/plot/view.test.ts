import { expect, test } from 'vitest';
import { pinched, placeOf, shareOf, within, zoomed } from '../../../../src/console/ui/plot/view';

const whole = { from: 100, to: 200 };

test('a part stays within the whole, keeps its width where it can, and is never smaller than the least', () => {
  expect(within({ from: 90, to: 130 }, whole, 5)).toEqual({ from: 100, to: 140 });
  expect(within({ from: 180, to: 240 }, whole, 5)).toEqual({ from: 140, to: 200 });
  expect(within({ from: 0, to: 900 }, whole, 5)).toEqual(whole);
  expect(within({ from: 150, to: 151 }, whole, 10)).toEqual({ from: 145.5, to: 155.5 });
});

test('a zoom leaves the place under the pointer where it is', () => {
  const view = zoomed(whole, 120, 0.5);
  expect(view).toEqual({ from: 110, to: 160 });
  expect(shareOf(view, 120)).toBe(shareOf(whole, 120));
});

test('two fingers keep the places that they hold', () => {
  const held = [120, 160] as const;
  const view = pinched(held, [0.1, 0.9]);
  expect(view && [placeOf(view, 0.1), placeOf(view, 0.9)]).toEqual([120, 160]);
  expect(pinched(held, [0.5, 0.505])).toBeNull();
  expect(pinched(held, [0.9, 0.1])).toBeNull();
});
