import {
  fireEvent,
  getAllByRole,
  getByLabelText,
  getByRole,
  getByText,
  queryByRole,
} from '@testing-library/dom';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { refreshAll } from '../../../../src/console/data/poll';
import { setLowTraffic } from '../../../../src/console/data/traffic';
import { setLanguage } from '../../../../src/console/i18n/translate';
import { Screen } from '../../../../src/console/screens/alarms/Alarms';
import { inverterStates } from '../../../../src/contract/codes';
import type { Fault } from '../../../../src/datalogger/sources/simulator/faults/faults';
import { type ConsolePage, openConsole } from '../../../support/console-page';
import type { TestOptions, TestRole } from '../../../support/datalogger';
import { eventually } from '../../../support/eventually';

let page: ConsolePage;

afterEach(async () => {
  vi.restoreAllMocks();
  await page.close();
  setLowTraffic(false);
  history.replaceState(null, '', '/');
});

const parts = ['shell', 'devices', 'table', 'alarms', 'alarm-list'] as const;
const noon: TestOptions = { size: 'medium', at: '2026-06-10T13:00:00+02:00' };
const trip = { kind: 'inverter-trip', inverter: 7, cause: 'ground' } as const satisfies Fault;
/** Stopped by hand, which is an alarm of the lowest priority. */
const stopped: Fault = { kind: 'override', group: 'inverter', id: 5, point: 'evt', value: 1 << 6 };
const noMains: Fault = { kind: 'ups-mains-lost' };

interface Opened {
  readonly role?: TestRole;
  readonly faults?: readonly Fault[];
  readonly search?: string;
}

/** The console at a plant on which the faults have been for a minute; without others, the trip of INV 07 and the stop of INV 05. */
async function openPlant({
  role = 'admin',
  faults = [trip, stopped],
  search = '',
}: Opened = {}): Promise<void> {
  page = await openConsole(role, parts, noon);
  history.replaceState(null, '', `/allarmi${search}`);
  // The first one has its alarm before the others.
  const [first, ...others] = faults;
  if (first) page.datalogger.plant.inject(first);
  await page.datalogger.run(10);
  for (const fault of others) page.datalogger.plant.inject(fault);
  await page.datalogger.run(50);
}

/** The files that are saved from now on. */
function keepFiles(): readonly Blob[] {
  const blobs: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation(blob => {
    if (blob instanceof Blob) blobs.push(blob);
    return 'blob:';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  return blobs;
}

async function openAlarms(opened: Opened = {}): Promise<HTMLElement> {
  await openPlant(opened);
  const screen = page.show(<Screen />);
  await eventually(() => expect(titleOf(screen)).not.toBe('Lettura degli allarmi'));
  return screen;
}

const titleOf = (screen: HTMLElement) => getByRole(screen, 'heading', { level: 1 }).textContent;
const plain = (text: string | null | undefined) => (text ?? '').replaceAll('\u00a0', ' ').trim();
const namesOf = (screen: HTMLElement) =>
  [...screen.querySelectorAll('.alm tbody th > button')].map(name => plain(name.textContent));
const rowOf = (screen: HTMLElement, name: string) => {
  const rows = [...screen.querySelectorAll('.alm tbody tr')];
  const row = rows.find(each => plain(each.querySelector('th > button')?.textContent) === name);
  if (!row) throw new Error(`no row ${name}`);
  return row;
};
const isListed = (screen: HTMLElement, name: string) => eventually(() => rowOf(screen, name));
const press = (place: HTMLElement, name: string | RegExp) => getByRole(place, 'button', { name }).click();
/** As a person does: what was typed is drawn before anything else is pressed. */
const type = async (field: HTMLElement, value: string) => {
  fireEvent.input(field, { target: { value } });
  await new Promise(requestAnimationFrame);
};
const appears = (screen: HTMLElement, text: string | RegExp) => eventually(() => getByText(screen, text));
const ground = 'INV 07: Guasto a terra';
const stop = 'INV 05: Arresto manuale';
/** A consequence of `ground`: in no row of its own. */
const fault = 'INV 07: Inverter in guasto';
const posts = () => page.requests.filter(path => /riconosci|accantona/.test(path));

/** Another user does something meanwhile. */
async function elsewhere(path: string, json: object): Promise<void> {
  const token = page.datalogger.login('normal');
  const headers = { 'If-Match': '*' };
  await page.datalogger.request(`/api/${path}`, { method: 'POST', token, json, headers });
}

describe('the list', () => {
  test('the title answers, the sentence names the gravest, and each alarm has a row, what waits first', async () => {
    const screen = await openAlarms();
    expect(titleOf(screen)).toBe('2 allarmi da riconoscere');
    expect(getByText(screen, /^Il più grave è/).textContent).toMatch(
      /^Il più grave è INV 07: Guasto a terra, da \d+\ss\. 2 condizioni sono ancora presenti, 1 è sospesa o soppressa\.$/,
    );
    await eventually(() => expect(namesOf(screen)).toEqual([ground, stop]));
    expect(plain(rowOf(screen, ground).textContent)).toMatch(/^CriticaAttivo, da riconoscere13:00:0\d\d+ s/);
    expect(rowOf(screen, ground).querySelector('.al.p1.un')).not.toBeNull();
    expect(getByRole(screen, 'button', { name: /^Da riconoscere/ }).textContent).toBe('Da riconoscere 2');
    expect(getByRole(screen, 'button', { name: 'Critica: 1' }).getAttribute('aria-pressed')).toBe('true');
    expect(screen.textContent).not.toMatch(/NaN|undefined|null|\[object|Infinity/);
  });

  test('what an alarm cost stands in its row and its details, can be sorted by, and is in the file; its value not for a cci user', async () => {
    const screen = await openAlarms();
    await page.datalogger.run(600);
    refreshAll();
    await eventually(() => expect(plain(rowOf(screen, ground).textContent)).toMatch(/\d,\d kWh\d+,\d\d €/));
    const lostIn = (name: string) =>
      Number(/([\d,]+) kWh/.exec(plain(rowOf(screen, name).textContent))?.[1]?.replace(',', '.') ?? 'NaN');
    const byLoss = [ground, stop].sort((a, b) => lostIn(a) - lostIn(b));
    press(screen, /^Energia persa/);
    await eventually(() => expect(namesOf(screen)).toEqual(byLoss));
    press(screen, /^Energia persa/);
    await eventually(() => expect(namesOf(screen)).toEqual([...byLoss].reverse()));
    press(screen, ground);
    await eventually(() =>
      expect(plain(screen.querySelector('.det')?.textContent)).toMatch(/Energia persa\d+,\d kWh, \d+,\d\d €/),
    );
    const blobs = keepFiles();
    press(screen, 'Scarica CSV');
    await eventually(() => expect(blobs).toHaveLength(1));
    const lines = (await blobs[0]?.text())?.split('\r\n') ?? [];
    expect(lines[0]).toContain(';Energia persa [kWh];Ricavo perso [€];');
    expect(lines.find(line => line.includes('Guasto a terra'))).toMatch(/;\d+,\d{3};\d+,\d\d;/);
  });

  test('the file tells on which side of its threshold a value is, beside numbers', async () => {
    const high: Fault = { kind: 'override', group: 'sensori', id: 1, point: 'v', value: 1700 };
    await openPlant({ faults: [high] });
    await page.datalogger.run(600);
    const screen = page.show(<Screen />);
    const blobs = keepFiles();
    await eventually(() => expect(namesOf(screen)).toHaveLength(1));
    press(screen, 'Scarica CSV');
    await eventually(() => expect(blobs).toHaveLength(1));
    const text = await blobs[0]?.text();
    expect(text).toContain(';Valore;Soglia </>;Soglia;Unità;');
    expect(text).toMatch(/;SEN01;[^;]+;1700;>;1600;W\/m²;/);
  });

  test('a cci user reads the energy and no money', async () => {
    const screen = await openAlarms({ role: 'cci' });
    await page.datalogger.run(600);
    refreshAll();
    await eventually(() => expect(plain(rowOf(screen, ground).textContent)).toMatch(/\d+,\d kWh/));
    expect(screen.textContent).not.toContain('€');
  });

  test('a plant without alarms says so, without a table', async () => {
    const screen = await openAlarms({ faults: [] });
    expect(titleOf(screen)).toBe('Nessun allarme');
    getByText(screen, 'Il datalogger non rileva condizioni anomale.');
    expect(screen.querySelector('.alm')).toBeNull();
  });

  test('an alarm that is newer than the counts is no acknowledged one: the title speaks of what the list has', async () => {
    await openPlant({ faults: [] });
    const none = [0, 0];
    page.change('/api/allarmi/conteggi', { priorita: [none, none, none, none], segni: [], ultimi: [] });
    const screen = page.show(<Screen />);
    await appears(screen, 'Nessun allarme');
    page.datalogger.plant.inject(trip);
    await page.datalogger.run(10);
    refreshAll();
    await isListed(screen, ground);
    expect(titleOf(screen)).toBe('1 allarme da riconoscere');
    await elsewhere('allarmi/1/riconosci', { nota: '' });
    refreshAll();
    await eventually(() => expect(titleOf(screen)).toBe('1 allarme attivo, riconosciuto'));
  });

  test('a row opens cause, consequence, action and story; the address has it, and the back button closes it', async () => {
    const screen = await openAlarms();
    await isListed(screen, ground);
    press(screen, ground);
    await appears(screen, 'Causa probabile');
    await eventually(() =>
      expect(screen.querySelector('.det')?.textContent).toMatch(/Cronologia13:00:0\d attivo/),
    );
    expect(location.search).toMatch(/^\?aperto=\d+$/);
    expect(getByRole(screen, 'button', { name: ground }).getAttribute('aria-expanded')).toBe('true');
    history.back();
    await eventually(() => expect(screen.querySelector('.det')).toBeNull());
    expect(location.search).toBe('');
  });

  test('a link to an alarm that the filter does not show shows it all the same', async () => {
    const screen = await openAlarms({ search: '?priorita=3&aperto=1' });
    await appears(screen, 'Causa probabile');
    expect(namesOf(screen)).toEqual([ground]);
    await appears(screen, 'Nessun allarme con questi filtri');
  });

  test('a link to an alarm that there is not says so', async () => {
    const screen = await openAlarms({ search: '?aperto=999' });
    await appears(screen, /^Questo allarme non esiste/);
  });
});

describe('the filters', () => {
  const mains = 'UPS in funzione a batteria';
  // Five alarms: the trip and the fault that it hides, the stop, the mains of the UPS, and its input, which that one hides.
  const faults = [trip, stopped, noMains];

  test('are in the address: state, priority, equipment; each says how many it would find', async () => {
    const screen = await openAlarms({ faults });
    await eventually(() => expect(namesOf(screen)).toContain(mains));
    press(screen, /^Critica: /);
    await eventually(() => expect(namesOf(screen)).not.toContain(ground));
    expect(location.search).toBe('?priorita=2%2C3%2C4');
    fireEvent.change(getByLabelText(screen, 'Dispositivo'), { target: { value: 'ups' } });
    await eventually(() => expect(namesOf(screen)).toEqual([mains]));
    expect(getByLabelText(screen, 'Dispositivo').textContent).toContain('UPS (1)');
    press(screen, 'Storico');
    await eventually(() => expect(location.search).toContain('stato=storico'));
    await type(getByLabelText(screen, 'Al'), '2026-06-09');
    await appears(screen, 'Nessun allarme con questi filtri');
    press(screen, 'Togli i filtri');
    await eventually(() => expect(namesOf(screen)).toHaveLength(5));
    expect(location.search).toBe('?stato=storico');
    expect(titleOf(screen)).toBe('3 allarmi da riconoscere');
  });

  test('a text is found in titles too, without asking the datalogger for it; a consequence then stands by itself and names its cause', async () => {
    const screen = await openAlarms({ faults });
    await isListed(screen, ground);
    const asked = page.requests.length;
    await type(getByLabelText(screen, 'Cerca'), 'terra');
    await eventually(() => expect(namesOf(screen)).toEqual([ground]));
    expect(location.search).toBe('?testo=terra');
    await type(getByLabelText(screen, 'Cerca'), 'inv 07');
    await eventually(() => expect(namesOf(screen)).toEqual([ground, fault]));
    expect(rowOf(screen, fault).textContent).toContain(`Conseguenza di ${ground}`);
    expect(page.requests.slice(asked).filter(path => path.includes('testo='))).toEqual([]);
  });

  test('a head sorts, turns round, and gives the order of the datalogger back', async () => {
    const screen = await openAlarms({ faults });
    await eventually(() => expect(namesOf(screen)).toHaveLength(3));
    const head = () => getByRole(screen, 'columnheader', { name: 'Allarme' });
    const order = namesOf(screen);
    getByRole(head(), 'button').click();
    await eventually(() => expect(head().getAttribute('aria-sort')).toBe('ascending'));
    expect(namesOf(screen)).toEqual([...order].sort());
    getByRole(head(), 'button').click();
    await eventually(() => expect(namesOf(screen)).toEqual([...order].sort().reverse()));
    getByRole(head(), 'button').click();
    await eventually(() => expect(head().getAttribute('aria-sort')).toBeNull());
    expect(namesOf(screen)).toEqual(order);
  });

  test('a list of more than a hundred comes in pages, and its file has them all', async () => {
    const strings = Array.from({ length: 80 }, (_, index): Fault => {
      return { kind: 'override', group: 'stringhe', id: index + 1, point: 'i', value: -2 };
    });
    const inverters = Array.from({ length: 10 }, (_, index): Fault => {
      return { ...trip, inverter: index + 1 };
    });
    const blobs = keepFiles();
    await openPlant({ faults: [...strings, ...inverters, noMains], search: '?stato=storico' });
    const screen = page.show(<Screen />);
    await eventually(() => expect(namesOf(screen)).toHaveLength(100));
    const [total] = /\d+(?= righe)/.exec(getByText(screen, /^Pagina 1 di 2/).textContent ?? '') ?? [];
    const tableOf = () => screen.querySelector('.alm');
    const positionOf = () => tableOf()?.querySelector('tbody tr')?.getAttribute('aria-rowindex');
    expect(tableOf()?.getAttribute('aria-rowcount')).toBe(String(Number(total) + 1));
    expect(positionOf()).toBe('2');
    press(screen, 'Scarica CSV');
    await eventually(() => expect(blobs).toHaveLength(1));
    const lines = (await blobs[0]?.text())?.trim().split('\r\n') ?? [];
    expect(lines).toHaveLength(Number(total) + 1);
    expect(lines[0]).toMatch(
      /^\ufeff?Inizio \[UTC\+02:00\];Fine \[UTC\+02:00\];Priorità;Stato;Dispositivo;Codice;Allarme;Valore;/,
    );
    expect(lines[1]).toMatch(/^2026-06-\d\d \d\d:\d\d:\d\d;/);
    press(screen, 'Successiva');
    await appears(screen, /^Pagina 2 di 2/);
    await eventually(() => expect(namesOf(screen)).toHaveLength(Number(total) - 100));
    expect(positionOf()).toBe('102');
    press(screen, 'Precedente');
    await appears(screen, /^Pagina 1 di 2/);
    expect(location.search).toBe('?stato=storico');
  }, 20_000);
});

test('with days chosen the other views show no count, which would be of those days alone', async () => {
  const screen = await openAlarms({ search: '?stato=storico&da=2026-06-01&a=2026-06-02' });
  await eventually(() => getByText(screen, 'Storico'));
  const waiting = () => getByRole(screen, 'button', { name: /^Da riconoscere/ }).textContent?.trim();
  await eventually(() => expect(waiting()).toBe('Da riconoscere'));
  press(screen, /^Da riconoscere/);
  await eventually(() => expect(waiting()).toBe('Da riconoscere 2'));
});

describe('an incident', () => {
  /** INV 07 is reported as being in fault before the cause is known. */
  const toldBefore: Fault = { kind: 'override-state', group: 'inverter', id: 7, state: inverterStates.fault };
  const openIncident = async (role: TestRole = 'admin') => {
    await openPlant({ role, faults: [toldBefore, stopped] });
    page.datalogger.plant.inject(trip);
    await page.datalogger.run(30);
    const screen = page.show(<Screen />);
    await isListed(screen, ground);
    return screen;
  };

  test('is one row that tells what follows, and how many alarms are in how many rows; all counts are of alarms', async () => {
    const screen = await openIncident();
    expect(namesOf(screen)).toEqual([ground, stop]);
    await eventually(() => getByRole(screen, 'button', { name: `1 conseguenza: ${ground}` }));
    getByText(screen, '3 allarmi, 2 cause');
    expect(getByRole(screen, 'button', { name: /^Correnti/ }).textContent).toBe('Correnti 3');
    expect(getByText(screen, /^Il più grave è/).textContent).toContain('1 è sospesa o soppressa.');
  });

  test('unfolds by address: a consequence, its state and its details; another press folds it', async () => {
    const screen = await openIncident();
    const unfold = await eventually(() => getByRole(screen, 'button', { name: /^1 conseguenza/ }));
    unfold.click();
    const list = await eventually(() => getByRole(screen, 'list', { name: `Conseguenze di ${ground}` }));
    expect(location.search).toMatch(/^\?incidente=\d+$/);
    expect(unfold.getAttribute('aria-expanded')).toBe('true');
    expect(plain(list.textContent)).toMatch(/^INV 07: Inverter in guastoSoppresso, 13:0/);
    press(list, fault);
    await appears(screen, 'Causa probabile');
    expect(namesOf(screen)).toEqual([ground, stop]);
    getByText(screen, 'Nascosto da un altro allarme');
    unfold.click();
    await eventually(() => expect(screen.querySelector('.kids')).toBeNull());
    expect(location.search).toBe('');
  });

  test.each([
    ['admin', 'admin'],
    ['normal', 'operatore'],
    ['cci', 'cci'],
  ] as const)(
    'is acknowledged whole by one press (%s), which says how many alarms that are',
    async (role, user) => {
      const screen = await openIncident(role);
      press(screen, ground);
      await appears(screen, 'Causa probabile');
      press(screen, 'Riconosci (2)');
      await appears(screen, '2 allarmi riconosciuti.');
      await eventually(() => expect(titleOf(screen)).toBe('1 allarme da riconoscere'));
      expect(posts()).toHaveLength(1);
      const audited = page.datalogger.config.audit
        .newest(10)
        .filter(({ action }) => action === 'alarm.acknowledge');
      expect(audited.map(each => `${each.user} ${each.result}`)).toEqual([`${user} ok`, `${user} ok`]);
      expect(new Set(audited.map(({ object }) => object)).size).toBe(2);
    },
  );

  test('is in the question for all that is on show, with its consequences', async () => {
    const screen = await openIncident();
    press(screen, 'Riconosci visibili (3)');
    const dialog = await eventually(() => getByRole(screen, 'dialog', { name: 'Riconosci 3 allarmi?' }));
    getByText(dialog, /^Compresa 1 conseguenza già segnalata\. Viene registrato/);
  });

  test('is in the file with all its alarms, each with its cause', async () => {
    const screen = await openIncident();
    const blobs = keepFiles();
    press(screen, 'Scarica CSV');
    await eventually(() => expect(blobs).toHaveLength(1));
    const lines = (await blobs[0]?.text())?.trim().split('\r\n') ?? [];
    expect(lines).toHaveLength(4);
    expect(lines[0]).toMatch(/;Conseguenza di$/);
    expect(lines.find(line => line.includes('Inverter in guasto'))).toMatch(/;INV 07: Guasto a terra$/);
  });
});

describe('acknowledging', () => {
  test('one: it says what came of it, and who did it stands in its row', async () => {
    const screen = await openAlarms({ role: 'normal' });
    await isListed(screen, ground);
    press(screen, ground);
    await appears(screen, 'Causa probabile');
    press(screen, 'Riconosci');
    await appears(screen, `Riconosciuto: ${ground}.`);
    await eventually(() => expect(titleOf(screen)).toBe('1 allarme da riconoscere'));
    expect(plain(rowOf(screen, ground).textContent)).toContain('operatore, 13:01');
    expect(getByLabelText<HTMLInputElement>(screen, `Seleziona ${ground}`).disabled).toBe(true);
  });

  test('what another has acknowledged meanwhile tells who and when', async () => {
    const screen = await openAlarms();
    await isListed(screen, ground);
    press(screen, ground);
    await appears(screen, 'Causa probabile');
    await elsewhere('allarmi/1/riconosci', {});
    press(screen, 'Riconosci');
    await appears(screen, /^Già riconosciuto da operatore alle 13:01:\d\d: INV 07: Guasto a terra\.$/);
  });

  test('all that is on show: asks with the count, and takes a note of at most 500 characters', async () => {
    const screen = await openAlarms();
    await isListed(screen, ground);
    press(screen, 'Riconosci visibili (2)');
    const dialog = await eventually(() => getByRole(screen, 'dialog', { name: 'Riconosci 2 allarmi?' }));
    const note = getByLabelText(dialog, 'Nota, facoltativa');
    await type(note, 'x'.repeat(503));
    press(dialog, 'Riconosci 2 allarmi');
    await appears(dialog, '3 caratteri di troppo: al massimo 500.');
    expect(note.getAttribute('aria-invalid')).toBe('true');
    expect(posts()).toEqual([]);
    await type(note, 'Squadra avvisata');
    await eventually(() => expect(note.getAttribute('aria-invalid')).toBeNull());
    press(dialog, 'Riconosci 2 allarmi');
    await appears(screen, '2 allarmi riconosciuti.');
    await eventually(() => expect(titleOf(screen)).toBe('2 allarmi attivi, tutti riconosciuti'));
    expect(queryByRole(screen, 'dialog')).toBeNull();
    press(screen, stop);
    await eventually(() =>
      expect(screen.querySelector('.det')?.textContent).toMatch(/riconosciuto da admin, Squadra avvisata/),
    );
  });

  test('those that are ticked, and no others', async () => {
    const screen = await openAlarms();
    await isListed(screen, stop);
    getByLabelText(screen, `Seleziona ${stop}`).click();
    await eventually(() => press(screen, 'Riconosci selezionati (1)'));
    const dialog = await eventually(() => getByRole(screen, 'dialog', { name: `Riconosci ${stop}?` }));
    press(dialog, 'Riconosci');
    await appears(screen, `Riconosciuto: ${stop}.`);
    await eventually(() => expect(titleOf(screen)).toBe('1 allarme da riconoscere'));
  });

  test('without an answer it is not sent again, and that it is not known is said', async () => {
    const screen = await openAlarms();
    await isListed(screen, ground);
    press(screen, ground);
    await appears(screen, 'Causa probabile');
    page.cutLine(true);
    press(screen, 'Riconosci');
    await appears(screen, /^Nessuna risposta: non si sa se è stato registrato/);
    page.cutLine(false);
    refreshAll();
    await eventually(() => expect(titleOf(screen)).toBe('2 allarmi da riconoscere'));
    expect(posts()).toHaveLength(1);
  });

  test('is not possible while nobody answers, not by keyboard either', async () => {
    const screen = await openAlarms();
    await isListed(screen, ground);
    page.cutLine(true);
    refreshAll();
    await eventually(() => expect(titleOf(screen)).toMatch(/^Stato non noto dalle 13:0\d$/));
    expect(getByRole<HTMLButtonElement>(screen, 'button', { name: 'Riconosci visibili (2)' }).disabled).toBe(
      true,
    );
    for (const box of getAllByRole<HTMLInputElement>(screen, 'checkbox')) expect(box.disabled).toBe(true);
    expect(rowOf(screen, ground).className).toBe('stale');
  });
});

describe('shelving', () => {
  const openDialog = async (screen: HTMLElement) => {
    await isListed(screen, ground);
    press(screen, ground);
    await appears(screen, 'Causa probabile');
    press(screen, 'Sospendi…');
    return eventually(() => getByRole(screen, 'dialog', { name: `Sospendi ${ground}?` }));
  };

  test('needs a reason, lasts an hour unless said otherwise, and can be taken back', async () => {
    const screen = await openAlarms();
    const dialog = await openDialog(screen);
    press(dialog, /^Sospendi fino alle 14:\d\d$/);
    await appears(dialog, /^Scrivi il motivo/);
    await type(getByLabelText(dialog, /^Motivo/), 'Cavo in riparazione');
    press(dialog, /^Sospendi fino alle/);
    await appears(screen, `Sospeso fino alle 14:01: ${ground}.`);
    await eventually(() => expect(rowOf(screen, ground).textContent).toContain('Sospeso fino alle 14:01'));
    expect(rowOf(screen, ground).querySelector('.al.off')).not.toBeNull();
    await appears(screen, 'Cavo in riparazione');
    press(screen, 'Togli la sospensione');
    await appears(screen, `Sospensione tolta: ${ground}.`);
    await eventually(() => expect(rowOf(screen, ground).textContent).toContain('Attivo'));
    // What was said is said in the language that is chosen next.
    await setLanguage('en');
    await eventually(() => expect(screen.textContent).not.toContain('Sospensione tolta'));
    await appears(screen, /^No longer shelved: INV 07/);
    await setLanguage('it');
  });

  test('leaves alone what another has changed meanwhile', async () => {
    const screen = await openAlarms();
    const dialog = await openDialog(screen);
    await elsewhere('allarmi/1/riconosci', {});
    await type(getByLabelText(dialog, /^Motivo/), 'Prova');
    press(dialog, /^Sospendi fino alle/);
    await appears(screen, /^Nel frattempo è cambiato: nulla è stato fatto/);
    await eventually(() => expect(rowOf(screen, ground).textContent).toContain('Attivo, riconosciuto'));
  });

  test('is drawn for those who may: not for a normal user, for a cci user on its equipment', async () => {
    const screen = await openAlarms({ role: 'normal' });
    await isListed(screen, ground);
    press(screen, ground);
    await appears(screen, 'Riconosci con nota…');
    expect(queryByRole(screen, 'button', { name: 'Sospendi…' })).toBeNull();
    // An administrator allows it, for up to 8 hours.
    const { settings } = page.datalogger.config;
    settings.write({ ...settings.read().value, sospensione_operatori: true });
    refreshAll();
    await appears(screen, 'Sospendi…');
    press(screen, 'Sospendi…');
    const dialog = await eventually(() => getByRole(screen, 'dialog', { name: `Sospendi ${ground}?` }));
    const choices = [...dialog.querySelectorAll('option')].map(option => Number(option.value));
    expect(Math.max(...choices)).toBe(480);
    await page.close();
    const ofCci = await openAlarms({ role: 'cci', faults: [trip, noMains] });
    await eventually(() => expect(namesOf(ofCci)).toEqual([ground]));
    press(ofCci, ground);
    await appears(ofCci, 'Sospendi…');
  });
});

test('the last day and the most frequent are shown, the day as a drawing with words', async () => {
  const screen = await openAlarms();
  await appears(screen, 'Più frequenti, 30 giorni');
  const drawing = await eventually(() => getByRole(screen, 'img', { name: /nelle ultime 24 ore/ }));
  expect(drawing.getAttribute('aria-label')).toBe(
    'Allarmi per ora nelle ultime 24 ore: 3 in totale, massimo 3 nell’ora delle 13:00.',
  );
  expect(drawing.querySelectorAll('use')).toHaveLength(3);
  expect(screen.querySelectorAll('.often tr')).toHaveLength(3);
});

test('with low traffic the trend is fetched only when it is asked for', async () => {
  setLowTraffic(true);
  const screen = await openAlarms();
  await appears(screen, 'Mostra l’andamento');
  expect(page.requests.filter(path => path.includes('andamento'))).toEqual([]);
  press(screen, 'Mostra l’andamento');
  await appears(screen, 'Ultime 24 ore');
});

test('a datalogger without alarms is said to have none', async () => {
  await openPlant();
  page.refuse('/api/allarmi', 404);
  const screen = page.show(<Screen />);
  await eventually(() => expect(titleOf(screen)).toBe('Allarmi non disponibili'));
  getByText(screen, /Le altre schermate funzionano come sempre/);
});

test('an invalid answer leaves the screen standing, and another try brings the list', async () => {
  await openPlant();
  page.change('/api/allarmi', { righe: [{ id: 'x' }] });
  const screen = page.show(<Screen />);
  await eventually(() => expect(page.requests.length).toBeGreaterThan(2));
  expect(screen.textContent).not.toMatch(/NaN|undefined|null|\[object|Infinity/);
  page.change('/api/allarmi', {});
  refreshAll();
  await isListed(screen, ground);
});
