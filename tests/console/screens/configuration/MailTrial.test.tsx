import { fireEvent, getByLabelText, getByRole, getByText, queryByRole } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { MailTrial } from '../../../../src/console/screens/configuration/MailTrial';
import { openConsole } from '../../../support/console-page';
import { eventually } from '../../../support/eventually';

test('a test e-mail says why it was not sent', async () => {
  const page = await openConsole('admin', ['shell', 'config', 'config-system', 'config-sharing']);
  const panel = page.show(<MailTrial record={{ abilitata: true }} />);
  const button = await eventually(() => getByRole(panel, 'button', { name: 'Invia una prova' }));
  expect(button.hasAttribute('disabled')).toBe(true);
  fireEvent.input(getByLabelText(panel, 'E-mail di prova a'), { target: { value: 'anna@example.com' } });
  await eventually(() => expect(button.hasAttribute('disabled')).toBe(false));
  button.click();
  await eventually(() => getByText(panel, /^Non inviata: .+\.$/));
  await page.close();
});

test('a test e-mail is offered only where sending is saved as switched on', async () => {
  const page = await openConsole('admin', ['shell', 'config', 'config-system']);
  const panel = page.show(
    <>
      <MailTrial record={{ abilitata: false }} />
      <p>below</p>
    </>,
  );
  await eventually(() => getByText(panel, 'below'));
  expect(queryByRole(panel, 'button', { name: 'Invia una prova' })).toBeNull();
  await page.close();
});
