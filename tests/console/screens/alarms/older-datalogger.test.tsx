import { getByText } from '@testing-library/dom';
import { afterEach, expect, test } from 'vitest';
import { Screen } from '../../../../src/console/screens/alarms/Alarms';
import { type ConsolePage, openConsole } from '../../../support/console-page';
import { eventually } from '../../../support/eventually';

let page: ConsolePage;
afterEach(() => page.close());

/** From now on the datalogger answers as one that knows no incidents. */
function makeOlder(): void {
  const newer = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : String(input), location.href);
    if (url.searchParams.has('raggruppa')) {
      return Response.json({ codice: 'invalid', messaggio: '', campo: 'raggruppa' }, { status: 400 });
    }
    const response = await newer(input, init);
    if (url.pathname !== '/api/allarmi' || response.status !== 200) return response;
    const { righe, ...rest } = await response.json();
    const rows = righe.map(({ conseguenze: _, ...row }: { conseguenze?: object }) => row);
    return Response.json({ ...rest, righe: rows }, { headers: { date: response.headers.get('date') ?? '' } });
  };
}

test('an older datalogger, which knows no incidents, has a row for each alarm, and a consequence names its cause', async () => {
  page = await openConsole('admin', ['shell', 'devices', 'table', 'alarms', 'alarm-list'], {
    size: 'medium',
    at: '2026-06-10T13:00:00+02:00',
  });
  makeOlder();
  history.replaceState(null, '', '/allarmi');
  page.datalogger.plant.inject({ kind: 'inverter-trip', inverter: 7, cause: 'ground' });
  await page.datalogger.run(60);
  const screen = page.show(<Screen />);
  const names = () => [...screen.querySelectorAll('.alm tbody th > button')].map(each => each.textContent);
  await eventually(() => expect(names()).toEqual(['INV 07: Guasto a terra', 'INV 07: Inverter in guasto']));
  getByText(screen, '1 allarme da riconoscere');
  await eventually(() => getByText(screen, 'Conseguenza di INV 07: Guasto a terra'));
  expect(screen.textContent).not.toMatch(/conseguenze|NaN|undefined|null/);
});
