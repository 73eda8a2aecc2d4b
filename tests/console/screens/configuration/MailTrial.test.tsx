import { fireEvent, getByLabelText, getByRole, getByText, queryByRole } from '@testing-library/dom';
import { afterEach, expect, test } from 'vitest';
import { Panel } from '../../../../src/console/configuration/Panel';
import type { Part } from '../../../../src/console/i18n/words';
import { MailTrial } from '../../../../src/console/screens/configuration/MailTrial';
import { administratorPanels } from '../../../../src/console/screens/configuration/system-panels';
import { type ConsolePage, openConsole } from '../../../support/console-page';
import { eventually } from '../../../support/eventually';
import { exampleMail, exampleNotifications, exampleSchedule } from '../../../support/example-services';

let page: ConsolePage;
afterEach(() => page.close());

const parts: readonly Part[] = ['shell', 'config', 'config-system', 'config-opened', 'config-sharing'];
const open = async () => {
  page = await openConsole('admin', parts);
  return page.datalogger.config;
};
/** The panels of mail and notifications. */
const panels = () =>
  page.show(
    administratorPanels.map(screen => <Panel key={screen.title} screen={screen} isReadOnly={false} />),
  );
/** Saved as switched on. */
const { password: _, ...mail } = exampleMail;
const within = (screen: HTMLElement, name: string) => eventually(() => getByRole(screen, 'region', { name }));

test('a test e-mail says why it was not sent, and at which step', async () => {
  await open();
  const panel = page.show(<MailTrial />);
  const button = await eventually(() => getByRole(panel, 'button', { name: 'Invia una prova' }));
  expect(button.hasAttribute('disabled')).toBe(true);
  fireEvent.input(getByLabelText(panel, 'E-mail di prova a'), { target: { value: 'anna@example.com' } });
  await eventually(() => expect(button.hasAttribute('disabled')).toBe(false));
  button.click();
  await eventually(() => getByText(panel, /^Non inviata: .+\.$/));
  const steps = [...panel.querySelectorAll('li')].map(step => step.textContent);
  expect(steps[0]).toMatch(/^Nome: fallito, /);
  expect(steps.slice(1)).toEqual([
    'Connessione: saltato',
    'TLS: saltato',
    'Accesso: saltato',
    'Invio: saltato',
  ]);
});

test('where sending is not saved as switched on, notifications say that none is sent, and no test is offered', async () => {
  const { services } = await open();
  services.notifications.write({ ...exampleNotifications, abilitate: true }, null);
  const told = await within(panels(), 'Notifiche');
  await eventually(() => getByText(told, 'La posta è spenta: nessuna notifica parte per e-mail.'));
  expect(queryByRole(told, 'button', { name: 'Invia una prova' })).toBeNull();
});

test('where sending is saved as switched on, a test is offered below mail and below notifications', async () => {
  const { services } = await open();
  services.notifications.write({ ...exampleNotifications, abilitate: true }, null);
  services.mail.write(mail, null);
  const shown = panels();
  for (const name of ['Posta', 'Notifiche']) {
    const panel = await within(shown, name);
    await eventually(() => getByRole(panel, 'button', { name: 'Invia una prova' }));
  }
});

test('switching mail off says who sends through it', async () => {
  const { services, schedules } = await open();
  services.mail.write(mail, null);
  services.notifications.write({ ...exampleNotifications, abilitate: true }, null);
  const destinatari = [{ email: 'a@example.net', lingua: 'it' as const }];
  const azione = {
    tipo: 'report_email',
    report: 'mensile',
    destinatari,
    allegato: true,
    pdf: false,
  } as const;
  schedules.add({ ...exampleSchedule, nome: 'Report del mese', azione });
  schedules.add({ ...exampleSchedule, nome: 'Non più', abilitata: false, azione });
  const panel = await within(panels(), 'Posta');
  const switched = await eventually(() => getByLabelText(panel, 'Attiva'));
  await eventually(() => getByRole(panel, 'button', { name: 'Invia una prova' }));
  switched.click();
  await eventually(() => getByText(panel, 'Lo usano: Report del mese, Notifiche.'));
});
