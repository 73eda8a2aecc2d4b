import { fireEvent, getByRole, getByText, queryByText } from '@testing-library/dom';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeAll, expect, test } from 'vitest';
import type { PlotModel, Series } from '../../../../src/console/ui/plot/model';
import { Plot } from '../../../../src/console/ui/plot/Plot';
import { plotCsv } from '../../../../src/console/ui/plot/save';
import { timeAxis } from '../../../../src/console/ui/plot/time-axis';
import { eventually } from '../../../support/eventually';
import { epoch, quarters } from '../../../support/example-report';
import { speakItalian } from '../../../support/words';

beforeAll(() => speakItalian(['devices', 'table']));

const roots: { unmount(): void }[] = [];
afterEach(() => {
  for (const root of roots.splice(0)) root.unmount();
  document.body.replaceChildren();
});

const [from, to] = [epoch('2026-06-10T00:00:00+02:00'), epoch('2026-06-11T00:00:00+02:00')];
const slots = quarters('2026-06-10T00:00:00+02:00', '2026-06-11T00:00:00+02:00').map(start => ({
  from: start,
  to: start + 900,
}));

const power = (values: Series['values']): Series => ({
  key: 'power',
  label: 'Potenza',
  unit: 'kW',
  decimals: 1,
  look: 'measured',
  shape: 'area',
  values,
});
const expected: Series = {
  key: 'expected',
  label: 'Attesa',
  unit: 'kW',
  decimals: 1,
  look: 'expected',
  shape: 'line',
  values: slots.map(() => 900),
};

/** Every quarter has its number as its value; the fifth has none. */
const values = slots.map((_, row) => (row === 4 ? null : row));
const model: PlotModel = {
  slots,
  series: [power(values), expected],
  axis: timeAxis(slots, 'Europe/Rome'),
  from,
  to,
  marks: [{ at: from + 1000, label: 'Orologio corretto di +3 s' }],
};

async function show(first: PlotModel) {
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  roots.push(root);
  const draw = (next: PlotModel) =>
    root.render(<Plot model={next} heading={<h2>Prova</h2>} summary="In breve." fileName="prova" />);
  draw(first);
  const chart = await eventually(() => getByRole(place, 'application', { name: /^In breve\. Frecce/ }));
  await eventually(() => expect(lines(place)).toHaveLength(2));
  const press = (key: string) => fireEvent.keyDown(chart, { key });
  return { place, chart, draw, press };
}

const lines = (place: HTMLElement) => [...place.querySelectorAll('.plot .line')];
const plain = (element: Element) => (element.textContent ?? '').replaceAll('\u00a0', ' ');
const says = (place: HTMLElement, text: string) =>
  eventually(() => expect(plain(getByRole(place, 'status'))).toContain(text));

test('arrows, pages, Home and End move the cursor, and what stands there is said; a gap is a dash', async () => {
  const { place, press } = await show(model);
  press('ArrowRight');
  await says(place, '00:00. Potenza 0,0 kW. Attesa 900,0 kW');
  press('ArrowRight');
  await says(place, '00:15. Potenza 1,0 kW. Attesa 900,0 kW. Orologio corretto di +3 s');
  press('PageDown');
  await says(place, '02:45. Potenza 11,0 kW');
  press('End');
  await says(place, '23:45. Potenza 95,0 kW');
  press('ArrowRight');
  press('ArrowLeft');
  await says(place, '23:30. Potenza 94,0 kW');
  press('Home');
  for (let step = 0; step < 4; step += 1) press('ArrowRight');
  await says(place, '01:00. Potenza —.');
  press('Escape');
  await eventually(() => expect(plain(getByRole(place, 'status'))).toBe(''));
});

test('what is the same all day is drawn over the whole axis, also after the last slot; a value that changes is not', async () => {
  const half = { ...model, slots: slots.slice(0, 48) };
  const { place } = await show({ ...half, series: [power(values), { ...expected, isConstant: true }] });
  const [varying, constant] = lines(place).map(each => each.getAttribute('d') ?? '');
  expect(constant).toMatch(/^M0 [\d.]+H640$/);
  expect(varying).toMatch(/320 [\d.]+$/);
});

test('a mark is said by keyboard at its slot alone, shown beside a finger, and printed below the chart', async () => {
  const long = { at: to - 300, label: 'Ventola sostituita (Rossi)' };
  const { place, chart, press } = await show({
    ...model,
    slots: slots.slice(0, -1),
    marks: [...(model.marks ?? []), long],
  });
  // What was written after the last slot began is shown there.
  press('End');
  await says(place, 'Ventola sostituita (Rossi)');
  press('ArrowLeft');
  await eventually(() => expect(plain(getByRole(place, 'status'))).not.toContain('Ventola'));
  const width = chart.getBoundingClientRect().width || 1;
  const at = (share: number) => ({ clientX: share * width, clientY: 5, pointerType: 'mouse', bubbles: true });
  fireEvent.pointerMove(chart, at(0.02));
  await eventually(() => expect(place.querySelector('.tip')?.textContent).toContain('Orologio corretto'));
  expect([...place.querySelectorAll('.onpaper')].map(plain)).toEqual([
    '00:15: Orologio corretto di +3 s',
    '23:30: Ventola sostituita (Rossi)',
  ]);
});

test('plus and minus zoom around the cursor, which draws the view with it; Esc shows everything again', async () => {
  const { place, press } = await show(model);
  press('Home');
  await says(place, '00:00');
  press('+');
  await eventually(() => getByRole(place, 'button', { name: 'Intero periodo' }));
  press('End');
  await says(place, '23:45');
  const ticks = () => [...place.querySelectorAll('.plot .x')].map(plain);
  await eventually(() => expect(ticks()).toContain('22:00'));
  expect(ticks()).not.toContain('06:00');
  press('Escape');
  await eventually(() => expect(ticks()).toContain('06:00'));
  // The cursor stays; only the next Esc takes it away, and only one after that is for the page.
  await says(place, '23:45');
});

test('new values leave cursor and zoom where they are, and touch only the lines that changed', async () => {
  const { place, press, draw } = await show(model);
  press('Home');
  press('ArrowRight');
  await says(place, '00:15');
  press('+');
  await eventually(() => getByRole(place, 'button', { name: 'Intero periodo' }));
  const touched: Node[] = [];
  const observer = new MutationObserver(records => touched.push(...records.map(({ target }) => target)));
  observer.observe(place, { attributes: true, subtree: true, attributeFilter: ['d'] });
  const [measured, other] = lines(place);
  draw({ ...model, series: [power(slots.map(() => 7)), { ...expected, values: [...expected.values] }] });
  await says(place, '00:15. Potenza 7,0 kW');
  getByRole(place, 'button', { name: 'Intero periodo' });
  await eventually(() => expect(touched).toContain(measured));
  expect(touched).not.toContain(other);
  expect(lines(place)[1]).toBe(other);
  observer.disconnect();
});

test('a series of the legend is hidden and shown again; the axis is that of what is shown', async () => {
  const { place, press } = await show(model);
  const highest = () => plain([...place.querySelectorAll('.plot .y')].at(-1) ?? place);
  expect(highest()).toBe('1.000');
  const entry = getByRole(place, 'button', { name: 'Attesa' });
  fireEvent.click(entry);
  await eventually(() => expect(lines(place)).toHaveLength(1));
  expect(entry.getAttribute('aria-pressed')).toBe('false');
  expect(highest()).toBe('100');
  press('Home');
  await says(place, '00:00. Potenza 0,0 kW');
  expect(plain(getByRole(place, 'status'))).not.toContain('Attesa');
  fireEvent.click(entry);
  await eventually(() => expect(highest()).toBe('1.000'));
});

test('the values are a table on request, of what is shown', async () => {
  const { place } = await show(model);
  fireEvent.click(getByRole(place, 'button', { name: 'Opzioni del grafico' }));
  fireEvent.click(await eventually(() => getByText(place, 'Tabella dei valori')));
  const table = await eventually(() => getByRole(place, 'region', { name: 'Tabella dei valori' }));
  expect(table.querySelectorAll('tbody tr')).toHaveLength(96);
  expect(plain(table.querySelectorAll('tbody tr')[4] ?? table)).toBe('01:00—900,0');
  expect(queryByText(place, 'Salva CSV')).toBeNull();
});

test('a file has all series, the time of the plant with its offset in the head, empty cells for gaps, and notes', () => {
  // Only now are there words for the head.
  const axis = timeAxis(slots, 'Europe/Rome');
  const [head, first, second, , , fifth] = plotCsv({ ...model, axis }).split('\r\n');
  expect(head).toBe('\ufeffOra [UTC+02:00];Potenza [kW];Attesa [kW];Note');
  expect(first).toBe('2026-06-10 00:00:00;0,0;900,0;');
  expect(second).toBe('2026-06-10 00:15:00;1,0;900,0;Orologio corretto di +3 s');
  expect(fifth).toBe('2026-06-10 01:00:00;;900,0;');
});
