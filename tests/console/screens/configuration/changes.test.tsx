import { getByRole, getByText, queryByText } from '@testing-library/dom';
import { afterEach, expect, test } from 'vitest';
import { differencesIn } from '../../../../src/console/data/audit';
import { AuditLog } from '../../../../src/console/screens/configuration/AuditLog';
import { Differences } from '../../../../src/console/screens/configuration/changes/Differences';
import type { ConfigKind, ConfigOf } from '../../../../src/contract/config/kinds';
import { bodyOf, firstOf } from '../../../support/config-records';
import { type ConsolePage, openConsole } from '../../../support/console-page';
import { eventually } from '../../../support/eventually';

let page: ConsolePage;
afterEach(() => page.close());

const open = async () => {
  page = await openConsole('admin', ['shell', 'config', 'config-opened', 'config-setup', 'audit']);
};

/** Changes some fields of the first device of a kind. */
async function change<K extends ConfigKind>(kind: K, fields: Partial<ConfigOf<K>>) {
  const { datalogger } = page;
  const first = firstOf(datalogger, kind);
  const reply = await datalogger.request(`/api/config/${kind}/${first.id}`, {
    method: 'PUT',
    token: datalogger.login('admin'),
    headers: { 'If-Match': '*' },
    json: { ...bodyOf(first), ...fields },
  });
  expect(reply.status).toBe(200);
}

test('the audit log names the fields and values of a change as the form does', async () => {
  await open();
  await change('box-stringhe', { note: 'Pulito', inverter: 2 });
  const screen = page.show(<AuditLog />);
  const cell = await eventually(() => getByText(screen, /Inverter: INV 01 →/));
  expect(cell.textContent).toBe('Inverter: INV 01 → INV 02');
  expect(getByText(screen, /Note: /).textContent).toBe('Note: — → Pulito');
  expect(queryByText(screen, /inverter: |note: /)).toBeNull();
});

test('where the records that give a unit cannot be read, the field has its words all the same', async () => {
  await open();
  await change('sensori', { note: 'Pulito' });
  page.refuse('/api/config/sensori', 404);
  const screen = page.show(<AuditLog />);
  expect((await eventually(() => getByText(screen, /Note: /))).textContent).toBe('Note: — → Pulito');
});

test('a restore says record by record, in the words of the forms, what it would change', async () => {
  await open();
  const differences = differencesIn([
    { oggetto: 'config/inverters/3', campo: 'in_manutenzione', vecchio: false, nuovo: true },
    { oggetto: 'config/inverters/3', campo: 'timeout', vecchio: 1000, nuovo: 2000 },
    { oggetto: 'impianto/1', campo: 'gruppo_continuita.spegnimento', vecchio: null, nuovo: 10 },
    { oggetto: 'sistema/notifiche', campo: 'massimo_ora', vecchio: 10, nuovo: 20 },
    { oggetto: 'account/mario', campo: 'password_hash', vecchio: '***', nuovo: '***' },
  ]);
  const screen = page.show(<Differences differences={differences} pick={undefined} />);
  const rows = await eventually(() => {
    expect(screen.querySelectorAll('td > div')).toHaveLength(5);
    return [...getByRole(screen, 'table').querySelectorAll('tbody tr')].map(row =>
      [...row.querySelectorAll('th, td > div')].map(({ textContent }) => textContent).join(' | '),
    );
  });
  expect(rows).toMatchInlineSnapshot(`
    [
      "Inverter 3 | In manutenzione: no → sì | Timeout: 1000 ms → 2000 ms",
      "Dati impianto | UPS · Spegnimento dopo batteria scarica: — → 10 min",
      "Notifiche | Al massimo all’ora: 10 → 20",
      "Account mario | Password: *** → ***",
    ]
  `);
});
