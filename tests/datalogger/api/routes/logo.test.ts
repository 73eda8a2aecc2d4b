import { afterAll, beforeAll, expect, test } from 'vitest';
import { mostLogoText } from '../../../../src/contract/logo-limits';
import { startDatalogger, type TestDatalogger } from '../../../support/datalogger';
import { exampleLogo } from '../../../support/example-logo';

let datalogger: TestDatalogger;
beforeAll(async () => {
  datalogger = await startDatalogger();
});
afterAll(() => datalogger.close());

async function send(immagine: string): Promise<Response> {
  const token = datalogger.login('admin');
  return datalogger.request('/api/impianto/1/logo', { method: 'PUT', token, json: { immagine } });
}
async function kept(): Promise<string> {
  const token = datalogger.login('cci');
  return (await (await datalogger.request('/api/impianto/1/logo', { token })).json()).immagine;
}
const text = (bytes: readonly number[]) => Buffer.from(bytes).toString('base64');
const frame = (height: number, width: number, parts = 3, bits = 8) => [
  ...[0xff, 0xd8, 0xff, 0xc0, 0, 17, bits, height >> 8, height & 255, width >> 8, width & 255, parts],
  ...[0, 0, 0, 0, 0, 0, 0, 0, 0],
];

test('the logo is kept, is read by every account, and is taken away again', async () => {
  expect(await kept()).toBe('');
  expect((await send(exampleLogo)).status).toBe(200);
  expect(await kept()).toBe(exampleLogo);
  const [row] = datalogger.config.audit.newest(1);
  expect(row).toMatchObject({ action: 'plant.change', object: 'impianto/1/logo' });
  expect(row?.changes).toEqual({ foto: [null, expect.stringMatching(/^[0-9a-f]{12}$/)] });
  expect((await send('')).status).toBe(200);
  expect(await kept()).toBe('');
});

test.each([
  ['a drawing with scripts', Buffer.from('<svg onload="x()"/>').toString('base64')],
  ['a PNG', Buffer.from('\x89PNG\r\n\x1a\n0000000000', 'latin1').toString('base64')],
  ['the start of a JPEG alone', text([0xff, 0xd8, 0xff, 0xe0])],
  ['a length that leads nowhere', text([0xff, 0xd8, 0xff, 0xe0, 0xff, 0xff, 1, 2, 3, 4, 5, 6, 7, 8])],
  ['60,000 pixels', text(frame(60_000, 60_000))],
  ['no pixels', text(frame(0, 16))],
  ['two components', text(frame(8, 16, 2))],
  ['twelve bits', text(frame(8, 16, 3, 12))],
])('%s is no logo, and what was there stays', async (_name, immagine) => {
  await send(exampleLogo);
  const answer = await send(immagine);
  expect(answer.status).toBe(422);
  expect(await answer.json()).toMatchObject({ codice: 'invalid', campo: 'immagine' });
  expect(await kept()).toBe(exampleLogo);
});

test('anything but Base64, and too much of it, is refused at its field', async () => {
  for (const immagine of ['data:image/jpeg;base64,AAAA', 'A'.repeat(mostLogoText + 4)]) {
    const answer = await send(immagine);
    expect([400, 422]).toContain(answer.status);
    expect(await answer.json()).toMatchObject({ campo: 'immagine' });
  }
});

test('it is in the backup, and a restore of it is said as a change', async () => {
  await send(exampleLogo);
  const token = datalogger.login('admin');
  const post = (path: string, json: object) =>
    datalogger.request(`/api/sistema/${path}`, { method: 'POST', token, json });
  const file = await (await post('backup', {})).json();
  expect(file.contenuto.logo).toEqual({ immagine: exampleLogo });
  await send('');
  const plan = await (await post('ripristino', { file })).json();
  expect(plan.differenze).toEqual([
    {
      oggetto: 'impianto/1/logo',
      campo: 'foto',
      vecchio: null,
      nuovo: expect.stringMatching(/^[0-9a-f]{12}$/),
    },
  ]);
  expect((await post(`ripristino/${plan.id}/conferma`, {})).status).toBe(200);
  expect(await kept()).toBe(exampleLogo);
});
