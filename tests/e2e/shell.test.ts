import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { type RoutePath, routeOf } from '../../src/console/app/routes';
import { pathOf, setStage, signIn, stopClock } from '../support/browser';
import type { TestRole } from '../support/datalogger';

const stage = setStage();

/** The specification's menus (section 2), whole: [group or null, path]. An entry appears with its screen. */
const details: (readonly [string, RoutePath])[] = (
  [
    'inverters',
    'stringhe',
    'trackers',
    'contatori',
    'sensori',
    'digital-signals',
    'prot-interfaccia',
    'cci',
  ] as const
).map(name => ['Dettaglio impianto', `/impianto/${name}`]);
const normal: (readonly [string, RoutePath])[] = [
  ['', '/'],
  ['', '/allarmi'],
  ...details,
  ['Statistiche e report', '/stats&reports'],
  ['Statistiche e report', '/stats&reports/reports'],
];
const configuration: (readonly [string, RoutePath])[] = (
  [
    'impianto',
    'inverters',
    'box-stringhe',
    'trackers',
    'sensori',
    'digital-signals',
    'contatori',
    'protezioni-interfaccia',
    'cci',
    'pianificazioni',
    'condivisione-dati',
    'allarmi',
    'account',
    'setup-sistema',
  ] as const
).map(name => ['Configurazione impianto', `/config/${name}`]);
const technician: (readonly [string, RoutePath])[] = [
  ['', '/impianto/inverters'],
  ['', '/impianto/prot-interfaccia'],
  ['', '/impianto/cci'],
  ...(['inverters', 'protezioni-interfaccia', 'cci', 'account', 'setup-sistema'] as const).map(
    name => ['Configurazione impianto', `/config/${name}`] as const,
  ),
];
const menus: Record<TestRole, readonly (readonly [string, RoutePath])[]> = {
  normal,
  admin: [...normal, ...configuration],
  cci: technician,
};

/** The entries of the menu on the page, each with the name of its group. */
function menuOf(page: Page): Promise<string[][]> {
  return page
    .getByRole('navigation')
    .evaluate(nav =>
      [...nav.querySelectorAll('a')].map(link => [
        link.closest('.sub')?.previousElementSibling?.textContent ?? '',
        link.getAttribute('href') ?? '',
      ]),
    );
}

describe('the side menu', () => {
  test.each(Object.entries(menus))('of the %s role, entry by entry', async (role, entries) => {
    const page = await stage.open(role as TestRole, role === 'cci' ? '/impianto/inverters' : '/');
    await page.getByRole('navigation').waitFor();
    const shown = entries.filter(([, path]) => routeOf(path).load).map(each => [...each]);
    expect(shown.length).toBeGreaterThan(0);
    await expect.poll(() => menuOf(page)).toEqual(shown);
  });

  test('is static at 992 px and an overlay at 991 px, with a veil, closed by Esc', async () => {
    const page = await stage.open('admin', '/', { viewport: { width: 992, height: 800 } });
    const nav = page.locator('#nav');
    await nav.waitFor();
    await expect.poll(async () => (await nav.boundingBox())?.x).toBe(0);
    await expect.poll(async () => (await page.locator('main').boundingBox())?.x).toBeGreaterThan(200);

    await page.setViewportSize({ width: 991, height: 800 });
    await expect.poll(async () => (await page.locator('main').boundingBox())?.x).toBe(0);
    await expect.poll(() => nav.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Apri o chiudi il menu' }).click();
    await nav.waitFor({ state: 'visible' });
    await page.locator('.veil').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => nav.isVisible()).toBe(false);
    await expect.poll(() => page.locator('.veil').count()).toBe(0);
  });

  test('opens its groups in 400 ms, at once where motion is not wanted', async () => {
    const durationOf = (page: Page) =>
      page
        .locator('#nav .sub')
        .first()
        .evaluate(sub => getComputedStyle(sub).transitionDuration.split(', ')[0]);
    const page = await stage.open('admin');
    await page.locator('#nav .sub').first().waitFor({ state: 'attached' });
    await expect.poll(() => durationOf(page)).toBe('0.4s');
    const calm = await stage.open('admin', '/', { reducedMotion: 'reduce' });
    await calm.locator('#nav .sub').first().waitFor({ state: 'attached' });
    expect(['0s', '0.001s', '1e-06s', '1e-05s']).toContain(await durationOf(calm));
  });

  test('can be walked by keyboard, and the skip link leads to the screen', async () => {
    const page = await stage.open('admin');
    await page.getByRole('navigation').waitFor();
    await page.keyboard.press('Tab');
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent))
      .toBe('Vai al contenuto');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main');
    await expect.poll(() => pathOf(page)).toMatch(/^\/(#main)?$/);
  });
});

describe('the theme switch', () => {
  test('is off in the light theme, on in the dark one, and the choice stays', async () => {
    const page = await stage.open('admin');
    const theme = page.getByRole('switch', { name: 'Tema scuro' });
    await theme.waitFor();
    await expect.poll(() => theme.isChecked()).toBe(false);
    await theme.check();
    const shown = () =>
      page.evaluate(() => [document.documentElement.dataset.theme, localStorage.getItem('theme')]);
    await expect.poll(() => shown()).toEqual(['dark', 'lara-dark-blue']);
    await page.reload();
    await theme.waitFor();
    await expect.poll(() => theme.isChecked()).toBe(true);
    await theme.uncheck();
    await expect.poll(() => shown()).toEqual(['light', 'lara-light-blue']);
  });
});

describe('the footer', () => {
  const record = {
    seriale: 'MRD-1',
    data: '10/06/2026',
    ora: '13:42:10',
    stato_funzionamento: 'in esercizio',
    cpu_temp: 51.2,
  };

  /** A page whose plant and status are the given ones; the rest is the real datalogger's. */
  async function openWith(ups: boolean, records: readonly object[]): Promise<Page> {
    const page = await stage.newPage();
    const token = stage.datalogger.login('normal');
    const plant = await (await stage.datalogger.request('/api/impianto/1', { token })).json();
    await page.route('**/api/impianto/1', route =>
      route.fulfill({ json: { ...plant, nome: 'FV Prova', ups } }),
    );
    await page.route('**/api/auth/stato_datalogger/all', route => route.fulfill({ json: records }));
    await signIn(page, token, '/');
    await page.getByRole('contentinfo').waitFor();
    return page;
  }

  const fieldsOf = (page: Page) =>
    page
      .getByRole('contentinfo')
      .locator('dl > div')
      .evaluateAll(cells =>
        cells.map(cell => [
          cell.querySelector('dt')?.textContent,
          cell.querySelector('dd')?.textContent?.trim(),
        ]),
      );

  const base = [
    ['Impianto', 'FV Prova'],
    ['S/N', 'MRD-1'],
    ['Data e ora SCADA', '10/06/2026 13:42:10'],
    ['Stato Meridiana', 'Attivo'],
    ['Temp. CPU', '51,2\u00a0°C'],
  ];

  test.each([
    ['ac_OK 0, upsbattery_low 1', { ac_OK: '0', upsbattery_low: '1' }, 'OK', 'OK'],
    ['ac_OK 1, upsbattery_low 0', { ac_OK: '1', upsbattery_low: '0' }, 'Assente', 'Scarica'],
    ['ac_OK 0, upsbattery_low 0', { ac_OK: '0', upsbattery_low: '0' }, 'OK', 'Scarica'],
    ['ac_OK 1, upsbattery_low 1', { ac_OK: '1', upsbattery_low: '1' }, 'Assente', 'OK'],
    ['both absent', {}, 'N/A', 'N/A'],
  ])('with ups true and %s', async (_, contacts, mains, battery) => {
    const page = await openWith(true, [{ ...record, ...contacts }]);
    await expect
      .poll(() => fieldsOf(page))
      .toEqual([...base, ['Tensione di rete', mains], ['Batteria UPS', battery]]);
    const signs = page.getByRole('contentinfo').getByRole('img');
    await expect
      .poll(() => signs.count())
      .toBe([mains, battery].filter(word => /Assente|Scarica/.test(word)).length);
  });

  test('with ups false has no lines of the UPS, whatever the contacts say', async () => {
    const page = await openWith(false, [{ ...record, ac_OK: '1', upsbattery_low: '0' }]);
    await expect.poll(() => fieldsOf(page)).toEqual(base);
  });

  test('without an operating state shows N/A', async () => {
    const page = await openWith(false, [{ ...record, stato_funzionamento: '' }]);
    await expect.poll(async () => (await fieldsOf(page))[3]).toEqual(['Stato Meridiana', 'N/A']);
  });

  test('with an empty list says Nessun dato disponibile', async () => {
    const page = await openWith(true, []);
    await expect.poll(() => page.getByRole('contentinfo').innerText()).toBe('Nessun dato disponibile');
  });

  test('asks at once and then every 30,000 ms', async () => {
    const page = await stage.newPage();
    await page.clock.install({ time: stage.datalogger.clock.now() });
    await page.addInitScript(() => {
      const asked: number[] = [];
      const { fetch } = window;
      window.fetch = async (input, init) => {
        if (!String(input).includes('stato_datalogger')) return fetch(input, init);
        asked.push(performance.now());
        window.name = 'waiting';
        const response = await fetch(input, init);
        window.name = '';
        return response;
      };
      Object.assign(window, { asked });
    });
    await page.route('**/api/auth/stato_datalogger/all', route => route.fulfill({ json: [record] }));
    await signIn(page, stage.datalogger.login('normal'), '/');
    await expect.poll(() => fieldsOf(page)).toContainEqual(['S/N', 'MRD-1']);
    await stopClock(page);
    for (let second = 0; second < 62; second += 1) {
      await page.clock.runFor(1000);
      // The page's clock waits for the answer: else a slow machine lets the request run out of time.
      await expect.poll(() => page.evaluate('window.name')).toBe('');
    }
    const asked = await page.evaluate('window.asked.map(Math.round)');
    const [first = Number.NaN, ...rest] = asked as number[];
    // The page's clock moves a little on its own while the requests of the start are under way.
    expect(rest.map(at => Math.round((at - first) / 100) * 100)).toEqual([30_000, 60_000]);
  });
});
