import { execFileSync } from 'node:child_process';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startDatalogger, type TestDatalogger } from '../../../support/datalogger';
import { exampleSchedule } from '../../../support/example-services';

let datalogger: TestDatalogger;
beforeEach(async () => {
  datalogger = await startDatalogger({ at: '2026-03-20T10:00:00Z' });
});
afterEach(() => datalogger.close());

const post = async (path: string, json: unknown) => {
  const reply = await datalogger.request(`/api/${path}`, {
    method: 'POST',
    token: datalogger.login('admin'),
    json,
  });
  return reply.json();
};
const window = { inverter: null, quadro: null, tracker: null, segnale: null, codice: null } as const;
const maintenance = (motivo: string) => ({
  tipo: 'manutenzione',
  ...window,
  motivo,
  concordata: true,
  durata: 240,
});

/** The file as python3-icalendar of Debian reads it: start, length in minutes, summary and description of each event. */
function readBack(text: string): [string, number, string, string][] {
  const program = `
import sys, json, icalendar
calendar = icalendar.Calendar.from_ical(sys.stdin.buffer.read())
events = []
for event in calendar.walk('VEVENT'):
    assert not event.errors, event.errors
    start, end = event['DTSTART'].dt, event.get('DTEND')
    length = (end.dt - start).total_seconds() / 60 if end else 0
    events.append([start.isoformat(), length, str(event['SUMMARY']), str(event.get('DESCRIPTION', ''))])
assert len({str(event['UID']) for event in calendar.walk('VEVENT')}) == len(events)
print(json.dumps(events))`;
  return JSON.parse(execFileSync('/usr/bin/python3', ['-c', program], { input: text, encoding: 'utf8' }));
}

const read = async (token: string) => {
  const reply = await datalogger.request(`/api/calendario.ics?token=${token}`);
  expect(reply.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
  return reply.text();
};

test('an independent reader finds every run at its time, over the change of the clocks, with its reason', async () => {
  const name = `Pulizia; moduli, città — ${'à'.repeat(38)}`;
  const reason = 'Linea 1; linea 2,\nbarra \\ e "virgolette"';
  const weekly = { ricorrenza: 'settimanale', ora: '08:00', giorni: [7] };
  await post('pianificazioni', {
    ...exampleSchedule,
    nome: name,
    quando: weekly,
    azione: maintenance(reason),
  });
  const once = { ricorrenza: 'una_volta', data: '2026-04-01', ora: '07:30' };
  await post('pianificazioni', {
    ...exampleSchedule,
    nome: 'Backup',
    quando: once,
    azione: { tipo: 'backup', copie: 3 },
  });
  const off = { ...exampleSchedule, nome: 'Spenta', abilitata: false, quando: once };
  await post('pianificazioni', { ...off, azione: { tipo: 'backup', copie: 3 } });
  const { token } = await post('schermi', { nome: 'Ufficio', disposizione: 'calendario', lingua: 'it' });
  const text = await read(token);
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  const events = readBack(text);
  const sundays = events.filter(([, , summary]) => summary === name);
  expect(sundays[0]).toEqual([expect.stringMatching(/^2026-02-22T07:00:00/), 240, name, reason]);
  // Europe/Rome has summer time from 29 March on.
  const starts = sundays.map(([start]) => start.slice(0, 16));
  expect(starts).toContain('2026-03-22T07:00');
  expect(starts).toContain('2026-03-29T06:00');
  expect(events.filter(([, , summary]) => summary === 'Backup')).toEqual([
    [expect.stringMatching(/^2026-04-01T05:30:00/), 0, 'Backup', ''],
  ]);
  expect(text).not.toContain('Spenta');
});

test('runs by the sun are there too, one each day', async () => {
  const sun = { ricorrenza: 'sole', evento: 'tramonto', scarto: 30, giorni: [1, 2, 3, 4, 5, 6, 7] };
  const azione = { tipo: 'backup', copie: 3 };
  await post('pianificazioni', { ...exampleSchedule, nome: 'Tramonto', quando: sun, azione });
  const { token } = await post('schermi', { nome: 'X', disposizione: 'calendario', lingua: 'it' });
  const days = readBack(await read(token)).map(([start]) => start.slice(0, 10));
  expect(days.length).toBeGreaterThan(120);
  expect(new Set(days).size).toBe(days.length);
});

test('the token of a calendar reads no display, that of a display no calendar, and both end when revoked', async () => {
  const calendar = await post('schermi', { nome: 'Ufficio', disposizione: 'calendario', lingua: 'it' });
  const display = await post('schermi', { nome: 'Sala', disposizione: 'sala', lingua: 'it' });
  const statusOf = async (path: string, bearer?: string) => {
    const headers = bearer ? { Authorization: `Bearer ${bearer}` } : {};
    return (await datalogger.request(`/api/${path}`, { headers })).status;
  };
  expect(await statusOf(`calendario.ics?token=${display.token}`)).toBe(401);
  expect(await statusOf('calendario.ics')).toBe(401);
  expect(await statusOf('schermo/dati', calendar.token)).toBe(401);
  const own = await datalogger.request('/api/calendario.ics', { token: datalogger.login('admin') });
  expect(own.status).toBe(200);
  const normal = await datalogger.request('/api/calendario.ics', { token: datalogger.login('normal') });
  expect(normal.status).toBe(401);
  const token = datalogger.login('admin');
  await datalogger.request(`/api/schermi/${calendar.id}`, { method: 'DELETE', token });
  expect(await statusOf(`calendario.ics?token=${calendar.token}`)).toBe(401);
});
