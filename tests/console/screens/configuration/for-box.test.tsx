import { getByLabelText, getByRole, getByText, queryByLabelText, queryByRole } from '@testing-library/dom';
import { afterEach, expect, test } from 'vitest';
import { Maintenance } from '../../../../src/console/screens/configuration/Maintenance';
import { Screen as Schedules } from '../../../../src/console/screens/configuration/Schedules';
import { Screen as SystemSetup } from '../../../../src/console/screens/configuration/SystemSetup';
import type { Capabilities } from '../../../../src/contract/capabilities';
import { type ConsolePage, openConsole } from '../../../support/console-page';
import { eventually } from '../../../support/eventually';

let page: ConsolePage;
afterEach(async () => {
  await page.close();
  history.replaceState(null, '', '/');
});

/** A box without the box service. */
const nothing: Capabilities = {
  registra: false,
  rete: false,
  dns: false,
  vlan: false,
  nome_host: false,
  ntp: false,
  orologio: false,
  sincronizzazione: false,
  fuso: false,
  riavvio: false,
  riavvio_router: false,
  spegnimento: false,
  uscite: 0,
  ingressi: 0,
  ups: ['nut'],
  prova_ups: false,
};
const facts = '/api/auth/generale/1';
const onSystem = ['shell', 'config', 'config-system', 'config-setup', 'config-opened'] as const;

/** Null: the capabilities of the simulated plant, which only records. */
async function open(capacita: Capabilities | null, parts: Parameters<typeof openConsole>[1] = onSystem) {
  page = await openConsole('admin', parts);
  if (capacita) page.change(facts, { capacita });
}

const panel = (screen: HTMLElement, name: string) => eventually(() => getByRole(screen, 'region', { name }));
const send = async (method: string, path: string, json: unknown) => {
  const reply = await page.datalogger.request(`/api/${path}`, {
    method,
    json,
    token: page.datalogger.login('admin'),
    headers: { 'If-Match': '*' },
  });
  expect(reply.ok, path).toBe(true);
};

test('a box without its service shows no field for its network, clock and shutdown, and says where they are set', async () => {
  await open(nothing);
  const screen = page.show(<SystemSetup />);
  const network = await panel(screen, 'Rete');
  await eventually(() => getByText(network, /si imposta sul dispositivo stesso/));
  expect(queryByLabelText(network, /^Modalità/)).toBeNull();
  expect(queryByRole(network, 'button')).toBeNull();
  const clock = await panel(screen, 'Orologio e dati');
  await eventually(() => getByText(clock, /^I server NTP si impostano sul dispositivo/));
  expect(queryByLabelText(clock, /^Server NTP/)).toBeNull();
  getByLabelText(clock, /^Durata/);
  getByText(await panel(screen, 'UPS'), /^Questo datalogger non può spegnere/);
});

test('fields that depend on the box appear once it is known what it can do, and never vanish', async () => {
  await open(nothing);
  const answered = globalThis.fetch;
  let release = () => {};
  const held = new Promise<void>(resolve => {
    release = resolve;
  });
  globalThis.fetch = async (...call) => {
    if (String(call[0]).includes('auth/generale')) await held;
    return answered(...call);
  };
  const screen = page.show(<SystemSetup />);
  // A panel that depends on nothing is there by then.
  await eventually(() => getByLabelText(screen, /^Posta attiva|^Attiva/));
  for (const label of [/^Modalità/, /^Server NTP/]) expect(queryByLabelText(screen, label)).toBeNull();
  const upkeep = page.show(<Maintenance />);
  await panel(upkeep, 'Manutenzione');
  expect(queryByRole(upkeep, 'button', { name: 'Riavvia…' })).toBeNull();
  release();
  await eventually(() => getByText(screen, /^La rete si imposta sul dispositivo/));
  await eventually(() => getByText(upkeep, /systemctl reboot/));
  globalThis.fetch = answered;
});

test('a datalogger that does not say what its box can do shows every field', async () => {
  page = await openConsole('admin', onSystem);
  page.change(facts, { capacita: null });
  const screen = page.show(<SystemSetup />);
  getByLabelText(
    await eventually(() => getByLabelText(screen, /^Modalità/).closest('section') ?? screen),
    /^VLAN/,
  );
  await eventually(() => getByLabelText(screen, /^Server NTP/));
});

test('maintenance of a box without its service names the command instead of a button', async () => {
  await open(nothing);
  const screen = page.show(<Maintenance />);
  await eventually(() => getByText(screen, /systemctl reboot/));
  expect(queryByRole(screen, 'button', { name: 'Riavvia…' })).toBeNull();
  expect(queryByRole(screen, 'button', { name: /^Imposta/ })).toBeNull();
});

test('a simulated plant says that it records network, clock and restart and does not apply them', async () => {
  await open(null);
  const sentence = 'Questo datalogger annota rete, ora e riavvio, ma non li applica.';
  const screen = page.show(<SystemSetup />);
  await eventually(() => getByText(screen, sentence));
  const upkeep = page.show(<Maintenance />);
  await eventually(() => getByText(upkeep, sentence));
  getByRole(upkeep, 'button', { name: 'Riavvia…' });
});

const restart = {
  nome: 'Riavvio',
  abilitata: true,
  priorita: 5,
  valida_dal: null,
  valida_al: null,
  quando: { ricorrenza: 'giornaliera', ora: '03:00' },
  azione: { tipo: 'riavvio', bersaglio: 'datalogger' },
};
const onSchedules = ['shell', 'config', 'table', 'config-schedules'] as const;
const kinds = (screen: HTMLElement) =>
  [...getByLabelText(screen, /^Azione/).querySelectorAll('option')].map(({ value }) => value);

async function openSchedule(capacita: Capabilities | null, id: string): Promise<HTMLElement> {
  await open(capacita, onSchedules);
  await send('POST', 'pianificazioni', restart);
  history.replaceState(null, '', `/config/pianificazioni?id=${id}`);
  const screen = page.show(<Schedules />);
  await eventually(() => getByLabelText(screen, /^Azione/));
  return screen;
}

test('schedules offer the actions that the box can do, and name the others', async () => {
  const screen = await openSchedule({ ...nothing, riavvio: true }, 'nuovo');
  expect(kinds(screen)).toEqual(expect.arrayContaining(['backup', 'riavvio', 'limite_potenza']));
  for (const kind of ['uscita_rele', 'sincronizzazione_ora', 'test_ups'])
    expect(kinds(screen)).not.toContain(kind);
  getByText(screen, /^Non possibile su questo dispositivo: .+\.$/);
});

test('the schedule of a simulated plant says that its action is only recorded', async () => {
  const screen = await openSchedule(null, '1');
  getByText(screen, 'Questo datalogger annota l’azione, ma non la esegue.');
  expect(kinds(screen)).toContain('uscita_rele');
});

const nut = { ups: true, interfaccia: 'nut', host: '10.20.4.9', nome_ups: 'armadio' };
const reading = {
  stato: ['OB', 'DISCHRG', 'LB'],
  carica: 18,
  autonomia: 240,
  tensione: 0,
  letto: 1_781_091_600,
  motivo: null,
  prova: true,
  riaccensione: true,
};

test('the panel of a UPS says in words what its server reports, and why it reports nothing', async () => {
  await open(null);
  await send('PATCH', 'impianto/1/ups', nut);
  page.change('/api/impianto/1/ups', reading);
  const screen = page.show(<SystemSetup />);
  const ups = await panel(screen, 'UPS');
  const line = await eventually(() => getByText(ups, /^a batteria, /));
  expect(line.textContent).toMatch(
    /^a batteria, in scarica, batteria scarica, carica 18\s%, autonomia 4\smin e ingresso 0\sV$/,
  );
  getByText(ups, /^Letto alle \d\d:\d\d:\d\d\.$/);
  getByText(ups, /offre la prova della batteria/);
  expect(line.closest('.note')?.querySelector('use')?.getAttribute('href')).toBe('#warn');
});

test.each([
  [
    'ups_sconosciuto',
    'L’UPS non si legge: il server non ha un UPS con questo nome. Nel piè di pagina non c’è alcun valore.',
  ],
  [null, 'L’UPS non si legge: nessuna risposta finora. Nel piè di pagina non c’è alcun valore.'],
])('a UPS that is not read (%s) says why', async (motivo, sentence) => {
  await open(null);
  await send('PATCH', 'impianto/1/ups', nut);
  page.change('/api/impianto/1/ups', { ...reading, stato: [], carica: null, letto: null, motivo });
  const screen = page.show(<SystemSetup />);
  await eventually(() => getByText(screen, sentence));
});
