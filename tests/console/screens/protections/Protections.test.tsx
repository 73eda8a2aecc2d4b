import { fireEvent, getByRole, getByText, queryByRole, queryByText } from '@testing-library/dom';
import { afterEach, describe, expect, test } from 'vitest';
import { refreshAll } from '../../../../src/console/data/poll';
import { Screen } from '../../../../src/console/screens/protections/Protections';
import type { Fault } from '../../../../src/datalogger/sources/simulator/faults/faults';
import { type ConsolePage, openConsole } from '../../../support/console-page';
import type { TestOptions, TestRole } from '../../../support/datalogger';
import { eventually } from '../../../support/eventually';
import { refuseInAnswers } from '../../../support/refused-point';

let page: ConsolePage;
afterEach(() => {
  history.replaceState(null, '', '/');
  return page.close();
});

/** The screen of a plant `passS` seconds after faults began that last `faultS`. */
async function openProtections(
  faults: readonly Fault[] = [],
  {
    faultS = Number.POSITIVE_INFINITY,
    passS = 5,
    declared,
    role = 'cci',
    ...options
  }: TestOptions & { faultS?: number; passS?: number; declared?: object; role?: TestRole } = {},
): Promise<HTMLElement> {
  const plant: TestOptions = { size: 'medium', at: '2026-06-10T13:00:00+02:00', ...options };
  page = await openConsole(role, ['shell', 'devices', 'protections', 'commands'], plant);
  for (const fault of faults) page.datalogger.plant.inject(fault, faultS);
  if (declared) page.change('/api/protezioni_interfaccia', declared);
  await page.datalogger.run(passS);
  const screen = page.show(<Screen />);
  await eventually(() => expect(titleOf(screen)).not.toBe('Lettura delle protezioni'));
  await eventually(() => getByText(screen, 'Schema unifilare'));
  await eventually(() => expect(queryByText(screen, 'Lettura delle tarature…')).toBeNull());
  await eventually(() => expect(queryByText(screen, 'Lettura degli interventi…')).toBeNull());
  return screen;
}

const titleOf = (screen: HTMLElement) => getByRole(screen, 'heading', { level: 1 }).textContent;
const plain = (text: string | null | undefined) =>
  (text ?? '').replaceAll('\u00a0', ' ').replaceAll('\u2060', '').trim();
const factOf = (screen: HTMLElement, label: string) =>
  plain(
    getByText(screen, label, { selector: '.fig > span, .fig .help' }).closest('.fig')?.querySelector('b')
      ?.textContent,
  );
const rowOf = (screen: HTMLElement, code: string) =>
  [...(getByRole(screen, 'rowheader', { name: code }).closest('tr')?.children ?? [])].map(cell =>
    plain(cell.textContent),
  );

describe('a protection at rest', () => {
  test('says so, and shows switch, relay, inputs and the settings of the standard', async () => {
    const screen = await openProtections();
    expect(titleOf(screen)).toBe('DDI chiuso, nessuna soglia avviata');
    expect(queryByRole(screen, 'button', { name: 'Azzera contatore…' })).toBeNull();
    expect(factOf(screen, 'Dispositivo di interfaccia')).toBe('Chiuso');
    expect(factOf(screen, 'Relè SPI')).toBe('In servizio');
    expect(factOf(screen, 'Telescatto')).toBe('Non ricevuto');
    const [code, , threshold, delay, standard, , , state] = rowOf(screen, '59.S2');
    expect([code, threshold, delay, standard, state]).toEqual([
      '59.S2',
      '1,20 Vn',
      '0,60 s',
      'conforme',
      'Attiva',
    ]);
    expect(rowOf(screen, '81>.S1').at(-2)).toBe('Non attiva');
    expect(screen.querySelectorAll('.bz.hit')).toHaveLength(0);
    expect(screen.textContent).toContain('Nessun intervento registrato.');
    expect(getByRole(screen, 'img', { name: 'DG Chiuso, DDI Chiuso, DDG Chiuso' })).toBeTruthy();
  });

  test('a value that the relay cannot have is a dash with its reason and the newest good one', async () => {
    const screen = await openProtections();
    refuseInAnswers('spi', 'ubc:limite:400.2:90');
    refreshAll();
    await eventually(() =>
      expect(plain(screen.textContent)).toContain(
        'U L2-L3: scartato: oltre ciò che il dispositivo può dare; ultimo valore valido 400,2 V',
      ),
    );
  });

  test('a setting away from the standard by more than 3 % is said', async () => {
    const setting = (codice: string, soglia: number, tempo: number, asked: readonly [number, number]) => ({
      codice,
      abilitata: true,
      restrittiva: false,
      media: null,
      soglia,
      tempo,
      norma: { soglia: asked[0], tempo: asked[1] },
    });
    const screen = await openProtections([], {
      declared: {
        protezioni: [
          {
            id: 1,
            nome: 'SPI',
            norma: 'CEI 0-16',
            un: 20_000,
            rientro: 300,
            soglie: [setting('59.S2', 1.17, 0.6, [1.2, 0.6]), setting('27.S1', 0.85, 2, [0.85, 1.5])],
          },
        ],
      },
    });
    await eventually(() =>
      expect(plain(screen.textContent)).toContain(
        'Tarature che si scostano dalla norma oltre il 3 %: 27.S1.',
      ),
    );
    expect(rowOf(screen, '27.S1')[4]).toBe('0,85 Vn, 1,50 s (+33 %)');
    expect(rowOf(screen, '59.S2')[4]).toBe('conforme');
  });
});

test('a protection by EN 50549-2 names its functions and ranges as the standard does, and who sets them', async () => {
  const range = (soglia: [number, number], tempo: [number, number]) => ({
    norma: null,
    campo: { soglia, tempo },
  });
  const own = (codice: string, soglia: number, tempo: number) => ({
    codice,
    soglia,
    tempo,
    abilitata: true,
    restrittiva: false,
    media: null,
  });
  const screen = await openProtections([], {
    declared: {
      protezioni: [
        {
          id: 1,
          nome: 'SPI',
          norma: 'EN 50549-2',
          un: 20_000,
          rientro: 300,
          soglie: [
            { ...own('U<<', 0.45, 0.3), ...range([0.2, 1], [0.1, 5]) },
            { ...own('f>', 51.5, 10), ...range([50, 52], [0.1, 100]) },
          ],
        },
      ],
    },
  });
  await eventually(() => expect(plain(screen.textContent)).toContain('EN 50549-2:2019, 4.9.3'));
  expect(rowOf(screen, 'U<<').slice(0, 5)).toEqual([
    ...['U<<', 'Minima tensione (27)', '0,45 Vn', '0,30 s', '0,20–1,00 Vn0,1–5 s'],
  ]);
  expect(rowOf(screen, 'f>').slice(1, 5)).toEqual([
    ...['Massima frequenza (81)', '51,50 Hz', '10,00 s', '50,00–52,00 Hz0,1–100 s'],
  ]);
  expect(plain(screen.textContent)).not.toContain('si scostano');
});

describe('grid events', () => {
  test('a function whose timer runs is named, with the seconds it has left, and its zone is marked', async () => {
    const screen = await openProtections([{ kind: 'grid-frequency', hertz: 47.2 }], { passS: 2 });
    expect(titleOf(screen)).toMatch(/^81<\.S2 avviata, scatto tra \d\ss$/);
    expect(rowOf(screen, '81<.S2').at(-2)).toBe('Avviata');
    expect(screen.querySelectorAll('.bnd .bz.hit')).toHaveLength(1);
  });

  test('a dip trips, and the relay waits for the grid before it closes again', async () => {
    const screen = await openProtections([{ kind: 'grid-dip', percent: 40 }], { faultS: 2, passS: 12 });
    expect(titleOf(screen)).toMatch(/^DDI aperto, richiude tra 4\smin$/);
    expect(factOf(screen, 'Dispositivo di interfaccia')).toBe('Aperto');
    expect(rowOf(screen, '27.S1').at(-2)).toBe('Intervenuta');
    expect(rowOf(screen, '27.S1').at(-1)).toMatch(/^27: \d\d\/\d\d\/\d{4}$/);
    expect(rowOf(screen, '59N').at(-1)).toBe('—');
    const trip = getByRole(screen, 'rowheader', { name: 'Minima tensione (27)' }).parentElement;
    expect(trip?.textContent).toMatch(/(39|40),\d.%/);
    expect(factOf(screen, 'Scatti contati')).toBe('4');
    const sign = getByText(screen, 'Dispositivo di interfaccia', {
      selector: '.fig > span, .fig .help',
    }).parentElement;
    expect(sign?.querySelector('.al')?.getAttribute('aria-label')).toBe(
      // What asks for acknowledgement is the trip of the function.
      'Allarme, priorità: Critica',
    );
  });

  test.each([
    [{ kind: 'grid-outage' }, 'DDI aperto: intervento 27.S2'],
    [{ kind: 'ddi-open' }, 'DDI aperto'],
    [{ kind: 'remote-trip' }, 'DDI aperto da telescatto'],
    [{ kind: 'override', group: 'spi', id: 1, point: 'ddi', value: 3 }, 'Posizione del DDI non valida'],
  ] as const)('%o', async (fault, title) => {
    const screen = await openProtections([fault]);
    expect(titleOf(screen)).toBe(title);
  });

  test.each([
    ['low voltage: the local command', 'small', { kind: 'spi-local' }],
    [
      'medium voltage: voltage unlocking by the residual voltage',
      'medium',
      { kind: 'grid-earth', percent: 8 },
    ],
  ] as const)('%s makes the restrictive window judge', async (_, size, fault) => {
    const screen = await openProtections([fault], { size });
    expect(rowOf(screen, '81>.S1').at(-2)).toBe('Attiva');
    expect(screen.textContent).toContain('Sono attive le soglie restrittive di frequenza.');
  });

  test('medium voltage: the local command alone does not make it judge', async () => {
    const screen = await openProtections([{ kind: 'spi-local' }]);
    expect(factOf(screen, 'Comando locale')).toBe('Alto');
    expect(rowOf(screen, '81>.S1').at(-2)).toBe('Non attiva');
    expect(rowOf(screen, '59Vi').at(1)).toContain('sequenza inversa');
  });
});

test('a silent protection shows what it said last, hatched', async () => {
  const screen = await openProtections([{ kind: 'override-silent', group: 'spi', id: 1 }], { passS: 40 });
  expect(titleOf(screen)).toBe('La protezione non comunica da 40\u00a0s');
  expect(screen.querySelectorAll('section.stale').length).toBeGreaterThan(2);
});

test('of several the one that needs attention comes first, and each can be shown', async () => {
  const screen = await openProtections([{ kind: 'override', group: 'spi', id: 3, point: 'ddi', value: 0 }], {
    size: 'xl',
  });
  expect(titleOf(screen)).toBe('SPI 3: Posizione del DDI non valida');
  expect(factOf(screen, 'Dispositivo di interfaccia')).toBe('Chiuso');
  getByRole(screen, 'button', { name: /^SPI 3/ }).click();
  await eventually(() => expect(factOf(screen, 'Dispositivo di interfaccia')).toBe('Intermedio'));
});

test('an administrator resets the trip counter in two steps; for others there is no such button', async () => {
  const screen = await openProtections([], { role: 'admin' });
  getByRole(screen, 'button', { name: 'Azzera contatore…' }).click();
  const dialog = await eventually(() => getByRole(screen, 'dialog'));
  getByRole(dialog, 'button', { name: 'Continua' }).click();
  await eventually(() => expect(plain(dialog.querySelector('dl')?.textContent)).toBe('Adesso3Dopo0'));
  getByRole(dialog, 'button', { name: 'Conferma comando' }).click();
  await eventually(() => getByText(dialog, /^Attendo che la misura/));
  await page.datalogger.run(5);
  refreshAll();
  await eventually(() => expect(factOf(screen, 'Scatti contati')).toBe('0'));
});

test('at night the interface is as it is by day', async () => {
  const screen = await openProtections([], { at: '2026-06-10T01:00:00+02:00' });
  expect(titleOf(screen)).toBe('DDI chiuso, nessuna soglia avviata');
});

test('without the line nothing is said of now', async () => {
  const screen = await openProtections();
  page.cutLine(true);
  refreshAll();
  await eventually(() => expect(screen.querySelector('section.stale')).not.toBeNull());
  expect(titleOf(screen)).toMatch(/^Stato non noto dalle /);
});

describe('the one-line drawing', () => {
  /** The cards of all devices of the drawing, from the grid to the field. */
  async function cardsOf(screen: HTMLElement): Promise<readonly string[]> {
    const drawing = getByRole(screen, 'application', { name: 'Schema unifilare' });
    drawing.focus();
    await eventually(() => expect(drawing.getAttribute('aria-describedby')).not.toBeNull());
    const told: string[] = [];
    for (const key of ['Home', ...Array(4).fill('ArrowRight')]) {
      fireEvent.keyDown(drawing, { key });
      await eventually(() => {
        const card = getByRole(screen, 'dialog');
        const words = plain(card.querySelector('p')?.textContent);
        const name = card.getAttribute('aria-label');
        expect(words).not.toBe('—');
        expect(told).not.toContain(`${name}: ${words}`);
        told.push(`${name}: ${words}`);
      });
    }
    return told;
  }

  test('tells of each of its devices when it is chosen; grid and switches by what the protection says', async () => {
    const cards = await cardsOf(await openProtections());
    expect(cards).toEqual([
      expect.stringMatching(/^Rete: \d\d,\d\d kV ?L1-L2, \d\d,\d\d Hz$/),
      expect.stringMatching(/^Dispositivo generale \(DG\): Chiuso ?\d\d,\d\d kV, \d\d,\d\d Hz$/),
      expect.stringMatching(/^Dispositivo di interfaccia \(DDI\): Chiuso ?Relè SPI: In servizio$/),
      'Dispositivo di generatore (DDG): Chiuso',
      expect.stringMatching(/^Inverter: \d+,\d kW$/),
    ]);
  });

  test('of a protection that does not answer they are as old as it is silent', async () => {
    const screen = await openProtections([{ kind: 'override-silent', group: 'spi', id: 1 }], { passS: 90 });
    const cards = await cardsOf(screen);
    expect(cards[2]).toMatch(
      /^Dispositivo di interfaccia \(DDI\): Chiuso ?Relè SPI: Non comunica, dati delle 13:00/,
    );
  });
});
