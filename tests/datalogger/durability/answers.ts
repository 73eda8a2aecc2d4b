import { contract, type Key } from '../../../src/contract';
import { languageCodes } from '../../../src/contract/languages';
import { alarmLetter } from '../../../src/datalogger/integrations/mail/letters';
import { reportLetter } from '../../../src/datalogger/integrations/mail/report-letter';
import { fileOf } from '../../../src/datalogger/integrations/sharing/files';
import { startDatalogger } from '../../support/datalogger';
import { sendExample } from '../../support/example-calls';
import { exampleSchedule } from '../../support/example-services';

/*
 * A program of its own, so that its device can be in any time zone (TZ): a datalogger twenty minutes past the plant's midnight, when
 * other zones have another day. It prints its zone, and everything the datalogger answers and sends by name.
 */
const datalogger = await startDatalogger({ at: '2026-06-11T00:15:00+02:00', historyDays: 1 });
const day = '2026-06-10';
const token = datalogger.login('admin');
const answers: Record<string, string> = {};
/** What is another at every start: the serial number that was made up, the mark of the start, the name of a search. */
const different = /"(seriale|avvio|id)":"[^"]*"|^UID:MRD-\d+-\d+/gm;

async function ask(path: string): Promise<string> {
  const response = await datalogger.request(`/api/${path}`, { token });
  answers[path] = await response.text();
  return answers[path];
}

datalogger.config.schedules.add(exampleSchedule);
datalogger.plant.inject({ kind: 'inverter-trip', inverter: 1, cause: 'ground' });
await datalogger.run(300);
await datalogger.request('/api/impianto/1/ups', {
  method: 'PATCH',
  token,
  headers: { 'If-Match': '*' },
  json: { ups: true, interfaccia: 'usb' },
});
/** Parts of a copy of the history: no copy was made. */
const leftOut: readonly Key[] = ['GET sistema/storia', 'GET sistema/storia/:id/parti/:numero'];
for (const key of Object.keys(contract) as Key[]) {
  if (!key.startsWith('GET ') || leftOut.includes(key)) continue;
  const response = await sendExample(datalogger, key, token);
  answers[key] = `${response.status} ${(await response.text()).replaceAll(different, '')}`;
}
for (const d of [day, '2026-06-11'])
  for (const [kind, text] of [
    ['giornaliero', d],
    ['mensile', d.slice(0, 7)],
    ['annuale', d.slice(0, 4)],
  ])
    await ask(`report?tipo=${kind}&d=${text}`);
const table = JSON.parse(await ask(`dati_impianto/daily?m=inverter&d=${day}`));
const from = Date.parse(`${day}T00:00:00+02:00`) / 1000;
const measured = {
  group: 'inverter',
  from,
  to: from + 86_400,
  zone: 'Europe/Rome',
  tables: [table],
} as const;
const file = fileOf('M1', measured, { formato: 'csv', gzip: false, scrittura: 'it' });
answers[file?.name ?? 'no file'] = Buffer.from(file?.bytes ?? []).toString();
const report = JSON.parse(await ask(`report?tipo=giornaliero&d=${day}`));
for (const lingua of languageCodes) {
  const recipient = { email: 'a@example.net', lingua };
  const notice = { id: 1, code: 'INV01', device: 'Inverter 3', priority: 1, begin: from };
  const about = { plant: 'FV', zone: report.fuso, isDigest: false, address: null };
  answers[`report ${lingua}`] = JSON.stringify(
    reportLetter(report, 'FV', recipient, { hasRows: true, pdf: null }),
  );
  answers[`alarms ${lingua}`] = JSON.stringify(alarmLetter(about, [notice], recipient));
}
await datalogger.close();
const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
process.stdout.write(JSON.stringify({ timeZone, offsetMin: new Date(0).getTimezoneOffset(), answers }));
