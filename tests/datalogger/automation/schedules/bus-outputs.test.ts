import * as v from 'valibot';
import { afterEach, expect, test } from 'vitest';
import { AuditPage } from '../../../../src/contract/audit';
import type { Schedule } from '../../../../src/contract/schedules';
import { libraryShelf } from '../../../../src/datalogger/sources/fieldbus/profiles/shelf';
import { eventually } from '../../../support/eventually';
import { exampleSchedule } from '../../../support/example-services';
import { startFieldDatalogger } from '../../../support/field-datalogger';
import { serveModules } from '../../../support/module-server';
import { serviceCalls } from '../../api/routes/services-support';

const open: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

/** A datalogger with relay 3 of a module as its output 9, and with a schedule that closes it from 12:00 on. */
async function begin(action: object = {}, commands = true) {
  const server = await serveModules();
  open.push(server.close);
  const datalogger = await startFieldDatalogger({
    at: '2026-06-10T11:59:40+02:00',
    driver: libraryShelf.modules,
  });
  open.push(() => datalogger.close());
  const { add, pass } = datalogger;
  const at = { host: '127.0.0.1', porta: server.port, timeout: 300, tentativi: 0 };
  await add('moduli-io', { ...at, nome: 'Moxa', unita: 1, numero: 1, profilo: 'moxa-e1214' });
  await add('digital-signals', { nome: 'Luce', modulo: 1, canale: 3, uscita: 9, allarme: false });
  const { get, post, put } = serviceCalls(datalogger);
  expect((await put('bus/comandi', { abilitato: commands })).status).toBe(200);
  const azione = { tipo: 'uscita_rele', uscita: 9, attiva: true, durata: 2, a_fine: 'ripristina', ...action };
  const { status } = await post('pianificazioni', { ...exampleSchedule, azione });
  expect(status).toBe(200);
  const schedule = async (): Promise<Schedule> => (await get('pianificazioni')).body[0];
  const written = (lines: readonly string[]) =>
    eventually(() => {
      if (JSON.stringify(server.writes) !== JSON.stringify(lines)) throw new Error(server.writes.join('; '));
    });
  await pass(5);
  return { ...server, ...datalogger, schedule, written, get, post, put };
}

test('a schedule closes a relay on the bus, is read back, opens it again, and is on record', async () => {
  const { pass, written, schedule, shown, get, settled } = await begin();
  await pass(17);
  await written(['1 2 1']);
  await pass(5);
  expect(shown('di', 'v')).toBe(1);
  expect((await schedule()).ultimo).toMatchObject({ esito: 'in_corso', motivo: null });
  await pass(125);
  await written(['1 2 1', '1 2 0']);
  await settled();
  expect((await schedule()).ultimo).toMatchObject({ esito: 'riuscita', motivo: null });
  // Each write has its row, at the signal that names the output.
  const { righe } = v.parse(AuditPage, (await get('registro')).body);
  const rows = righe.filter(({ azione }) => azione === 'command.result').reverse();
  expect(rows.map(({ oggetto, modifiche, esito }) => [oggetto, modifiche[0]?.nuovo, esito])).toEqual([
    ['config/digital-signals/1', 1, 'ok'],
    ['config/digital-signals/1', 0, 'ok'],
  ]);
  expect(righe.some(({ oggetto }) => oggetto.startsWith('pianificazioni'))).toBe(true);
});

test('a relay that falls back or does not answer is said so, and its window ends as failed', async () => {
  const { pass, written, schedule, say } = await begin();
  await pass(20);
  await written(['1 2 1']);
  await say('set 1 2 0');
  await pass(10);
  expect((await schedule()).ultimo).toMatchObject({ esito: 'in_corso', motivo: 'non_riletta' });
  await pass(125);
  expect((await schedule()).ultimo).toMatchObject({ esito: 'fallita', motivo: 'non_riletta' });
});

test('an output that falls back is an alarm of its signal, until it is as it was ordered', async () => {
  const here = await begin({ uscita: 10 });
  expect(await ordered(here, 1)).toEqual([0, 1, 204, null]);
  await here.say('set 1 2 0');
  await here.pass(20);
  const present = async () =>
    v
      .parse(
        v.object({
          righe: v.array(v.object({ codice: v.string(), nome: v.string(), presente: v.boolean() })),
        }),
        (await here.get('allarmi')).body,
      )
      .righe.filter(({ codice, presente }) => presente && codice === 'DIN04')
      .map(({ nome }) => nome);
  expect(await present()).toEqual(['Luce']);
  expect(await ordered(here, 1)).toEqual([0, 1, 204, null]);
  await here.pass(20);
  expect(await present()).toEqual([]);
});

test('a module that refuses ends the window at once', async () => {
  const { pass, schedule, say, settled, writes } = await begin();
  await say('refuse');
  await pass(20);
  await settled();
  expect((await schedule()).ultimo).toMatchObject({ esito: 'fallita', motivo: 'rifiutato' });
  expect(writes).toEqual([]);
});

test.each([
  ['without commands', {}, false],
  ['for an output that no record names', { uscita: 10 }, true],
])('%s nothing is switched, and the schedule says so before it is due', async (_, action, commands) => {
  const { pass, schedule, writes } = await begin(action, commands);
  expect((await schedule()).ostacolo).toBe('non_possibile');
  await pass(30);
  expect((await schedule()).ultimo).toMatchObject({ esito: 'fallita', motivo: 'non_possibile' });
  expect(writes).toEqual([]);
});

/** A person switches the output of a signal: selects, and confirms. */
const ordered = async ({ post }: Awaited<ReturnType<typeof begin>>, valore: number, oggetto = 'di.1') => {
  const chosen = await post('comandi', { oggetto, azione: 'uscita', valore });
  if (chosen.status !== 200) return [chosen.status, chosen.body.codice];
  const done = await post(`comandi/${chosen.body.id}/conferma`, {});
  return [chosen.body.vecchio, chosen.body.nuovo, done.status, done.body?.codice ?? null];
};

test('a person switches an output by hand: what is done was read back, and is on record under their name', async () => {
  const here = await begin({ uscita: 10 });
  expect(await ordered(here, 1)).toEqual([0, 1, 204, null]);
  expect(here.writes).toEqual(['1 2 1']);
  await here.pass(5);
  expect(here.shown('di', 'v')).toBe(1);
  expect(await ordered(here, 0)).toEqual([1, 0, 204, null]);
  const { body } = await here.get('comandi?gruppo=di');
  expect(body).toMatchObject([
    { oggetto: 'di.1', azione: 'uscita', vecchio: 1, nuovo: 0, esito: 'ok', utente: 'admin' },
    { vecchio: 0, nuovo: 1 },
  ]);
  const { righe } = v.parse(AuditPage, (await here.get('registro')).body);
  const confirmed = righe.filter(({ azione }) => azione === 'command.confirm');
  expect(confirmed.map(({ oggetto, utente }) => [oggetto, utente])).toEqual([
    ['di.1', 'admin'],
    ['di.1', 'admin'],
  ]);
});

test('what is not read back, refused or no output is said to the person, and nothing else is written', async () => {
  const here = await begin({ uscita: 10 });
  await here.say('stuck');
  expect(await ordered(here, 1)).toEqual([0, 1, 409, 'device_silent']);
  await here.say('refuse');
  expect(await ordered(here, 1)).toEqual([0, 1, 409, 'too_soon']);
  expect(await ordered(here, 2)).toEqual([422, 'too_high']);
  expect(await ordered(here, 1, 'di.7')).toEqual([404, 'not_found']);
  await here.say('normal');
  await here.add('digital-signals', { nome: 'Porta', modulo: 1, canale: 4, allarme: false });
  await here.pass(5);
  expect(await ordered(here, 1, 'di.2')).toEqual([422, 'not_allowed']);
  expect(new Set(here.writes)).toEqual(new Set(['1 2 1']));
});

test('without commands nobody switches an output by hand', async () => {
  const here = await begin({}, false);
  expect(await ordered(here, 1)).toEqual([422, 'not_allowed']);
  expect(here.writes).toEqual([]);
});

test('an interlock keeps an output off, and switches it off, while its signal is active or not read', async () => {
  const here = await begin({ uscita: 10 });
  const { post, get, say, pass, writes } = here;
  const door = { nome: 'Porta', modulo: 1, canale: 4, allarme: false };
  await here.add('digital-signals', door);
  const [{ id: _, versione, ...lamp }] = (await get('config/digital-signals')).body;
  const lock = (interblocco: string) =>
    here.put('config/digital-signals/1', { ...lamp, interblocco }, `"${versione}"`);
  expect((await lock('1.9')).body).toMatchObject({ campo: 'interblocco', codice: 'not_found' });
  expect((await lock('1.3')).body).toMatchObject({ campo: 'interblocco', codice: 'invalid' });
  expect((await lock('1.4')).status).toBe(200);
  await pass(5);
  expect(await ordered(here, 1)).toEqual([0, 1, 204, null]);
  await say('set 1 3 1');
  await pass(10);
  expect(writes).toEqual(['1 2 1', '1 2 0']);
  const refused = await post('comandi', { oggetto: 'di.1', azione: 'uscita', valore: 1 });
  expect([refused.status, refused.body.codice, refused.body.da]).toEqual([409, 'in_use', 'Porta']);
  expect(await ordered(here, 0)).toEqual([0, 0, 204, null]);
  await say('set 1 3 0');
  await pass(10);
  expect(await ordered(here, 1)).toEqual([0, 1, 204, null]);
});

test('an output is named once, and only of a module with outputs: the field says what is wrong', async () => {
  const { request, login } = await begin();
  const post = async (json: object) => {
    const options = { method: 'POST', token: login('admin'), json } as const;
    const reply = await request('/api/config/digital-signals', options);
    const { campo = null, codice = null, da = null } = await reply.json();
    return [reply.status, campo, codice, da];
  };
  const signal = { nome: 'B', modulo: 1, canale: 4 };
  expect(await post({ ...signal, uscita: 9 })).toEqual([422, 'uscita', 'in_use', 'Luce']);
  expect(await post({ ...signal, uscita: 8 })).toEqual([422, 'uscita', 'too_low', null]);
  expect(await post({ ...signal, uscita: 10 })).toEqual([200, null, null, null]);
});
