import { getAllByRole, getByLabelText, getByRole } from '@testing-library/dom';
import { afterEach, expect, test } from 'vitest';
import { setLanguage } from '../../../../src/console/i18n/translate';
import { Screen } from '../../../../src/console/screens/configuration/Schedules';
import { type ConsolePage, openConsole } from '../../../support/console-page';
import { eventually } from '../../../support/eventually';
import { exampleSchedule } from '../../../support/example-services';

const parts = ['shell', 'config', 'config-schedules', 'table'] as const;

let page: ConsolePage;
afterEach(() => page.close());

test('a recipient begins in the language of who adds it, and what mail lacks is linked', async () => {
  page = await openConsole('admin', parts);
  await setLanguage('de');
  const destinatari = [{ email: 'a@example.net', lingua: 'it' as const }];
  const azione = {
    tipo: 'report_email',
    report: 'mensile',
    destinatari,
    allegato: true,
    pdf: false,
  } as const;
  page.datalogger.config.schedules.add({ ...exampleSchedule, nome: 'Monatsbericht', azione });
  const screen = page.show(<Screen />);
  const link = await eventually(() => getByRole(screen, 'link', { name: 'E-Mail nicht eingerichtet' }));
  expect(link.getAttribute('href')).toBe('/config/setup-sistema');
  await eventually(() => getByRole(screen, 'table'));
  const add = getAllByRole(screen, 'button', { name: 'Hinzufügen' });
  add.find(({ parentElement }) => parentElement?.querySelector('table'))?.click();
  const added = await eventually(() => getByLabelText(screen, 'Sprache 2'));
  expect((added as HTMLSelectElement).value).toBe('de');
});
