import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Table } from '../../../src/contract/measures';
import type { WallView } from '../../../src/contract/wall';
import { reportLetter } from '../../../src/datalogger/integrations/mail/report-letter';
import { eventually } from '../eventually';
import { examplePrometheus } from '../example-services';
import type { Stage } from './stage';

export const seconds = (stamp: string) => Date.parse(stamp) / 1000;

export interface Answers {
  /** kWh of the plant and of inverter 2. */
  readonly plant?: number | null | undefined;
  readonly inverter?: number | null | undefined;
  /** Whether the address says that its figures lack something. */
  readonly isMarked: boolean;
}

export const total = (values: readonly unknown[] = []) =>
  values.reduce<number>((sum, value) => sum + Number(value ?? 0), 0);
const m = 'impianto.eday,inverter.2.eday';

/** What the archive says of a day. */
export async function ofArchive({ calls, datalogger }: Stage, d: string): Promise<Record<string, Answers>> {
  const table = async (path: string) => (await calls.get(`dati_impianto/${path}`)).body as Table;
  const whole = ({ colonne, incerti }: Table): Answers => ({
    plant: total(colonne['impianto.eday']),
    inverter: total(colonne['inverter.2.eday']),
    isMarked: (incerti?.['impianto.eday'] ?? []).length > 0,
  });
  const month = await table(`monthly?m=${m}&d=2026-06`);
  const row = (month.colonne.t ?? []).indexOf(seconds(`${d}T00:00:00+02:00`));
  const from = seconds(`${d}T00:00:00+02:00`);
  const series = (await calls.get(`dati_impianto/serie?m=${m}&da=${from}&a=${from + 86_400}`)).body;
  const evening = Math.min(from + 79_200, Math.floor(datalogger.plantClock.now() / 1000) - 120);
  const { colonne: then } = await table(`momento?m=${m}&t=${evening}`);
  const report = (await calls.get(`report?tipo=giornaliero&d=${d}`)).body;
  const own = report.inverter.find(({ id }: { id: number }) => id === 2);
  return {
    quarters: whole(await table(`daily?m=${m}&d=${d}`)),
    'five minutes': whole(await table(`daily?m=${m}&d=${d}&passo=5`)),
    'day of the month': {
      plant: Number(month.colonne['impianto.eday']?.[row]),
      inverter: Number(month.colonne['inverter.2.eday']?.[row]),
      isMarked: month.incerti?.['impianto.eday']?.includes(row) ?? false,
    },
    moment: {
      plant: Number(then.eday?.[0]),
      inverter: Number(then.eday?.[1]),
      isMarked: then.incerti?.join() === 'eday,eday',
    },
    series: {
      plant: series.totale['impianto.eday'],
      inverter: series.totale['inverter.2.eday'],
      isMarked: (series.incerti['impianto.eday'] ?? []).length > 0,
    },
    report: {
      plant: report.indici.energia,
      inverter: own.energia,
      isMarked: report.incerti?.indici.includes('energia') ?? false,
    },
    'rows of the report': {
      plant: total(report.righe.energia),
      isMarked: (report.incerti?.righe.energia ?? []).length > 0 && own.incerta === 1,
    },
    ...papers(await pdfText(datalogger, d), report),
  };
}

async function pdfText(datalogger: Stage['datalogger'], d: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'paper-'));
  const file = join(folder, 'report.pdf');
  const path = `/api/report/pdf?tipo=giornaliero&d=${d}&lingua=en`;
  const reply = await datalogger.request(path, { token: datalogger.login('admin') });
  writeFileSync(file, Buffer.from((await reply.text()).replaceAll('"', ''), 'base64'));
  const text = execFileSync('pdftotext', ['-layout', '-enc', 'UTF-8', file, '-'], { encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  return text;
}

const why = 'counter in doubt or invalid measurements';
const numberIn = (text: string, pattern: RegExp) => Number(pattern.exec(text)?.[1]?.replaceAll(',', ''));

function papers(pdf: string, report: Parameters<typeof reportLetter>[0]): Record<string, Answers> {
  const recipient = { email: 'a@b.example', lingua: 'en' } as Parameters<typeof reportLetter>[2];
  const letter = reportLetter(report, 'Plant', recipient, { hasRows: true, pdf: null });
  const csv = String(letter.attachments?.[0]?.content ?? '');
  return {
    PDF: { plant: numberIn(pdf, /Energy produced\D+?([\d,]+\.\d)/), isMarked: pdf.includes(why) },
    letter: {
      plant: numberIn(letter.text, /Energy produced: ([\d,.]+)/),
      isMarked: letter.text.includes(why) && csv.includes(why),
    },
  };
}

/** What is said of the running day. */
export async function ofNow(stage: Stage): Promise<Record<string, Answers>> {
  const { calls, datalogger } = stage;
  const table = async (path: string) => (await calls.get(`dati_impianto/${path}`)).body as Table;
  const plant = (await table('RT?m=impianto.eday')).colonne;
  const all = (await table('RT?m=inverter.eday')).colonne;
  const row = (all.id ?? []).indexOf(2);
  const today = (await calls.get('dati_impianto/energia_oggi')).body;
  const balance = (await calls.get('bilancio?lingua=en')).body;
  const page = await (
    await datalogger.request('/api/metriche', {
      headers: { Authorization: `Bearer ${examplePrometheus.password}` },
    })
  ).text();
  const metric = (name: string, device: number) =>
    numberIn(page, new RegExp(`^meridiana_${name}\\{.*device="${device}".*\\} (\\S+)$`, 'm'));
  const wall = await wallOf(stage);
  return {
    RT: {
      plant: Number(plant.eday?.[0]),
      inverter: Number(all.eday?.[row]),
      isMarked: plant.incerti?.[0] === 'eday' && all.incerti?.[row] === 'eday',
    },
    energia_oggi: { plant: today.valore, isMarked: today.incerta === 1 },
    balance: { plant: balance.prodotta, isMarked: balance.parziale && balance.testi.somma.includes('≥') },
    ...(await retained(stage)),
    Prometheus: {
      plant: metric('impianto_eday', 1),
      inverter: metric('inverter_eday', 2),
      isMarked: metric('impianto_incerti', 1) === 1 && metric('inverter_incerti', 2) === 1,
    },
    wall: { plant: numberIn(wall, /([\d,]+\.\d)$/), isMarked: wall.startsWith('≥') },
  };
}

/** What a broker keeps of the day. */
async function retained({ mosquitto, datalogger }: Stage): Promise<Record<string, Answers>> {
  if (!mosquitto) return {};
  const { last } = await mosquitto.listen();
  const base = `meridiana/${datalogger.config.installation.serial}`;
  const state = (place: string) => JSON.parse(last(`${base}/${place}`) ?? 'null');
  await eventually(() => expect(state('inverter/2')).not.toBeNull());
  const [plant, inverter] = [state('impianto/1'), state('inverter/2')];
  const isMarked = plant.incerti === 1 && inverter.incerti === 1;
  return { MQTT: { plant: plant.eday, inverter: inverter.eday, isMarked } };
}

async function wallOf({ datalogger, display }: Stage): Promise<string> {
  const reply = await datalogger.request('/api/schermo/dati', {
    headers: { Authorization: `Bearer ${display}` },
  });
  const view: WallView = await reply.json();
  return view.grandezze[1]?.valore ?? '';
}
