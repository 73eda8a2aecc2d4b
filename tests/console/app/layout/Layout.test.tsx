import { getByRole, getByText, queryByRole, queryByText } from '@testing-library/dom';
import { afterEach, describe, expect, test } from 'vitest';
import { Layout } from '../../../../src/console/app/layout/Layout';
import type { RoutePath } from '../../../../src/console/app/routes';
import { deviceFacts } from '../../../../src/console/data/facts';
import { useFreshness } from '../../../../src/console/data/freshness';
import { refresh, refreshAll } from '../../../../src/console/data/poll';
import { currentSession } from '../../../../src/console/data/session';
import { passTime } from '../../../support/browser-time';
import { type ConsolePage, openConsole } from '../../../support/console-page';
import { eventually } from '../../../support/eventually';

let page: ConsolePage;

afterEach(async () => {
  page.resize(1280);
  localStorage.clear();
  await page.close();
});

/** The shell around a screen: unless a test says otherwise, one for whose first values the rest of the shell does not wait. */
async function openShell(path: RoutePath = '/allarmi'): Promise<HTMLElement> {
  page = await openConsole('admin', ['shell']);
  const shell = page.show(
    <Layout path={path}>
      <p>Schermata</p>
    </Layout>,
  );
  await eventually(() => expect(footerOf(shell)).toHaveProperty('Stato Meridiana', 'Attivo'));
  return shell;
}

const footerOf = (shell: HTMLElement) =>
  Object.fromEntries(
    [...shell.querySelectorAll('footer dl > div')].map(cell => [
      cell.querySelector('dt')?.textContent,
      cell.querySelector('dd')?.textContent?.trim(),
    ]),
  );

test('the shell says which plant, which screen, who is logged in and how the datalogger is', async () => {
  const shell = await openShell('/');
  await eventually(() => expect(footerOf(shell)).toHaveProperty('Batteria UPS', 'OK'));
  const plant = shell.querySelector('.plant')?.textContent;
  expect(footerOf(shell)).toMatchObject({
    Impianto: plant,
    'Data e ora SCADA': '10/06/2026 13:42:10',
    'Stato Meridiana': 'Attivo',
    'Tensione di rete': 'OK',
  });
  await eventually(() => expect(document.title).toBe(`Home – ${plant}`));
  expect(localStorage.getItem('nome_impianto')).toBe(plant);
  expect(getByRole(shell, 'link', { name: 'Home' }).getAttribute('aria-current')).toBe('page');
  await eventually(() =>
    expect(getByRole(shell, 'img', { name: /^Giornata: alba 05:.* Ora 13:42\./ })).toBeTruthy(),
  );
  expect(getByRole(shell, 'main').textContent).toContain('Schermata');
});

test('a mains failure and a low battery show with sign and word', async () => {
  const shell = await openShell();
  Object.assign(page.datalogger.hardware, { acContact: '1', batteryContact: '0' });
  refreshAll();
  await eventually(() =>
    expect(footerOf(shell)).toMatchObject({ 'Tensione di rete': 'Assente', 'Batteria UPS': 'Scarica' }),
  );
  expect(shell.querySelectorAll('footer [role=img].p2')).toHaveLength(2);
  // The alarms say how grave it is.
  page.datalogger.plantClock.advance(30_000);
  refreshAll();
  await eventually(() =>
    expect(shell.querySelector('footer [role=img].p1')?.getAttribute('aria-label')).toBe(
      'Allarme da riconoscere, priorità: Critica',
    ),
  );
});

test('without a status record the whole footer is one sentence', async () => {
  page = await openConsole('admin', ['shell'], { hasPlant: false });
  const shell = page.show(<Layout path="/">{null}</Layout>);
  await eventually(() => expect(shell.querySelector('footer')?.textContent).toBe('Nessun dato disponibile'));
});

describe('the side menu', () => {
  test('is static above 991 px: the button collapses it, nothing is covered', async () => {
    const shell = await openShell();
    page.resize(992);
    const button = getByRole(shell, 'button', { name: 'Apri o chiudi il menu' });
    expect(button.getAttribute('aria-expanded')).toBe('true');
    button.click();
    await eventually(() => expect(button.getAttribute('aria-expanded')).toBe('false'));
    expect(shell.querySelector('.app')?.className).toBe('app menu-off');
    expect(queryByRole(shell, 'button', { name: 'Chiudi il menu' })).toBeNull();
  });

  test('is an overlay at 991 px: closed at first, takes the focus, covers the page, Esc gives all back', async () => {
    const shell = await openShell();
    page.resize(991);
    const button = getByRole(shell, 'button', { name: 'Apri o chiudi il menu' });
    await eventually(() => expect(button.getAttribute('aria-expanded')).toBe('false'));
    button.click();
    await eventually(() => expect(shell.querySelector('.app')?.className).toBe('app menu-on'));
    await eventually(() => expect(document.activeElement?.textContent).toBe('Allarmi'));
    expect(shell.querySelector('main')?.inert).toBe(true);
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
    await eventually(() => expect(button.getAttribute('aria-expanded')).toBe('false'));
    expect(document.activeElement).toBe(button);
    expect(shell.querySelector('main')?.inert).toBe(false);

    button.click();
    await eventually(() => expect(shell.querySelector('.veil')).toBeTruthy());
    getByRole(shell, 'button', { name: 'Chiudi il menu' }).click();
    await eventually(() => expect(shell.querySelector('.veil')).toBeNull());
  });
});

test('a lost connection changes the page; when it is back, a note says how long until it is dismissed', async () => {
  const shell = await openShell();
  page.cutLine(true);
  refreshAll();
  await eventually(() => expect(getByRole(shell, 'alert').textContent).toMatch(/perso alle 13:42:\d\d\.$/));
  expect(shell.querySelector('.app')?.className).toBe('app still');
  expect(footerOf(shell)).toMatchObject({ 'Stato Meridiana': 'N/A', 'Temp. CPU': 'N/A' });
  expect(shell.querySelector('.top .age')?.textContent).toMatch(/^Fermi alle 13:42:\d\d, \d+\ss fa$/);

  page.cutLine(false);
  getByRole(shell, 'button', { name: 'Riprova ora' }).click();
  await eventually(() => expect(queryByRole(shell, 'alert')).toBeNull());
  expect(shell.querySelector('.app')?.className).toBe('app');
  expect(getByText(shell, 'Collegamento tornato.')).toBeTruthy();
  getByRole(shell, 'button', { name: 'Chiudi' }).click();
  await eventually(() => expect(queryByText(shell, 'Collegamento tornato.')).toBeNull());
});

test('with a live screen the ruler of the day says since when there is data; the day is read once', async () => {
  page = await openConsole('cci', ['shell'], { historyDays: 1 });
  const Live = () => {
    const sampledS = page.datalogger.plantClock.now() / 1000;
    useFreshness({ sampledS, madeS: sampledS, receivedMs: 0, everyMs: 5_000 });
    return null;
  };
  const shell = page.show(
    <Layout path="/impianto/inverters">
      <Live />
    </Layout>,
  );
  const ruler = () => shell.querySelector('.mer [role="img"]')?.getAttribute('aria-label');
  await eventually(() => expect(ruler()).toMatch(/Dati presenti dalle 00:00 alle 13:42/));
  expect(page.requests.filter(path => path.startsWith('/api/dati_impianto/daily'))).toHaveLength(1);
});

test('the theme switch is on when the theme is not light, also when another tab chose it', async () => {
  const shell = await openShell();
  const control = getByRole<HTMLInputElement>(shell, 'switch', { name: 'Tema scuro' });
  expect(control.checked).toBe(false);
  control.click();
  await eventually(() => expect(localStorage.getItem('theme')).toBe('lara-dark-blue'));
  expect(document.documentElement.dataset.theme).toBe('dark');

  const otherTab = new BroadcastChannel('meridiana');
  otherTab.postMessage({ kind: 'theme', theme: 'light' });
  await eventually(() => expect(control.checked).toBe(false));
  expect(document.documentElement.dataset.theme).toBe('light');
  otherTab.close();
});

test('a logout in another tab ends this session only when it is of the same account', async () => {
  await openShell();
  const account = currentSession()?.sub ?? '';
  const otherTab = new BroadcastChannel('meridiana');
  otherTab.postMessage({ kind: 'logout', account: `${account}0` });
  otherTab.postMessage({ kind: 'theme', theme: 'dark' });
  await eventually(() => expect(document.documentElement.dataset.theme).toBe('dark'));
  expect(currentSession()).not.toBeNull();
  otherTab.postMessage({ kind: 'logout', account });
  await eventually(() => expect(currentSession()).toBeNull());
  expect(location.pathname).toBe('/auth/login');
  otherTab.close();
});

test('the user menu opens from the name and closes with Esc', async () => {
  const shell = await openShell();
  const button = getByRole(shell, 'button', { name: /^Utente / });
  button.click();
  await eventually(() => expect(getByRole(shell, 'switch', { name: 'Traffico ridotto' })).toBeTruthy());
  expect(getByText(shell, /amministratore$/)).toBeTruthy();
  expect(getByText(shell, 'Meridiana 0.0.0-test')).toBeTruthy();
  document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
  await eventually(() => expect(button.getAttribute('aria-expanded')).toBe('false'));
  expect(document.activeElement).toBe(button);
});

test('five minutes before its end the session can be prolonged', async () => {
  const shell = await openShell();
  expect(queryByRole(shell, 'dialog')).toBeNull();
  const goOn = passTime((12 * 60 - 4) * 60_000);
  const dialog = await eventually(() =>
    getByRole(shell, 'dialog', { name: /^La sessione scade tra \d+\smin/ }),
  );
  getByRole(dialog, 'button', { name: 'Resta collegato' }).click();
  await eventually(() => expect(queryByRole(shell, 'dialog')).toBeNull());
  expect(page.requests).toContain('/api/auth/rinnova');
  goOn();
});

test('after a restart of the datalogger everything is asked again, and its console compared', async () => {
  await openShell();
  const timesAsked = (path: string) => page.requests.filter(each => each === path).length;
  const plantBefore = timesAsked('/api/impianto/1');
  const pageBefore = timesAsked('/');
  page.change('/api/auth/generale/1', { avvio: 'another start' });
  refreshAll();
  await eventually(() => expect(timesAsked('/api/impianto/1')).toBe(plantBefore + 2));
  expect(timesAsked('/')).toBe(pageBefore + 1);
});

test('a datalogger that states another start in every answer is not asked without end', async () => {
  await openShell();
  const timesAsked = (path: string) => page.requests.filter(each => each === path).length;
  const [plantBefore, deviceBefore] = [timesAsked('/api/impianto/1'), timesAsked('/api/auth/generale/1')];
  let starts = 0;
  page.change('/api/auth/generale/1', {
    get avvio() {
      starts += 1;
      return `start ${starts}`;
    },
  });
  // The first of these starts refreshes the whole screen once more, the others do not.
  refresh(deviceFacts);
  await eventually(() => expect(timesAsked('/api/impianto/1')).toBe(plantBefore + 1));
  for (let poll = 1; poll <= 4; poll += 1) {
    const asked = timesAsked('/api/auth/generale/1');
    refresh(deviceFacts);
    await eventually(() => expect(timesAsked('/api/auth/generale/1')).toBeGreaterThan(asked));
  }
  expect(timesAsked('/api/auth/generale/1')).toBeLessThanOrEqual(deviceBefore + 6);
  expect(timesAsked('/api/impianto/1')).toBe(plantBefore + 1);
  const goOn = passTime(60_000);
  refresh(deviceFacts);
  await eventually(() => expect(timesAsked('/api/impianto/1')).toBe(plantBefore + 2));
  goOn();
});
