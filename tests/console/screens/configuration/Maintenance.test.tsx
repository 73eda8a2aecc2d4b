import { fireEvent, getByLabelText, getByRole, queryByRole } from '@testing-library/dom';
import { afterEach, expect, test, vi } from 'vitest';
import { Maintenance } from '../../../../src/console/screens/configuration/Maintenance';
import { type ConsolePage, openConsole } from '../../../support/console-page';
import { eventually } from '../../../support/eventually';

let page: ConsolePage;
const saved: File[] = [];

afterEach(async () => {
  vi.restoreAllMocks();
  saved.length = 0;
  await page.close();
});

async function openMaintenance(): Promise<HTMLElement> {
  page = await openConsole('admin', ['shell', 'config', 'config-system', 'config-setup'], { historyDays: 3 });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  vi.spyOn(URL, 'createObjectURL').mockImplementation(blob => {
    if (blob instanceof Blob) saved.push(new File([blob], 'saved.backup'));
    return 'blob:saved';
  });
  const screen = page.show(<Maintenance />);
  const withHistory = await eventually(() =>
    getByRole(screen, 'switch', { name: /Con lo storico \(circa .+MB\)/ }),
  );
  withHistory.click();
  return screen;
}

/** The only file that was saved. */
function theFile(): File {
  const [file] = saved;
  if (!file) throw new Error('nothing was saved');
  return file;
}

function choose(screen: HTMLElement, file: File): void {
  const input = getByLabelText(screen, 'Ripristino da file');
  Object.defineProperty(input, 'files', { value: [file], configurable: true });
  fireEvent.change(input);
}

const button = (place: HTMLElement, name: string) => getByRole(place, 'button', { name });
const words = (screen: HTMLElement) =>
  getByRole(screen, 'region', { name: 'Backup e ripristino' }).textContent;

async function save(screen: HTMLElement): Promise<void> {
  button(screen, 'Scarica').click();
  await eventually(() => expect(words(screen)).toMatch(/Scaricato: meridiana-.+\.backup/));
}

test('a backup with its history is restored, and the restart it needs is offered', async () => {
  const screen = await openMaintenance();
  await save(screen);
  expect(
    (
      await (
        await page.datalogger.request('/api/sistema/storia', { token: page.datalogger.login('admin') })
      ).json()
    ).copia,
  ).toBeNull();

  choose(screen, theFile());
  await eventually(() => expect(words(screen)).toContain('Con 4 giorni di storico.'));
  button(screen, 'Ripristina…').click();
  const dialog = await eventually(() => getByRole(document.body, 'dialog'));
  getByRole(dialog, 'switch', { name: 'Ho letto che cosa succede' }).click();
  await new Promise(requestAnimationFrame);
  button(dialog, 'Ripristina').click();
  await eventually(() => expect(words(screen)).toContain('Serve un riavvio'));
  button(getByRole(screen, 'region', { name: 'Backup e ripristino' }), 'Riavvia…').click();
  await eventually(() => expect(getByRole(document.body, 'dialog').textContent).toContain('Riavviare'));
});

test('a file whose history is cut is refused, and nothing of it can be restored', async () => {
  const screen = await openMaintenance();
  await save(screen);
  const file = theFile();
  choose(screen, new File([file.slice(0, file.size - 100)], 'cut.backup'));
  await eventually(() =>
    expect(words(screen)).toContain('Il file non è un backup valido o è danneggiato: scegline un altro.'),
  );
  expect(queryByRole(screen, 'button', { name: 'Ripristina…' })).toBeNull();
});

test('what takes long can be ended, and a datalogger without history has the rest', async () => {
  const screen = await openMaintenance();
  button(screen, 'Scarica').click();
  (await eventually(() => button(screen, 'Annulla'))).click();
  await eventually(() => expect(words(screen)).toContain('Interrotto: nulla è cambiato.'));
  expect(saved).toHaveLength(0);
  await page.close();

  page = await openConsole('admin', ['shell', 'config', 'config-system', 'config-setup']);
  page.refuse('/api/sistema/storia', 404);
  const other = page.show(<Maintenance />);
  (await eventually(() => button(other, 'Scarica'))).click();
  await eventually(() => expect(words(other)).toMatch(/Scaricato: meridiana-.+\.json/));
  expect(queryByRole(other, 'switch')).toBeNull();
});
