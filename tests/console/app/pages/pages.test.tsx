import { getByRole, getByText, queryByRole } from '@testing-library/dom';
import { afterEach, expect, test, vi } from 'vitest';
import { ErrorBoundary } from '../../../../src/console/app/pages/ErrorBoundary';
import { NotAllowed } from '../../../../src/console/app/pages/NotAllowed';
import { NotFound } from '../../../../src/console/app/pages/NotFound';
import { plantFacts } from '../../../../src/console/data/facts';
import { useResource } from '../../../../src/console/data/use-resource';
import { setLanguage } from '../../../../src/console/i18n/translate';
import { type ConsolePage, openConsole } from '../../../support/console-page';
import { eventually } from '../../../support/eventually';

let page: ConsolePage;
let isBroken = false;

function Screen() {
  if (isBroken) throw new Error('a value nobody thought of');
  return <p>Schermata</p>;
}

afterEach(() => page.close());

test('/notfound has its two texts in every language, and three links home', async () => {
  page = await openConsole('admin', ['shell']);
  const shown = page.show(<NotFound />);
  await eventually(() => getByText(shown, 'Stato dell’impianto adesso'));
  await setLanguage('de');
  await eventually(() => expect(document.documentElement.textContent).not.toContain('Stato dell’impianto'));
  expect(getByRole(shown, 'heading').textContent).toBe('Not Found');
  expect(getByText(shown, 'Requested resource is not available.')).toBeTruthy();
  const links = [...shown.querySelectorAll('a')];
  expect(links.map(link => link.getAttribute('href'))).toEqual(['/', '/', '/']);
});

test('a screen that the role may not open says who may', async () => {
  page = await openConsole('normal', ['shell']);
  const shown = page.show(<NotAllowed path="/config/cci" />);
  const text = 'Controllore centrale può essere aperta da: amministratore, tecnico del controllore.';
  await eventually(() => getByText(shown, text));
  expect(getByText(shown, /accesso come utente/)).toBeTruthy();
  expect(getByRole(shown, 'link').getAttribute('href')).toBe('/');
});

test('a screen that throws is replaced by another try, and works again when its cause is gone', async () => {
  page = await openConsole('normal', ['shell']);
  isBroken = true;
  const quiet = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const shown = page.show(
    <ErrorBoundary>
      <Screen />
    </ErrorBoundary>,
  );
  await eventually(() => getByText(shown, 'Questa schermata si è fermata per un errore.'));
  isBroken = false;
  getByRole(shown, 'button', { name: 'Riprova' }).click();
  await eventually(() => getByText(shown, 'Schermata'));
  expect(queryByRole(shown, 'alert')).toBeNull();
  quiet.mockRestore();
});

function Plant() {
  const { value } = useResource(plantFacts);
  if (value?.name === 'damaged') throw new Error('a value nobody thought of');
  return <p>{value?.name}</p>;
}

test('a screen that its own data has stopped reads the data again', async () => {
  page = await openConsole('admin', ['shell']);
  page.change('/api/impianto/1', { nome: 'damaged' });
  const quiet = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const shown = page.show(
    <ErrorBoundary>
      <Plant />
    </ErrorBoundary>,
  );
  const retry = await eventually(() => getByRole(shown, 'button', { name: 'Riprova' }));
  page.change('/api/impianto/1', { nome: 'whole' });
  retry.click();
  await eventually(() => getByText(shown, 'whole'));
  quiet.mockRestore();
});

test('a screen that has stopped tries again by itself', async () => {
  page = await openConsole('admin', ['shell']);
  isBroken = true;
  const quiet = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const shown = page.show(
    <ErrorBoundary>
      <Screen />
    </ErrorBoundary>,
  );
  await vi.waitFor(() => getByRole(shown, 'alert'));
  isBroken = false;
  await vi.advanceTimersByTimeAsync(10_000);
  vi.useRealTimers();
  await eventually(() => getByText(shown, 'Schermata'));
  quiet.mockRestore();
});
