import { fireEvent } from '@testing-library/dom';
import { useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { DayField } from '../../../src/console/reporting/DayField';
import { eventually } from '../../support/eventually';
import { speakItalian } from '../../support/words';

let place: HTMLElement;
let root: Root;

beforeAll(() => speakItalian(['statistics']));
beforeEach(() => {
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
});
afterEach(() => {
  root.unmount();
  place.remove();
});

const chosen: string[] = [];

function Days({ min, max }: { readonly min: string; readonly max: string }) {
  const [value, setValue] = useState(min);
  const choose = (day: string) => {
    chosen.push(day);
    setValue(day);
  };
  return (
    <>
      <DayField label="Dal" {...{ value, min, max }} onChoose={choose} />
      <button type="button" onClick={() => choose('2026-06-05')} />
    </>
  );
}

const field = () => place.querySelector('input');
const said = () => place.querySelector('[role="status"]')?.textContent ?? '';

function type(value: string) {
  const input = field();
  if (!input) throw new Error('there is no field');
  fireEvent.input(input, { target: { value } });
}

test('keeps a day that cannot be taken and names those that can, until one is taken', async () => {
  root.render(<Days min="2026-06-01" max="2026-06-10" />);
  await eventually(() => expect(field()?.value).toBe('2026-06-01'));
  for (const wrong of ['2026-06-11', '0002-06-01', '']) {
    type(wrong);
    await eventually(() => expect(said()).toBe('Dal 01/06/2026 al 10/06/2026'));
    expect([field()?.value, field()?.getAttribute('aria-invalid')]).toEqual([wrong, 'true']);
  }
  expect(chosen).toEqual([]);
  type('2026-06-10');
  await eventually(() => expect(said()).toBe(''));
  expect(chosen).toEqual(['2026-06-10']);
  // A choice made elsewhere takes the place of what was typed.
  type('2026-07-01');
  await eventually(() => expect(said()).not.toBe(''));
  place.querySelector('button')?.click();
  await eventually(() => expect(field()?.value).toBe('2026-06-05'));
  expect(said()).toBe('');
});
