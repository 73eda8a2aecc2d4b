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
import { closeDevice, openDevice } from '../../../../src/console/device-screens/use-open-device';
import { Screen } from '../../../../src/console/screens/inverters/Inverters';
import type { Fault } from '../../../../src/datalogger/sources/simulator/faults/faults';
import { type ConsolePage, openConsole } from '../../../support/console-page';
import type { TestOptions } from '../../../support/datalogger';
import { eventually } from '../../../support/eventually';

let page: ConsolePage;

afterEach(async () => {
  vi.restoreAllMocks();
  closeDevice();
  await page.close();
});

const noon: TestOptions = { size: 'medium', at: '2026-06-10T13:00:00+02:00' };
const live = '/api/dati_impianto/RT';

/** The console of a cci user, logged in at a plant on which the faults have been for ten minutes. */
async function openPlant(options: TestOptions = {}, faults: readonly Fault[] = []): Promise<void> {
  page = await openConsole('cci', ['devices', 'table', 'details', 'inverters'], { ...noon, ...options });
  for (const fault of faults) page.datalogger.plant.inject(fault);
  page.datalogger.plantClock.advance(600_000);
}

async function openInverters(options: TestOptions = {}, faults: readonly Fault[] = []): Promise<HTMLElement> {
  await openPlant(options, faults);
  const screen = page.show(<Screen />);
  await eventually(() => expect(titleOf(screen)).not.toBe('Inverter: lettura'));
  return screen;
}

const titleOf = (screen: HTMLElement) => getByRole(screen, 'heading', { level: 1 }).textContent;
const plain = (text: string | null | undefined) => (text ?? '').replaceAll('\u00a0', ' ').trim();
const figureOf = (screen: HTMLElement, label: string) => {
  const figure = getByText(screen, label, { selector: '.fig > span, .fig .help' }).closest('.fig');
  return {
    value: plain(figure?.querySelector('b')?.textContent),
    note: plain(figure?.querySelector('small')?.textContent),
  };
};
const numberOf = (text: string) =>
  Number(/-?[\d.]+(,\d+)?/.exec(text.replace('−', '-'))?.[0].replaceAll('.', '').replace(',', '.'));
const rowsOf = (screen: HTMLElement) => [...screen.querySelectorAll('tbody tr')];
const namesOf = (screen: HTMLElement) => rowsOf(screen).map(row => row.querySelector('th')?.textContent);
const rowOf = (screen: HTMLElement, name: string) => getByRole(screen, 'rowheader', { name }).closest('tr');
const headOf = (screen: HTMLElement, name: RegExp) => getByRole(screen, 'columnheader', { name });
const columnOf = (screen: HTMLElement, name: RegExp) => {
  const index = getAllByRole(screen, 'columnheader').indexOf(headOf(screen, name));
  return rowsOf(screen).map(row => plain(row.children[index]?.textContent));
};

/** What the button of the file gives, under the name where one is expected. */
async function fileOf(screen: HTMLElement, expected?: string): Promise<string> {
  const blobs: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation(blob => {
    if (blob instanceof Blob) blobs.push(blob);
    return 'blob:';
  });
  let name = '';
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    name = this.download;
  });
  getByRole(screen, 'button', { name: 'Scarica CSV' }).click();
  await vi.waitFor(() => expect(blobs).toHaveLength(1));
  if (expected) expect(name).toBe(expected);
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(await blobs[0]?.arrayBuffer());
}

describe('inverters at work', () => {
  test('the title answers, the figures sum up, and each inverter has a row with units in the heads', async () => {
    const screen = await openInverters();
    expect(titleOf(screen)).toBe('Tutti e 10 gli inverter in produzione');
    expect(namesOf(screen)).toHaveLength(10);
    expect(headOf(screen, /^P CA/).textContent).toBe('P CAkW');
    const powers = columnOf(screen, /^P CA/);
    for (const power of powers) expect(power).toMatch(/^\d{2},\d$/);
    const sum = powers.reduce((total, power) => total + numberOf(power), 0);
    expect(Math.abs(numberOf(figureOf(screen, 'Potenza CA').value) - sum)).toBeLessThan(0.6);
    expect(figureOf(screen, 'In produzione')).toEqual({ value: '10 su 10', note: '' });
    expect(figureOf(screen, 'Scostamento peggiore').note).toMatch(/^INV \d\d, rispetto alla mediana$/);
    expect(
      columnOf(screen, /^Δ mediana/)
        .map(numberOf)
        .sort((a, b) => a - b)[0],
    ).toBe(numberOf(figureOf(screen, 'Scostamento peggiore').value));
    expect(screen.textContent).not.toMatch(/NaN|undefined|null|\[object|Infinity/);
  });

  test('one request asks for all that is live, one for the day of chart and table', async () => {
    const screen = await openInverters();
    await eventually(() => expect(screen.querySelectorAll('.spark')).toHaveLength(10));
    expect(page.requests.filter(path => path.startsWith(live))).toHaveLength(1);
    expect(page.requests.filter(path => path.includes('/daily'))).toEqual([
      '/api/dati_impianto/daily?m=inverter.pac&d=2026-06-10',
    ]);
  });

  test('at night they wait, and nothing is compared', async () => {
    const screen = await openInverters({ at: '2026-06-10T23:30:00+02:00' });
    expect(titleOf(screen)).toBe('Tutti e 10 gli inverter in attesa');
    expect(new Set(columnOf(screen, /^Δ mediana/))).toEqual(new Set(['—']));
    expect(figureOf(screen, 'Scostamento peggiore')).toEqual({ value: '— %', note: '' });
  });
});

describe('inverters in trouble', () => {
  const faults: readonly Fault[] = [
    { kind: 'inverter-derating', inverter: 4, percent: 40 },
    { kind: 'inverter-trip', inverter: 7, cause: 'isolation' },
    { kind: 'inverter-silent', inverter: 9 },
  ];

  test('are named under the title, by sign and word in their row, and worst is who stands still', async () => {
    const screen = await openInverters({}, faults);
    expect(titleOf(screen)).toBe('7 inverter su 10 regolari');
    getByText(screen, 'INV 07 è in guasto; INV 09 non comunica da 10 min; INV 04 è limitato.');
    expect(figureOf(screen, 'In produzione')).toEqual({
      value: '8 su 10',
      note: 'Limitato: 1, Guasto: 1, Senza comunicazione: 1',
    });
    expect(figureOf(screen, 'Scostamento peggiore').note).toBe('INV 07, rispetto alla mediana');
    expect(rowOf(screen, 'INV 07')?.querySelector('.al.p2')).not.toBeNull();
    expect(rowOf(screen, 'INV 07')?.textContent).toContain('Guasto');
    expect(plain(rowOf(screen, 'INV 04')?.textContent)).toContain('Limitato 40 %');
  });

  test('an opened one is measured against its limit and the others, and leads to what the role may see', async () => {
    const screen = await openInverters({}, faults);
    openDevice('4');
    await eventually(() => getByRole(screen, 'dialog', { name: 'INV 04' }));
    await eventually(() => expect(figureOf(screen, 'Dissipatore').note).toBe('Limite 80 °C'));
    expect(numberOf(figureOf(screen, 'Dissipatore').value)).toBeGreaterThan(70);
    expect(figureOf(screen, 'Potenza attiva').note).toMatch(/^−\d\d,\d %, rispetto alla mediana$/);
    expect(figureOf(screen, 'Oggi').note).toMatch(/^\d,\d\d kWh\/kWp$/);
    const address = '/allarmi?stato=storico&tipo=inverter&dispositivo=4';
    expect(getByRole(screen, 'link', { name: 'Allarmi di INV 04' }).getAttribute('href')).toBe(address);
    expect(queryByRole(screen, 'link', { name: 'Stringhe di INV 04' })).toBeNull();
  });

  test('the drawing of one that is silent shows no flow, only wires of which nothing is known', async () => {
    const screen = await openInverters({}, faults);
    const wiresOf = async (id: string, name: string) => {
      openDevice(id);
      await eventually(() => getByRole(screen, 'dialog', { name }));
      return eventually(() => {
        const drawing = getByRole(screen, 'img', { name: /^Schema: / });
        return ['.f', '.d', '.nc'].map(look => drawing.querySelector(look) !== null);
      });
    };
    expect(await wiresOf('4', 'INV 04')).toEqual([true, true, false]);
    expect(await wiresOf('9', 'INV 09')).toEqual([false, false, true]);
  });

  test('yields stand in order beside their median, and a silent inverter is last, with none of now', async () => {
    const screen = await openInverters({}, faults);
    const names = [...screen.querySelectorAll('.mrow dt')].map(name => name.textContent);
    const cells = [...screen.querySelectorAll('.mrow .n')].map(cell => plain(cell.textContent));
    const yields = cells.slice(0, -1).map(numberOf);
    expect(names).toHaveLength(10);
    expect(names.slice(-2)).toEqual(['INV 07', 'INV 09']);
    expect(cells.at(-1)).toBe('—');
    expect(yields).toEqual([...yields].sort((a, b) => b - a));
  });

  test('a silent one shows what it said last as old, with its age, and is in no sum', async () => {
    const screen = await openInverters({}, faults);
    const silent = rowOf(screen, 'INV 09');
    expect(silent?.className).toBe('stale');
    expect(silent?.querySelector('.n.old')?.textContent).toMatch(/^\d+,\d$/);
    expect(silent?.querySelector('.age')?.textContent).toMatch(/^10\smin$/);
    const heard = rowsOf(screen).filter(row => row !== silent);
    const sum = heard.reduce((total, row) => total + numberOf(plain(row.children[2]?.textContent)), 0);
    expect(Math.abs(numberOf(figureOf(screen, 'Potenza CA').value) - sum)).toBeLessThan(0.6);
    expect(figureOf(screen, 'Potenza CA').note).toContain('9 inverter su 10');
  });

  test('when no inverter answers the state is not known, and no sum is made up', async () => {
    const screen = await openInverters({}, [{ kind: 'plant-silent' }]);
    expect(titleOf(screen)).toBe('Stato non noto');
    expect(figureOf(screen, 'Potenza CA').value).toBe('— kW');
    expect(screen.querySelectorAll('tr.stale')).toHaveLength(10);
  });

  test('sorting puts first what is asked for, and the silent one last', async () => {
    const screen = await openInverters({}, faults);
    const power = headOf(screen, /^P CA/);
    getByRole(power, 'button').click();
    await eventually(() => expect(power.getAttribute('aria-sort')).toBe('ascending'));
    expect(namesOf(screen).slice(0, 2)).toEqual(['INV 07', 'INV 04']);
    expect(namesOf(screen).at(-1)).toBe('INV 09');
    getByRole(power, 'button').click();
    await eventually(() => expect(power.getAttribute('aria-sort')).toBe('descending'));
    expect(namesOf(screen).slice(-3)).toEqual(['INV 04', 'INV 07', 'INV 09']);
    expect(screen.querySelectorAll('[aria-sort]')).toHaveLength(1);
    fireEvent.change(getByLabelText(screen, 'Ordina per'), { target: { value: 'state' } });
    await eventually(() => expect(namesOf(screen).slice(0, 3)).toEqual(['INV 07', 'INV 09', 'INV 04']));
  });

  test('the search finds by name and by state, and says when it finds nothing', async () => {
    const screen = await openInverters({}, faults);
    const search = getByLabelText(screen, 'Cerca');
    fireEvent.input(search, { target: { value: 'guas' } });
    await eventually(() => expect(namesOf(screen)).toEqual(['INV 07']));
    getByText(screen, '1 riga su 10');
    fireEvent.input(search, { target: { value: 'inv 0' } });
    await eventually(() => expect(namesOf(screen)).toHaveLength(9));
    fireEvent.input(search, { target: { value: 'zzz' } });
    await eventually(() => getByText(screen, 'Nessuna riga contiene il testo cercato.'));
    expect(queryByRole(screen, 'table')).toBeNull();
  });

  test('the file holds the rows on show, in their order, each with the time of its sample', async () => {
    const screen = await openInverters({}, faults);
    getByRole(headOf(screen, /^Inverter/), 'button').click();
    await eventually(() => expect(namesOf(screen)[0]).toBe('INV 10'));
    const lines = (await fileOf(screen, 'meridiana-inverter-2026-06-10-1310.csv')).split('\r\n');
    expect(lines[0]).toMatch(
      /^\ufeffData e ora \[UTC\+02:00\];Inverter;Stato;P CA \[kW\];Δ mediana \[%\];.*;Nominale \[kW\];Dati$/,
    );
    expect(lines[1]).toMatch(/^2026-06-10 13:1\d:\d\d;INV 10;In produzione;\d+,\d;-?\d+,\d;/);
    expect(lines[2]).toMatch(
      /^2026-06-10 1[23]:\d\d:\d\d;INV 09;Senza comunicazione;\d+,\d;.*;Senza comunicazione$/,
    );
    expect(lines).toHaveLength(12);
  });
});

describe('when something does not answer', () => {
  test('before an answer that can be read the table keeps its room, without a number, and the state is not known', async () => {
    await openPlant();
    page.change(live, { colonne: null });
    const screen = page.show(<Screen />);
    await eventually(() => expect(rowsOf(screen)).toHaveLength(10));
    await eventually(() => expect(titleOf(screen)).toBe('Stato non noto'));
    expect(new Set(columnOf(screen, /^P CA/))).toEqual(new Set(['—']));
    expect(figureOf(screen, 'Potenza CA').value).toBe('— kW');
    expect(screen.querySelector('tbody')?.textContent).not.toMatch(/\d/);
  });

  test('a lost connection is said by the title, every value is old, and the table can still be searched', async () => {
    const screen = await openInverters();
    page.cutLine(true);
    refreshAll();
    await eventually(() => expect(titleOf(screen)).toBe('Stato non noto dalle 13:10'));
    getByText(screen, /^Ultimo stato ricevuto: tutti e 10 gli inverter in produzione\./i);
    getByText(screen, 'dati delle 13:10');
    expect(screen.querySelectorAll('tr.stale')).toHaveLength(10);
    expect(getByRole(screen, 'region', { name: 'Grandezze principali' }).className).toContain('stale');
    fireEvent.input(getByLabelText(screen, 'Cerca'), { target: { value: '05' } });
    await eventually(() => expect(namesOf(screen)).toEqual(['INV 05']));
    page.cutLine(false);
    refreshAll();
    await eventually(() => expect(titleOf(screen)).toBe('Tutti e 10 gli inverter in produzione'));
    expect(screen.querySelector('.stale')).toBeNull();
  });

  test('a plant without inverters says so and what to do', async () => {
    await openPlant();
    page.change(live, { colonne: { id: [], nome: [], stato: [], eta: [], q: [], pac: [] } });
    const screen = page.show(<Screen />);
    await eventually(() => expect(titleOf(screen)).toBe('Inverter: nessun dispositivo configurato'));
    getByText(screen, /Un amministratore può aggiungere/);
    expect(queryByRole(screen, 'table')).toBeNull();
  });

  test('an inverter that doubts its own values says so in its row, its tile and the file', async () => {
    await openPlant();
    page.change(live, {
      colonne: {
        id: [1, 2, 3],
        nome: ['INV 01', 'INV 02', 'INV 03'],
        stato: [4, 4, 4],
        eta: [1, 1, 1],
        q: [192, 64, 192],
        pac: [50, 20, 50],
        pn: [60, 60, 60],
      },
    });
    const screen = page.show(<Screen />);
    await eventually(() => expect(namesOf(screen)).toHaveLength(3));
    expect(columnOf(screen, /^Dati/)[1]).toBe('sospetto');
    expect(columnOf(screen, /^Dati/)[0]).not.toBe('sospetto');
    const text = await fileOf(screen);
    expect(text.split('\r\n').map(line => line.split(';').at(-1))).toEqual(['Dati', '', 'sospetto', '', '']);
    getByRole(screen, 'button', { name: 'Schede' }).click();
    await eventually(() => expect(screen.querySelectorAll('.tile')).toHaveLength(3));
    const tiles = [...screen.querySelectorAll('.tile')].map(tile => plain(tile.textContent));
    // Far below the others: what is not to be relied on is not compared either.
    expect(tiles[1]).toMatch(/20,0 kW *sospetto$/);
    expect(tiles[0]).not.toContain('sospetto');
  });

  test('cells of a wrong type, or missing columns, are missing values', async () => {
    await openPlant();
    page.change(live, {
      colonne: { id: [1, 2], nome: [null, {}], stato: ['4', 4], eta: [0, null], q: [192, 0], pac: ['9', 50] },
    });
    const screen = page.show(<Screen />);
    await eventually(() => expect(namesOf(screen)).toEqual(['1', '2']));
    expect(columnOf(screen, /^Stato/)).toEqual(['Stato non noto', 'In produzione']);
    expect(columnOf(screen, /^P CA/)).toEqual(['—', '—']);
    expect(screen.textContent).not.toMatch(/NaN|undefined|null|\[object|Infinity/);
  });
});

test('a large plant is a wall of tiles, each a link with its day over the band of the median, and a table when asked', async () => {
  const screen = await openInverters({ size: 'xl' }, [{ kind: 'inverter-silent', inverter: 9 }]);
  // The silent one was never read today.
  await eventually(() => expect(screen.querySelectorAll('a.tile path.own[d^="M"]')).toHaveLength(63));
  const tiles = [...screen.querySelectorAll('a.tile')];
  expect(plain(tiles[8]?.textContent)).toMatch(/^INV 09 .* kW10 min fa$/);
  expect(screen.querySelectorAll('.print.apart')).toHaveLength(1);
  expect(tiles[8]?.querySelector('.print.apart')).not.toBeNull();
  expect(page.requests.filter(path => path.includes('daily'))).toHaveLength(1);
  expect(tiles[8]?.className).toBe('tile stale');
  expect(tiles[0]?.getAttribute('href')).toMatch(/\?dispositivo=1$/);
  expect(screen.querySelectorAll('.mrow dt')).toHaveLength(10);
  getByText(screen, /mediana, più lontani: 10$/);
  getByRole(screen, 'button', { name: 'Tabella' }).click();
  await eventually(() => expect(rowsOf(screen)).toHaveLength(64));
  expect(queryByRole(screen, 'navigation')).toBeNull();
});
