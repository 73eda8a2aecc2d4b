import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { Box } from '../support/box/boot-box';
import { type ApiClient, administrator, logIn } from '../support/box/installation';
import { managedBox } from '../support/box/managed-box';
import { launchAt } from '../support/chromium';
import { waitMs } from '../support/patience';

/** The network of a Debian 13 that has booted, changed through the console. The tests are one story. */
let box: Box;
let api: ApiClient;
beforeAll(async () => {
  ({ box, api } = await managedBox(inject('newer').deb));
});
afterAll(() => box?.stop());

const network = (ip: string) => ({ modalita: 'statico', ip, maschera: 24, gateway: '10.73.0.1' });
const addresses = async (name: string) =>
  [...(await box.run(`ip -4 -o addr show ${name}`)).out.matchAll(/inet ([\d.]+)/g)].map(([, ip]) => ip);
const statusAt = async (ip: string) =>
  (await box.runInLan(`curl -s -m 2 -o /dev/null -w '%{http_code}' http://${ip}/`, { mayFail: true })).out;
const onTrial = async (client: ApiClient) => (await client.get('sistema')).rete_in_prova;
const ipOf = async (client: ApiClient) => (await client.get('impianto/1')).rete;

test('announces that network and clock of this box can be changed', async () => {
  expect((await api.get('auth/generale/1')).capacita).toMatchObject({
    registra: false,
    rete: true,
    nome_host: true,
    ntp: true,
    orologio: true,
    riavvio: true,
    spegnimento: true,
    uscite: 0,
  });
});

test('a new address over the API is confirmed at the new address, and the other interface stays', async () => {
  await api.send('PATCH', 'impianto/1/network', network('10.73.0.77'));
  await expect.poll(() => statusAt('10.73.0.77')).toBe('200');
  expect(await addresses('eth0')).toEqual(['10.73.0.77']);
  expect(await statusAt('10.73.1.2')).toBe('200');
  const { url } = await box.forward(80, '10.73.0.77');
  api = await logIn(url);
  expect(await onTrial(api)).toMatchObject({ nuova: network('10.73.0.77') });
  await api.send('POST', 'impianto/1/network/conferma');
  expect(await onTrial(api)).toBeNull();
  expect((await box.run('systemctl is-active meridiana-network-trial.timer', { mayFail: true })).out).toBe(
    'inactive\n',
  );
});

/** Chromium in the plant's network: it reaches the box alone, by address, as on a plant. */
async function browserInLan(): Promise<{ browser: Browser; close: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'meridiana-lan-'));
  const program = join(folder, 'chromium');
  const inLan = (path: string) => `#!/bin/sh\nexec ip netns exec ${box.lan} ${path} "$@"\n`;
  const browser = await launchAt(path => {
    writeFileSync(program, inLan(path));
    chmodSync(program, 0o755);
    return program;
  });
  const close = async () => {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { browser, close };
}

async function logInOnPage(page: Page): Promise<void> {
  await page.getByLabel('Utente').fill(administrator.user);
  await page.getByLabel('Password', { exact: true }).fill(administrator.password);
  await page.getByRole('button', { name: 'Accedi' }).click();
}

test('the console changes the address, leads to the new one, and confirms it there', async () => {
  const { browser, close } = await browserInLan();
  try {
    const page = await browser.newPage({ locale: 'it-IT', viewport: { width: 1280, height: 800 } });
    page.setDefaultTimeout(waitMs);
    await page.goto('http://10.73.0.77/config/setup-sistema');
    await logInOnPage(page);
    const panel = page.getByRole('region', { name: 'Rete', exact: true });
    await panel.getByLabel('Indirizzo IP').fill('10.73.0.88');
    await panel.getByRole('button', { name: 'Salva e passa alla nuova rete' }).click();
    await page.getByRole('link', { name: '10.73.0.88' }).click();
    await logInOnPage(page);
    await page.getByRole('button', { name: 'Conferma la rete' }).click();
    await page.getByRole('button', { name: 'Conferma la rete' }).waitFor({ state: 'detached' });
  } finally {
    await close();
  }
  expect(await addresses('eth0')).toEqual(['10.73.0.88']);
  const { url } = await box.forward(80, '10.73.0.88');
  api = await logIn(url);
  expect(await onTrial(api)).toBeNull();
  expect(await ipOf(api)).toMatchObject({ ip: '10.73.0.88' });
});

test('a restart of the box within a trial brings the old address back', async () => {
  await api.send('PATCH', 'impianto/1/network', network('10.73.0.99'));
  await expect.poll(() => statusAt('10.73.0.99')).toBe('200');
  await box.run('systemctl reboot', { mayFail: true });
  expect(await box.ended()).toBe('reboot');
  await box.boot();
  await expect.poll(() => statusAt('10.73.0.88')).toBe('200');
  expect(await addresses('eth0')).toEqual(['10.73.0.88']);
  await expect.poll(() => onTrial(api)).toBeNull();
  expect(await ipOf(api)).toMatchObject({ ip: '10.73.0.88' });
});

test('a wrong address goes back after 120 s although the datalogger is dead, which then knows it', async () => {
  const uptimeS = async () => Number((await box.run('cut -d" " -f1 /proc/uptime')).out);
  const beganS = await uptimeS();
  await api.send('PATCH', 'impianto/1/network', { ...network('10.99.0.5'), gateway: '10.99.0.1' });
  await expect.poll(() => addresses('eth0')).toEqual(['10.99.0.5']);
  await box.run('systemctl kill -s KILL meridiana && systemctl stop meridiana');
  expect(await statusAt('10.73.0.88')).not.toBe('200');
  await expect.poll(() => addresses('eth0'), { timeout: 180_000, interval: 500 }).toEqual(['10.73.0.88']);
  const tookS = (await uptimeS()) - beganS;
  console.log(`the old address is back after ${tookS.toFixed(1)} s`);
  expect(tookS).toBeGreaterThanOrEqual(120);
  expect(tookS).toBeLessThan(150);
  await box.run('systemctl start meridiana');
  await expect.poll(() => statusAt('10.73.0.88')).toBe('200');
  await expect.poll(() => onTrial(api)).toBeNull();
  expect(await ipOf(api)).toMatchObject({ ip: '10.73.0.88' });
  const { righe } = await api.get('registro');
  expect(righe).toContainEqual(
    expect.objectContaining({ azione: 'plant.network.revert', utente: 'datalogger' }),
  );
});
