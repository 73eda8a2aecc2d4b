import { fireEvent, getByLabelText, getByRole, getByText, queryByText } from '@testing-library/dom';
import { afterEach, describe, expect, test } from 'vitest';
import { hasUnsaved } from '../../../../src/console/browser/unsaved';
import { setPlantSavedHandler } from '../../../../src/console/data/plant-saved';
import { refreshBelow } from '../../../../src/console/data/poll';
import { dropSession, startSession } from '../../../../src/console/data/session';
import { draftKey, writeDraft } from '../../../../src/console/form/drafts';
import { Screen } from '../../../../src/console/screens/configuration/PlantData';
import { type ConsolePage, openConsole } from '../../../support/console-page';
import { eventually } from '../../../support/eventually';

let page: ConsolePage;

afterEach(async () => {
  await page.close();
  writeDraft(draftKey('admin', 'impianto/:id/1'), {});
  setPlantSavedHandler(() => undefined);
});

/** Where the simulated plant is. */
let comune = '';

async function openPlant(): Promise<HTMLElement> {
  page = await openConsole('admin', ['shell', 'config', 'config-plant']);
  const screen = page.show(<Screen />);
  await eventually(() => expect(field(screen, 'Nome').value).toBe('FV Cascina Bassa'));
  comune = field(screen, 'Comune').value;
  return screen;
}

function field(screen: HTMLElement, label: string): HTMLInputElement {
  const found = getByLabelText(screen, new RegExp(`^${label}●?$`));
  if (!(found instanceof HTMLInputElement)) throw new Error(`${label} is no input`);
  return found;
}

async function type(screen: HTMLElement, label: string, value: string): Promise<void> {
  field(screen, label).focus();
  fireEvent.input(field(screen, label), { target: { value } });
  field(screen, label).blur();
  await new Promise(requestAnimationFrame);
}

const save = (screen: HTMLElement) => getByRole(screen, 'button', { name: /^Salva( |$)/ }).click();
const stored = async () =>
  (await page.datalogger.request('/api/impianto/1', { token: page.datalogger.login('admin') })).json();

/** Another administrator saves meanwhile. */
async function elsewhere(change: object): Promise<void> {
  const { conteggi, ups, rete, knx, dyn_dns, gruppo_continuita, versione, ...plant } = await stored();
  const token = page.datalogger.login('admin');
  const json = { ...plant, ...change };
  const reply = await page.datalogger.request('/api/impianto/1', {
    method: 'PUT',
    token,
    json,
    headers: { 'If-Match': '*' },
  });
  expect(reply.status).toBe(200);
}

test('what is changed is marked and counted, saved with If-Match, and confirmed; the console learns that the plant changed', async () => {
  const screen = await openPlant();
  let told = 0;
  setPlantSavedHandler(() => {
    told += 1;
  });
  expect(hasUnsaved()).toBe(false);
  await type(screen, 'Nome', 'FV Masseria Alta');
  await type(screen, 'PR atteso', '84,5');
  await eventually(() => getByText(screen, '2 modifiche a Dati impianto non salvate'));
  expect(hasUnsaved()).toBe(true);
  save(screen);
  await eventually(() => getByText(screen, 'Salvato: 2 campi.'));
  expect(await stored()).toMatchObject({ nome: 'FV Masseria Alta', pr_atteso: 84.5 });
  expect(told).toBe(1);
  await eventually(() => expect(hasUnsaved()).toBe(false));
});

test('a field says what is wrong once it was left; saving names all of them and leads there', async () => {
  const screen = await openPlant();
  await type(screen, 'PR atteso', '101');
  await eventually(() => getByText(screen, 'Deve essere tra 50 e 100 %'));
  await type(screen, 'CAP', '123');
  fireEvent.input(field(screen, 'Nome'), { target: { value: '' } });
  await new Promise(requestAnimationFrame);
  expect(queryByText(screen, 'Scrivi un valore.')).toBeNull();
  save(screen);
  await eventually(() => getByText(screen, '3 campi da correggere'));
  expect(getByRole(screen, 'alert').textContent).toContain('Nome: Scrivi un valore.');
  expect(field(screen, 'CAP').getAttribute('aria-invalid')).toBe('true');
  getByRole(screen, 'button', { name: 'CAP' }).click();
  expect(document.activeElement).toBe(field(screen, 'CAP'));
  expect(page.requests.filter(path => path === '/api/impianto/1').length).toBe(1);
});

describe('two administrators', () => {
  test('what the other changed elsewhere is merged without a word', async () => {
    const screen = await openPlant();
    await type(screen, 'Comune', 'Taranto');
    await elsewhere({ titolare: 'Anna Verdi' });
    save(screen);
    await eventually(() => getByText(screen, 'Salvato: 1 campo.'));
    expect(await stored()).toMatchObject({ comune: 'Taranto', titolare: 'Anna Verdi' });
  });

  test.each([
    ['Il tuo: Taranto', 'Taranto'],
    ['Salvato da altri: Bari', 'Bari'],
  ])('what both changed is asked: %s', async (choice, kept) => {
    const screen = await openPlant();
    await type(screen, 'Comune', 'Taranto');
    await type(screen, 'CAP', '74121');
    await elsewhere({ comune: 'Bari' });
    save(screen);
    await eventually(() => getByText(screen, 'Quale valore vale?'));
    expect((await stored()).comune).toBe('Bari');
    getByLabelText(screen, choice).click();
    await new Promise(requestAnimationFrame);
    getByText(screen, 'Salva così').click();
    await eventually(async () => expect(await stored()).toMatchObject({ comune: kept, cap: '74121' }));
  });

  test('a poll that brings what the other saved leaves what is typed alone', async () => {
    const screen = await openPlant();
    await type(screen, 'Comune', 'Taranto');
    await elsewhere({ comune: 'Bari', titolare: 'Anna Verdi' });
    refreshBelow('/api/impianto');
    await eventually(() => expect(field(screen, 'Titolare').value).toBe('Anna Verdi'));
    expect(field(screen, 'Comune').value).toBe('Taranto');
  });
});

describe('nothing is lost', () => {
  test('an answer that does not come is not repeated: what is there is read, and the draft stays until it is saved', async () => {
    const screen = await openPlant();
    await type(screen, 'Comune', 'Taranto');
    page.cutLine(true);
    save(screen);
    await eventually(() => getByText(screen, /^Nessuna risposta/));
    expect(field(screen, 'Comune').value).toBe('Taranto');
    page.cutLine(false);
    save(screen);
    await eventually(() => getByText(screen, 'Salvato: 1 campo.'));
    expect(await stored()).toMatchObject({ comune: 'Taranto' });
  });

  test('an answer that is lost on its way back is found out by reading, and nothing is sent twice', async () => {
    const screen = await openPlant();
    await type(screen, 'Comune', 'Taranto');
    const through = globalThis.fetch;
    let writes = 0;
    globalThis.fetch = async (input, init) => {
      const reply = await through(input, init);
      if (init?.method !== 'PUT') return reply;
      writes += 1;
      throw new TypeError('Failed to fetch');
    };
    save(screen);
    await eventually(() => getByText(screen, 'Salvato: 1 campo.'));
    globalThis.fetch = through;
    expect(writes).toBe(1);
    expect(await stored()).toMatchObject({ comune: 'Taranto' });
  });

  test('what is typed outlives the session, and is there again for the same user', async () => {
    const screen = await openPlant();
    await type(screen, 'Comune', 'Taranto');
    dropSession();
    startSession(page.datalogger.login('normal'));
    await eventually(() => expect(field(screen, 'Comune').value).toBe(comune));
    startSession(page.datalogger.login('admin'));
    await eventually(() => expect(field(screen, 'Comune').value).toBe('Taranto'));
  });

  test('changes can be discarded', async () => {
    const screen = await openPlant();
    await type(screen, 'Comune', 'Taranto');
    getByRole(screen, 'button', { name: 'Annulla modifiche' }).click();
    await eventually(() => expect(field(screen, 'Comune').value).toBe(comune));
    expect(queryByText(screen, /non salvat/)).toBeNull();
  });
});

test('a plant that is not there yet is created', async () => {
  page = await openConsole('admin', ['shell', 'config', 'config-plant'], { hasPlant: false });
  const screen = page.show(<Screen />);
  await eventually(() => expect(field(screen, 'Nome').value).toBe(''));
  // What needs a value is marked before anybody tries to save.
  const marked = () => [...screen.querySelectorAll('.rq > label')].map(label => label.textContent);
  expect(marked()).toContain('Nome');
  expect(field(screen, 'Nome').required).toBe(true);
  const before = marked().length;
  expect(field(screen, 'Indirizzo').required).toBe(false);
  await type(screen, 'Nome', 'FV Cascina');
  await eventually(() => expect(field(screen, 'Nome').required).toBe(false));
  expect(marked().length).toBe(before - 1);
  save(screen);
  await eventually(() => expect(getByRole(screen, 'alert').textContent).toMatch(/campi da correggere/));
  // In one round: all that was marked, and nothing else.
  expect(getByRole(screen, 'alert').querySelectorAll('li').length).toBe(before - 1);
  expect(queryByText(getByRole(screen, 'alert'), 'Indirizzo')).toBeNull();
  expect(screen.textContent).not.toMatch(/NaN|undefined|\bnull\b|\[object/);
});
