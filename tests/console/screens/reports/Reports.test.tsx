import { fireEvent, getByRole, getByText, queryByRole } from '@testing-library/dom';
import { afterEach, expect, test } from 'vitest';
import { Screen } from '../../../../src/console/screens/reports/Reports';
import { type ConsolePage, openConsole } from '../../../support/console-page';
import { eventually } from '../../../support/eventually';

let page: ConsolePage | undefined;

afterEach(async () => {
  history.replaceState(null, '', '/');
  await page?.close();
  page = undefined;
});

async function openReport(period: string): Promise<HTMLElement> {
  page = await openConsole('normal', ['shell', 'devices', 'table', 'alarms', 'statistics', 'reports'], {
    size: 'small',
    at: '2026-06-10T13:42:10+02:00',
    historyDays: 14,
  });
  history.replaceState(null, '', `/?periodo=${period}`);
  const screen = page.show(<Screen />);
  await eventually(() => getByRole(screen, 'article'));
  return screen;
}

const plain = (text: string | null | undefined) => (text ?? '').replaceAll('\u00a0', ' ').trim();
const titlesOf = (screen: HTMLElement) =>
  [...screen.querySelectorAll('.a4 h3')].map(({ textContent }) => textContent);

test.each([
  ['2026-06-09', 'Report giornaliero, 9 giugno 2026', 'Report giornaliero', 'Potenza e irraggiamento'],
  ['2026-05', 'Report mensile, maggio 2026', 'Report mensile', 'Energia per giorno'],
  ['2026', 'Report annuale 2026', 'Report annuale', 'Energia per mese'],
])(
  'the report of %s has its title, its chart, its tables and the title block',
  async (period, title, kind, chart) => {
    const screen = await openReport(period);
    expect(getByRole(screen, 'heading', { level: 1 }).textContent).toBe(title);
    expect(getByRole(screen, 'heading', { level: 2, name: kind })).toBeTruthy();
    expect(titlesOf(screen)[0]).toBe(chart);
    expect(titlesOf(screen)).toEqual(expect.arrayContaining(['Indicatori', 'Inverter', 'Contatori']));
    const block = () => plain(screen.querySelector('.a4 > footer')?.textContent);
    await eventually(() =>
      expect(block()).toMatch(
        /^ImpiantoFV Cascina BassaPotenza[\d,]+ kWpPeriodo.*Dati presenti[\d,]+ %Creato10\/06\/2026 13:42$/,
      ),
    );
    expect(screen.textContent).not.toMatch(/NaN|undefined|null|\[object|Infinity/);
  },
);

test('of a day the paper has the curve, the file the quarters; a year says how it went over the years', async () => {
  const day = await openReport('2026-06-09');
  expect(getByRole(day, 'button', { name: 'Scarica CSV: Tabella' })).toBeTruthy();
  expect(queryByRole(day, 'region', { name: 'Tabella' })).toBeNull();
  await page?.close();
  const year = await openReport('2026');
  expect(titlesOf(year)).toContain('Andamento negli anni');
});

test('what is not wanted on the paper is left out', async () => {
  const screen = await openReport('2026-05');
  const box = getByRole(screen, 'checkbox', { name: 'Contatori' });
  fireEvent.click(box);
  await eventually(() => expect(titlesOf(screen)).not.toContain('Contatori'));
  fireEvent.click(getByRole(screen, 'checkbox', { name: 'Contatori' }));
  await eventually(() => expect(titlesOf(screen)).toContain('Contatori'));
});

test('the last periods are one click away', async () => {
  const screen = await openReport('2026-05');
  expect(getByText(screen, 'Maggio 2026', { selector: 'a' }).getAttribute('aria-current')).toBe('true');
  fireEvent.click(getByText(screen, 'Giugno 2026', { selector: 'a' }));
  await eventually(() =>
    expect(getByRole(screen, 'heading', { level: 1 }).textContent).toBe('Report mensile, giugno 2026'),
  );
});
