import { setImmediate } from 'node:timers/promises';
import {
  fireEvent,
  getByLabelText,
  getByRole,
  getByText,
  queryByRole,
  queryByText,
} from '@testing-library/dom';
import { afterEach, describe, expect, test } from 'vitest';
import { refreshAll } from '../../../../src/console/data/poll';
import { Screen } from '../../../../src/console/screens/controller/Controller';
import type { Fault } from '../../../../src/datalogger/sources/simulator/faults/faults';
import { type ConsolePage, openConsole } from '../../../support/console-page';
import type { TestOptions, TestRole } from '../../../support/datalogger';
import { eventually } from '../../../support/eventually';
import { refuseInAnswers } from '../../../support/refused-point';

let page: ConsolePage;
afterEach(() => page.close());

/** The screen of a plant on which the faults have been for 70 s. */
async function openController(
  role: TestRole = 'cci',
  faults: readonly Fault[] = [],
  options: TestOptions = {},
): Promise<HTMLElement> {
  const plant: TestOptions = { size: 'medium', at: '2026-06-10T13:00:00+02:00', ...options };
  page = await openConsole(role, ['shell', 'devices', 'controller', 'commands'], plant);
  for (const fault of faults) page.datalogger.plant.inject(fault);
  await page.datalogger.run(70);
  const screen = page.show(<Screen />);
  await eventually(() => expect(titleOf(screen)).not.toBe('Lettura del controllore'));
  return screen;
}

const titleOf = (screen: HTMLElement) => plain(getByRole(screen, 'heading', { level: 1 }).textContent);
const plain = (text: string | null | undefined) => (text ?? '').replaceAll('\u00a0', ' ').trim();
const rowOf = (screen: HTMLElement, name: string) =>
  [...(getByRole(screen, 'rowheader', { name }).closest('tr')?.children ?? [])].map(cell =>
    plain(cell.textContent),
  );
const panels = (screen: HTMLElement) => eventually(() => getByText(screen, 'Funzioni per priorità'));

describe('a controller at work', () => {
  test('regulates by voltage, and shows plane, functions and links', async () => {
    const screen = await openController();
    expect(titleOf(screen)).toBe('Nessuna limitazione in corso');
    await panels(screen);
    expect(rowOf(screen, 'Q(V)').slice(0, 4)).toEqual(['6', 'Q(V)', 'VArV', 'In azione']);
    expect(rowOf(screen, 'Limite P del distributore')[3]).toBe('Pronta');
    expect(rowOf(screen, 'Eth_A, distributore')[1]).toBe('Collegato');
    expect(rowOf(screen, 'UPS')[1]).toBe('Rete presente');
    const plane = getByRole(screen, 'img', { name: /^Piano P-Q al punto di connessione/ });
    expect(plane.querySelectorAll('circle.dot')).toHaveLength(1);
  });

  test('a value that the controller cannot have is a dash with its reason and the newest good one', async () => {
    const screen = await openController();
    await panels(screen);
    refuseInAnswers('cci', 'p:limite:812.4:90');
    refreshAll();
    await eventually(() =>
      expect(plain(screen.textContent)).toContain(
        'scartato: oltre ciò che il dispositivo può dare; ultimo valore valido 812,4 kW',
      ),
    );
  });

  test('draws conductors with energy by day, and grey ones while the plant draws from the grid', async () => {
    const day = await openController();
    await panels(day);
    expect(day.querySelectorAll('.sv .f').length).toBeGreaterThan(0);
    await page.close();
    const night = await openController('cci', [], { at: '2026-06-10T23:00:00+02:00' });
    await panels(night);
    expect(night.querySelector('.sv .w')).not.toBeNull();
    expect(night.querySelector('.sv .f')).toBeNull();
  });

  test('shows what was measured before the screen was opened', async () => {
    const screen = await openController('cci', [], { at: '2026-06-10T12:50:00+02:00' });
    await panels(screen);
    await eventually(() =>
      expect(getByRole(screen, 'application', { name: /^Potenza attiva dalle 12:50:0\d/ })).toBeTruthy(),
    );
  });

  test('capacitive power stands to the right of inductive power', async () => {
    const screen = await openController();
    await panels(screen);
    const plane = getByRole(screen, 'img', { name: /^Piano P-Q/ });
    const x = Number(plane.querySelector('circle.dot')?.getAttribute('cx'));
    const q = page.datalogger.plant.snapshot().groups.cci.values.qac?.[0] ?? 0;
    expect(Math.sign(x - 250)).toBe(Math.sign(q));
  });

  test('a limit of the operator is shown with its source', async () => {
    const screen = await openController('cci', [{ kind: 'dso-limit', percent: 40 }]);
    expect(titleOf(screen)).toBe('Potenza limitata al 40 % dal distributore');
    await panels(screen);
    expect(rowOf(screen, 'Limite P del distributore').slice(3, 5)).toEqual(['In azione', '40,0 %']);
  });

  test('lost links and a certificate that runs out are said', async () => {
    const override = (point: string, value: number): Fault => ({
      kind: 'override',
      group: 'cci',
      id: 1,
      point,
      value,
    });
    const screen = await openController('cci', [override('link_a', 0), override('cert', 12)]);
    await panels(screen);
    expect(screen.textContent).toContain('Collegamento con il distributore perso.');
    expect(screen.textContent).toContain('Il certificato scade tra 12 giorni.');
    expect(rowOf(screen, 'Eth_A, distributore')[1]).toBe('Perso');
    const signOf = (name: string) =>
      getByRole(screen, 'rowheader', { name })
        .closest('tr')
        ?.querySelector('.al')
        ?.getAttribute('aria-label');
    await eventually(() =>
      expect(signOf('Eth_A, distributore')).toBe('Allarme da riconoscere, priorità: Alta'),
    );
    expect(signOf('Certificato')).toBe('Allarme da riconoscere, priorità: Media');
    expect(signOf('Eth_B, aggregatore')).toBeUndefined();
  });

  test('a silent one keeps what it said last, hatched, and takes no command', async () => {
    const screen = await openController('admin', [{ kind: 'override-silent', group: 'cci', id: 1 }]);
    expect(titleOf(screen)).toBe('Il controllore non comunica');
    await panels(screen);
    expect(screen.querySelectorAll('section.stale').length).toBeGreaterThan(1);
    expect(getByRole(screen, 'button', { name: 'Limita P…' })).toHaveProperty('disabled', true);
  });

  test('the switches stand in the one-line, and the curve has the point of work', async () => {
    const screen = await openController('cci', [{ kind: 'ddi-open' }]);
    await panels(screen);
    getByRole(screen, 'img', { name: 'DG chiuso, DDI aperto' });
    const curve = getByRole(screen, 'img', { name: /^Curva Q\(V\): punto di lavoro [01],\d{3}\sVn, / });
    expect(curve.querySelectorAll('circle')).toHaveLength(1);
  });

  test('the limits of the distribution operator are among the commands received', async () => {
    const screen = await openController();
    await panels(screen);
    await eventually(() => getByText(screen, 'Nessun comando ricevuto.'));
    page.datalogger.plant.inject({ kind: 'dso-limit', percent: 40 });
    await page.datalogger.run(30);
    refreshAll();
    await eventually(() =>
      expect(rowOf(screen, 'Limite P').slice(1)).toEqual([
        'Distributore',
        'Limite P',
        '100 → 40 %',
        expect.stringMatching(/^40.% dopo \d+.s$/),
      ]),
    );
    // The newest minute of samples is there when it is over.
    await page.datalogger.run(90);
    refreshAll();
    const chosen = await eventually(() => getByLabelText(screen, 'Risposta al gradino'));
    expect(plain(chosen.textContent)).toMatch(/^[\d:]+ 100 → 40 %$/);
    const chart = chosen.closest('figure') as HTMLElement;
    expect([...chart.querySelectorAll('.key button')].map(({ textContent }) => plain(textContent))).toEqual([
      ...['Richiesto, %', 'Misurato', 'Applicato'],
    ]);
    getByLabelText(chart, /^100 → 40.%, 40.% dopo \d+.s\./);
  });

  test('a plant without one says so', async () => {
    const screen = await openController('normal', [], { size: 'small' });
    expect(titleOf(screen)).toBe('Nessun controllore centrale configurato');
  });
});

describe('commands', () => {
  const open = async (screen: HTMLElement, name: string) => {
    await panels(screen);
    getByRole(screen, 'button', { name }).click();
    return eventually(() => getByRole(screen, 'dialog'));
  };
  /** Types, and lets the page take it in. */
  const enter = async (dialog: HTMLElement, label: string | RegExp, value: string) => {
    fireEvent.input(getByLabelText(dialog, label), { target: { value } });
    await setImmediate();
  };
  const consent = async (dialog: HTMLElement) => {
    getByLabelText(dialog, /^Agisce su tutto/).click();
    await setImmediate();
  };
  const press = (dialog: HTMLElement, name: string) => getByRole(dialog, 'button', { name }).click();

  test.each<TestRole>(['normal', 'cci'])('%s sees whose they are, and no button', async role => {
    const screen = await openController(role);
    await panels(screen);
    expect(
      getByText(
        screen,
        'Solo lettura: i comandi spettano agli amministratori e ai tecnici che essi abilitano.',
      ),
    ).toBeTruthy();
    expect(queryByRole(screen, 'button', { name: 'Limita P…' })).toBeNull();
  });

  test('a number that may be a thousand or one is not taken', async () => {
    const screen = await openController('admin');
    const dialog = await open(screen, 'Limita P…');
    await enter(dialog, /^Potenza attiva, al massimo/, '1.000');
    getByText(dialog, 'Scrivi un numero.');
    expect(getByRole(dialog, 'button', { name: 'Continua' }).hasAttribute('disabled')).toBe(true);
  });

  test('old and new are shown before anything is done, and the measured state ends it', async () => {
    const screen = await openController('admin');
    const dialog = await open(screen, 'Limita P…');
    await enter(dialog, /^Potenza attiva, al massimo/, '60');
    // One base: what is typed is said in kW too.
    await eventually(() => getByText(dialog, /^60,0.% \(667.kW\)\. Da 0 a 100; il 100 % è 1\.111.kW/));
    press(dialog, 'Continua');
    await eventually(() => getByText(dialog, /^L’impianto erogherà al massimo/));
    await consent(dialog);
    expect(plain(dialog.querySelector('dl')?.textContent)).toContain('Adesso100,0 % (1.111 kW)');
    expect(plain(dialog.querySelector('dl')?.textContent)).toContain('Dopo60,0 % (667 kW)');
    press(dialog, 'Conferma comando');
    await eventually(() => getByText(dialog, /^Attendo che la misura/));
    await page.datalogger.run(70);
    refreshAll();
    await eventually(() => getByText(dialog, /^Eseguito/));
    expect(titleOf(screen)).toBe('Potenza limitata al 60 % da comando');
    await eventually(() =>
      expect(rowOf(screen, 'Limite P').slice(1)).toEqual([
        'admin',
        'Limite P',
        '100 → 60 %',
        expect.stringMatching(/^60.% dopo \d+.s$/),
      ]),
    );
  });

  test('a higher limit than the operator’s says before and after that the operator prevails', async () => {
    const screen = await openController('admin', [{ kind: 'dso-limit', percent: 30 }]);
    const prevails = /^Prevale Limite P del distributore \(30,0.%\)/;
    await panels(screen);
    expect(rowOf(screen, 'Potenza attiva')[1]).toBe('30,0 % · Distributore');
    const dialog = await open(screen, 'Limita P…');
    await enter(dialog, /^Potenza attiva, al massimo/, '80');
    press(dialog, 'Continua');
    await eventually(() => getByText(dialog, /^L’impianto erogherà al massimo 333/));
    getByText(dialog, prevails);
    await consent(dialog);
    press(dialog, 'Conferma comando');
    await eventually(() => getByText(dialog, /^Attendo che la misura/));
    await page.datalogger.run(70);
    refreshAll();
    await eventually(() => getByText(dialog, prevails));
    expect(queryByText(dialog, /^Eseguito|^Attendo/)).toBeNull();
  });

  test('back to automatic under the operator’s limit asks for that limit, and is no success of the measure', async () => {
    const screen = await openController('admin', [{ kind: 'dso-limit', percent: 30 }]);
    const dialog = await open(screen, 'Torna in automatico…');
    press(dialog, 'Continua');
    await eventually(() => getByText(dialog, /^Prevale Limite P del distributore/));
    press(dialog, 'Conferma comando');
    await page.datalogger.run(70);
    refreshAll();
    await eventually(() =>
      expect(plain(dialog.querySelector('dl')?.textContent)).toContain('Richiesto30,0 %'),
    );
    await eventually(() => getByText(dialog, /^Prevale Limite P del distributore/));
    expect(queryByText(dialog, /^Eseguito/)).toBeNull();
  });

  test('a limit of the whole plant needs a touch more, and nothing typed', async () => {
    const screen = await openController('admin');
    const dialog = await open(screen, 'Limita P…');
    await enter(dialog, /^Potenza attiva, al massimo/, '0');
    press(dialog, 'Continua');
    await eventually(() => getByLabelText(dialog, /^Agisce su tutto/));
    expect(getByRole(dialog, 'button', { name: 'Conferma comando' })).toHaveProperty('disabled', true);
    await consent(dialog);
    await eventually(() =>
      expect(getByRole(dialog, 'button', { name: 'Conferma comando' })).toHaveProperty('disabled', false),
    );
  });

  test('who is there before is named', async () => {
    const screen = await openController('admin');
    const token = page.datalogger.login('admin');
    const json = { oggetto: 'cci.1', azione: 'automatico' };
    await page.datalogger.request('/api/comandi', { method: 'POST', token, json });
    const dialog = await open(screen, 'Torna in automatico…');
    press(dialog, 'Continua');
    await eventually(() => getByText(dialog, /^admin sta già comandando/));
  });

  test('without the line no command can be given', async () => {
    const screen = await openController('admin');
    await panels(screen);
    page.cutLine(true);
    refreshAll();
    await eventually(() => refreshAll());
    await eventually(() => expect(queryByText(screen, /^Comandi bloccati/)).not.toBeNull());
    expect(getByRole(screen, 'button', { name: 'Limita P…' })).toHaveProperty('disabled', true);
  });
});
