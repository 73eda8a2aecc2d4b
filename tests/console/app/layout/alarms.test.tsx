import { getAllByRole, getByRole, queryByRole } from '@testing-library/dom';
import { afterEach, expect, test } from 'vitest';
import { alarmIcon } from '../../../../src/console/app/layout/alarm-icon';
import { Layout } from '../../../../src/console/app/layout/Layout';
import { readCounts } from '../../../../src/console/data/alarm-counts';
import { refreshAll } from '../../../../src/console/data/poll';
import { type ConsolePage, openConsole } from '../../../support/console-page';
import { eventually } from '../../../support/eventually';

let page: ConsolePage;

afterEach(async () => {
  document.documentElement.classList.remove('arrival');
  document.querySelector('link[rel="icon"]')?.remove();
  await page.close();
  localStorage.clear();
});

/** The shell of a plant in which nothing is the matter yet. */
async function openShell(): Promise<HTMLElement> {
  page = await openConsole('admin', ['shell'], { size: 'medium', at: '2026-06-10T13:00:00+02:00' });
  const icon = document.head.appendChild(document.createElement('link'));
  icon.rel = 'icon';
  icon.setAttribute('href', '/icon.svg');
  const shell = page.show(<Layout path="/">{null}</Layout>);
  await eventually(() => expect(labelsOf(shell)[0]).toBe('Critica: 0 attivi'));
  return shell;
}

const countersOf = (shell: HTMLElement) =>
  getAllByRole(getByRole(shell, 'group', { name: 'Allarmi attivi per priorità' }), 'link');
const labelsOf = (shell: HTMLElement) => countersOf(shell).map(link => link.getAttribute('aria-label'));
const iconOf = () => document.querySelector('link[rel="icon"]')?.getAttribute('href');

async function trip(inverter: number): Promise<void> {
  page.datalogger.plant.inject({ kind: 'inverter-trip', inverter, cause: 'ground' });
  await page.datalogger.run(30);
  refreshAll();
}

/** Stops an inverter by hand, which is an alarm of the lowest priority. */
const stop = (inverter: number) =>
  page.datalogger.plant.inject({
    kind: 'override',
    group: 'inverter',
    id: inverter,
    point: 'evt',
    value: 1 << 6,
  });

test('without alarms the counters are dashed, and neither menu, title nor icon has a sign', async () => {
  const shell = await openShell();
  await eventually(() =>
    expect(labelsOf(shell)).toEqual([
      'Critica: 0 attivi',
      'Alta: 0 attivi',
      'Media: 0 attivi',
      'Bassa: 0 attivi',
    ]),
  );
  expect(shell.querySelectorAll('.sum .al.off')).toHaveLength(4);
  expect(shell.querySelector('.nav .al')).toBeNull();
  expect(document.title).toMatch(/^Home/);
  expect(iconOf()).toBe('/icon.svg');
});

test('an alarm shows in counters, menu, title and icon, and each counter leads to its own', async () => {
  const shell = await openShell();
  stop(5);
  await trip(7);
  await eventually(() => expect(labelsOf(shell)[0]).toBe('Critica: 1 attivo, 1 da riconoscere'));
  expect(countersOf(shell).map(link => link.getAttribute('href'))).toEqual(
    [1, 2, 3, 4].map(priority => `/allarmi?priorita=${priority}`),
  );
  getByRole(getByRole(shell, 'link', { name: /^Allarmi.*Critica/ }), 'img', {
    name: 'Critica: 1 da riconoscere',
  });
  getByRole(getByRole(shell, 'button', { name: /^Dettaglio impianto/ }), 'img', {
    name: 'Allarme da riconoscere, priorità: Critica',
  });
  await eventually(() => expect(document.title).toMatch(/^\(2\) Home/));
  expect(decodeURIComponent(iconOf() ?? '')).toContain('>2</text>');
});

test('what arrives is announced, critical at once and the rest politely, and its ring flashes; what was there is not', async () => {
  const shell = await openShell();
  const live = (kind: string) => shell.querySelector(`[aria-live=${kind}]`)?.textContent;
  stop(5);
  await trip(7);
  await eventually(() =>
    expect(live('assertive')).toBe('Nuovo allarme: INV 07: Guasto a terra, priorità Critica.'),
  );
  expect(live('polite')).toBe('Nuovo allarme: INV 05: Arresto manuale, priorità Bassa.');
  expect(document.documentElement.classList.contains('arrival')).toBe(true);
  expect(shell.querySelector('.sum .al.un')?.hasAttribute('data-known')).toBe(false);
  await trip(3);
  await eventually(() =>
    expect(live('assertive')).toBe('Nuovo allarme: INV 03: Guasto a terra, priorità Critica.'),
  );
  expect(shell.querySelector('.sum .al.un')?.hasAttribute('data-known')).toBe(true);
});

test('what was there when the page was opened is no news; what came during an outage is, once', async () => {
  const shell = await openShell();
  const live = () => shell.querySelector('[aria-live=assertive]')?.textContent;
  await trip(7);
  await eventually(() => expect(live()).toContain('INV 07'));
  page.cutLine(true);
  await trip(3);
  await trip(4);
  page.cutLine(false);
  refreshAll();
  await eventually(() => expect(live()).toMatch(/^2 nuovi allarmi: INV 0[34].*; INV 0[34]/));
  const again = page.show(<Layout path="/">{null}</Layout>);
  await eventually(() => expect(labelsOf(again)[0]).toContain('3 attivi'));
  expect(again.querySelector('[aria-live=assertive]')?.textContent).toBe('');
});

test('a datalogger without alarms has no counters, and is not asked for them at every poll', async () => {
  page = await openConsole('admin', ['shell'], { size: 'small' });
  page.refuse('/api/allarmi', 404);
  const shell = page.show(<Layout path="/">{null}</Layout>);
  await eventually(() => expect(shell.querySelector('.foot .ok')).not.toBeNull());
  await eventually(() => expect(queryByRole(shell, 'group', { name: /^Allarmi attivi/ })).toBeNull());
  expect(page.requests.filter(path => path.startsWith('/api/allarmi'))).toHaveLength(1);
});

test('the icon tells how many wait on the colour of the gravest, up to nine', () => {
  const counts = (...priorita: readonly (readonly [number, number])[]) =>
    readCounts({ priorita, segni: [], ultimi: [] });
  expect(alarmIcon(counts([1, 0], [3, 0]))).toBeNull();
  const many = decodeURIComponent(alarmIcon(counts([1, 0], [9, 8], [4, 4])) ?? '');
  expect(many).toContain('>9+</text>');
  expect(many).toContain('#f08a12');
});
