import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import type { Box } from '../support/box/boot-box';
import { type ApiClient, expectLogin, logIn, nextMinute } from '../support/box/installation';
import { managedBox } from '../support/box/managed-box';

/** Clock, restart and shutdown of a Debian 13 that has booted. The tests are one story. */
let box: Box;
let api: ApiClient;
beforeAll(async () => {
  ({ box, api } = await managedBox(inject('newer').deb, { packages: ['nut-server'] }));
});
afterAll(() => box?.stop());

test('time servers that are set are those of timesyncd, which asks them', async () => {
  const {
    ora: _,
    solo_registrato: __,
    rete_in_prova: ___,
    versione: ____,
    ...system
  } = await api.get('sistema');
  await api.send('PUT', 'sistema', { ...system, ntp: ['10.73.0.1'] });
  const status = async () => (await box.run('timedatectl show-timesync')).out;
  expect(await status()).toContain('SystemNTPServers=10.73.0.1\n');
  await expect.poll(status).toContain('ServerAddress=10.73.0.1\n');
  expect((await box.run('systemctl is-enabled systemd-timesyncd')).out).toBe('enabled\n');
});

test('a restart by schedule restarts the box, and the datalogger says that it was done', async () => {
  await api.send('POST', 'pianificazioni', {
    nome: 'Riavvio',
    abilitata: true,
    priorita: 5,
    valida_dal: null,
    valida_al: null,
    quando: { ricorrenza: 'una_volta', ...nextMinute() },
    azione: { tipo: 'riavvio', bersaglio: 'datalogger' },
  });
  expect(await box.ended()).toBe('reboot');
  await box.boot();
  const { url } = await box.forward(80);
  await expect
    .poll(() =>
      expectLogin(url).then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);
  api = await logIn(url);
  expect(await api.send('GET', 'pianificazioni')).toMatchObject([{ ultimo: { esito: 'riuscita' } }]);
});

/** Not /etc/nut, whose files Debian's units watch. */
const nutFolder = '/root/nut';
const upsFile = `${nutFolder}/cabinet.dev`;
const report = (status: string, charge: number) =>
  box.writeFile(upsFile, `ups.status: ${status}\nbattery.charge: ${charge}\ninput.voltage: 230\n`);

/** A UPS of `dummy-ups`, read by Debian's `upsd` on the box. */
async function startNut(): Promise<void> {
  await report('OL CHRG', 96);
  const driver = ['driver = dummy-ups', `port = ${upsFile}`, 'mode = dummy-once', 'pollinterval = 1'];
  await box.writeFile(`${nutFolder}/ups.conf`, `[cabinet]\n${driver.join('\n')}\n`);
  await box.writeFile(`${nutFolder}/upsd.conf`, 'LISTEN 127.0.0.1 3493\n');
  await box.writeFile(`${nutFolder}/upsd.users`, '');
  const folders = ['CONFPATH', 'STATEPATH', 'ALTPIDPATH']
    .map(name => `-E NUT_${name}=${nutFolder}`)
    .join(' ');
  await box.run(`systemd-run ${folders} --unit=test-dummy-ups /lib/nut/dummy-ups -a cabinet -F -u root`);
  await box.run(`systemd-run ${folders} --unit=test-upsd /lib/nut/upsd -F -u root`);
}

/** The devices of a plant in its network: the record of an inverter, and its power limits so far. */
async function plantInLan() {
  const program = ['--import', 'tsx', 'tests/support/box/ordered-plant.ts'];
  const child = spawn('ip', ['netns', 'exec', box.lan, process.execPath, ...program], {
    env: { ...process.env, HOST: '10.73.0.1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  child.stdout.setEncoding('utf8').on('data', text => {
    said += text;
  });
  await expect.poll(() => said).toContain('\n');
  const { id: _, versione: __, ...inverter } = JSON.parse(said.split('\n')[0] ?? '');
  return { inverter, limits: () => [...said.matchAll(/^limit (\w+)$/gm)].map(([, limit]) => limit) };
}

test('a low battery of dummy-ups takes orders back, closes the databases and shuts the box down', async () => {
  const plant = await plantInLan();
  await startNut();
  await api.send('PATCH', 'impianto/1/ups', {
    ups: true,
    interfaccia: 'nut',
    host: '127.0.0.1',
    nome_ups: 'cabinet',
    spegnimento: 0,
  });
  await expect.poll(() => api.get('impianto/1/ups')).toMatchObject({ motivo: null, carica: 96 });
  await api.send('POST', 'config/inverters', plant.inverter);
  await api.send('PUT', 'bus/comandi', { abilitato: true });
  const limit = { oggetto: 'cci.1', azione: 'limite_p', valore: 40 };
  const ordered = () =>
    api.send('POST', 'comandi', limit).then(
      reply => Object(reply).id ?? null,
      () => null,
    );
  let order: unknown = null;
  await expect
    .poll(async () => {
      order = await ordered();
      return order;
    })
    .not.toBeNull();
  await api.send('POST', `comandi/${order}/conferma`, { tutto_impianto: true });
  await expect.poll(plant.limits).toEqual(['40']);

  await report('OB DISCHRG LB', 8);
  expect(await box.ended()).toBe('poweroff');
  expect(plant.limits()).toEqual(['40', 'null']);
  const data = box.writtenPath('/var/lib/meridiana');
  const files = readdirSync(data);
  expect(files).toContain('measures.db');
  // SQLite removes these when a database is closed.
  expect(files.filter(name => /-wal$|-shm$/.test(name))).toEqual([]);
  for (const name of files.filter(each => each.endsWith('.db'))) {
    const database = new Database(join(data, name), { readonly: true });
    expect([name, database.pragma('integrity_check', { simple: true })]).toEqual([name, 'ok']);
    database.close();
  }
  const config = new Database(join(data, 'config.db'), { readonly: true });
  const why = config.prepare("SELECT changes FROM audit WHERE action = 'system.shutdown'").get();
  config.close();
  expect(why).toEqual({ changes: '{"motivo":[null,"batteria"]}' });
});
