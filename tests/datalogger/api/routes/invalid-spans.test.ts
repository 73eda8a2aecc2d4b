import { createServer } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { InfluxBody } from '../../../../src/contract/feeds';
import type { MarkPreview } from '../../../../src/contract/invalid-spans';
import type { Report } from '../../../../src/contract/reports';
import { startDatalogger, type TestDatalogger } from '../../../support/datalogger';
import { exampleInflux } from '../../../support/example-services';
import { localGuard } from '../../../support/local-guard';
import { serviceCalls } from './services-support';

let datalogger: TestDatalogger;
let calls: ReturnType<typeof serviceCalls>;

beforeEach(async () => {
  datalogger = await startDatalogger({ historyDays: 3, at: '2026-06-10T12:00:00Z', guard: localGuard });
  calls = serviceCalls(datalogger);
});
afterEach(() => datalogger.close());

/** 12:00 to 14:00 local time, two days ago. */
const noon = Date.parse('2026-06-08T10:00:00Z') / 1000;
const span = { gruppo: 'inverter', dispositivo: 2, da: noon, a: noon + 7200 } as const;
const mark = (change: object = {}) =>
  calls.post('misure/invalide', { ...span, motivo: 'Contatore sostituito', ...change });

type Column = (number | null)[];
const codes = 'inverter.2.eday,inverter.2.pac,inverter.1.eday,impianto.eday,impianto.pac,impianto.pr';
const columnsOf = async (path: string): Promise<Readonly<Record<string, Column>>> =>
  (await calls.get(path)).body.colonne;

/** Every table and report of the past. */
const told = async () => ({
  day: await columnsOf(`dati_impianto/daily?m=${codes}&d=2026-06-08`),
  minutes: await columnsOf('dati_impianto/daily?m=impianto.eday&d=2026-06-08&passo=1'),
  month: await columnsOf(`dati_impianto/monthly?m=${codes}&d=2026-06`),
  year: await columnsOf(`dati_impianto/annual?m=${codes}&d=2026`),
  report: (await calls.get('report?tipo=mensile&d=2026-06')).body,
});

const isInside = (t: number | null | undefined) => (t ?? 0) >= span.da && (t ?? 0) < span.a;
const sum = (values: readonly (number | null | undefined)[]) =>
  values.reduce<number>((total, value) => total + (value ?? 0), 0);
const at = (column: Column | undefined, row: number) => column?.[row] ?? null;

describe('a time that is marked as invalid', () => {
  test('is shown before as what it makes of days and months, and is that afterwards, everywhere', async () => {
    const before = await told();
    const preview: MarkPreview = (await calls.post('misure/invalide/anteprima', span)).body;
    expect(await told()).toEqual(before);
    const answer = await mark();
    expect(answer.status).toBe(200);
    const after = await told();

    const rows = before.day.t ?? [];
    const lost = sum((before.day['inverter.2.eday'] ?? []).filter((_, row) => isInside(rows[row])));
    expect(lost).toBeGreaterThan(10);
    rows.forEach((t, row) => {
      if (!isInside(t)) {
        for (const name of Object.keys(before.day))
          expect(at(after.day[name], row), name).toBe(at(before.day[name], row));
        return;
      }
      expect(at(after.day['inverter.2.eday'], row)).toBeNull();
      expect(at(after.day['inverter.2.pac'], row)).toBeNull();
      expect(at(after.day['inverter.1.eday'], row)).toBe(at(before.day['inverter.1.eday'], row));
      expect(at(after.day['impianto.pr'], row)).toBeNull();
      const own = at(before.day['inverter.2.eday'], row) ?? 0;
      expect(at(after.day['impianto.eday'], row)).toBeCloseTo(
        (at(before.day['impianto.eday'], row) ?? 0) - own,
        6,
      );
      expect(at(after.day['impianto.pac'], row)).toBeLessThan(at(before.day['impianto.pac'], row) ?? 0);
    });
    const [day] = preview.giorni;
    expect(day?.d).toBe('2026-06-08');
    const row = (after.month.t ?? []).indexOf(Date.parse('2026-06-07T22:00:00Z') / 1000);
    for (const [name, change] of [
      ['inverter.2.eday', day?.dispositivo],
      ['impianto.eday', day?.impianto],
    ] as const) {
      expect(change?.[0], name).toBeCloseTo(at(before.month[name], row) ?? 0, 6);
      expect(change?.[1], name).toBeCloseTo(at(after.month[name], row) ?? 0, 6);
      expect((change?.[0] ?? 0) - (change?.[1] ?? 0), name).toBeCloseTo(lost, 6);
    }
    const [month] = preview.mesi;
    expect(month?.d).toBe('2026-06');
    expect(month?.energia).toEqual([before.report.indici.energia, after.report.indici.energia]);
    expect(month?.persa).toEqual([before.report.indici.persa, after.report.indici.persa]);
    expect(month?.ricavo).toEqual([
      before.report.economia?.ricavo ?? null,
      after.report.economia?.ricavo ?? null,
    ]);
    expect(after.report.indici.energia).toBeLessThan(before.report.indici.energia);
    expect(sum(after.year['impianto.eday'] ?? [])).toBeCloseTo(
      sum(before.year['impianto.eday'] ?? []) - lost,
      3,
    );
  });

  test('is measured again, to the last digit, when the mark is taken back', async () => {
    const before = await told();
    const { body } = await mark();
    expect((await calls.get('misure/invalide')).body.tratti).toEqual([
      { ...span, id: body.id, motivo: 'Contatore sostituito', utente: 'admin', segnato: expect.any(Number) },
    ]);
    expect(await told()).not.toEqual(before);
    expect((await calls.remove(`misure/invalide/${body.id}`)).status).toBe(204);
    expect(await told()).toEqual(before);
    expect((await calls.get('misure/invalide')).body.tratti).toEqual([]);
    expect((await calls.remove(`misure/invalide/${body.id}`)).status).toBe(404);
    const { text } = await calls.get('registro');
    for (const action of ['measures.invalidate', 'measures.restore']) expect(text).toContain(action);
  });

  test('is off the live energies of the running day, month and year too, until it is taken back', async () => {
    const live = async () => {
      const { colonne } = (await calls.get('dati_impianto/RT?m=impianto.eday,impianto.emese,impianto.eanno'))
        .body;
      const ofInverters = (await calls.get('dati_impianto/RT?m=inverter.eday')).body.colonne;
      return {
        eday: colonne.eday[0],
        emese: colonne.emese[0],
        eanno: colonne.eanno[0],
        inverter: ofInverters.eday[ofInverters.id.indexOf(2)],
        oggi: (await calls.get('dati_impianto/energia_oggi')).body.valore,
        mese: (await calls.get('dati_impianto/energia_prodotta_mese?d=2026-06')).body.valore,
        bilancio: (await calls.get('bilancio?lingua=en')).body.prodotta,
      };
    };
    const day = async (name: string) =>
      sum((await columnsOf(`dati_impianto/daily?m=${codes}&d=2026-06-10`))[name] ?? []);
    const [before, ofPlant] = [await live(), await day('impianto.eday')];
    const today = Date.parse('2026-06-10T08:00:00Z') / 1000;
    await mark({ da: today, a: today + 7200 });
    const lost = ofPlant - (await day('impianto.eday'));
    expect(lost).toBeGreaterThan(10);
    const after = await live();
    expect(after.inverter).toBeCloseTo(await day('inverter.2.eday'), 0);
    const ratio = (await calls.get('dati_impianto/RT?m=impianto.pr')).body.colonne.pr[0];
    const { 'impianto.pr': ofDays = [] } = await columnsOf(`dati_impianto/monthly?m=${codes}&d=2026-06`);
    expect(ratio).toBeCloseTo(ofDays[9] ?? 0, 0);
    for (const [name, kwh] of Object.entries(before))
      expect(Math.abs(kwh - lost - Number(Object(after)[name])), name).toBeLessThan(1);

    await mark();
    const ofPast = await live();
    expect(ofPast.eday).toBe(after.eday);
    expect(after.emese - ofPast.emese).toBeGreaterThan(10);
    expect(after.mese - ofPast.mese).toBeCloseTo(after.emese - ofPast.emese, 0);

    for (const { id } of (await calls.get('misure/invalide')).body.tratti)
      await calls.remove(`misure/invalide/${id}`);
    expect(await live()).toEqual(before);
  });

  test('of a meter is not in its report: neither of the energy nor of what is paid for it', async () => {
    const report = async (d: string, tipo: string) =>
      (await calls.get(`report?tipo=${tipo}&d=${d}`)).body as Report;
    const meters = (await calls.get('config/contatori')).body as { id: number; ruolo: string }[];
    const { id = 0 } = meters.find(({ ruolo }) => ruolo === 'scambio') ?? {};
    const eday = `contatori.${id}.eday`;
    const days = await columnsOf(`dati_impianto/daily?m=${eday}&d=2026-06-08`);
    const lost = sum((days[eday] ?? []).filter((_, row) => isInside((days.t ?? [])[row])));
    expect(lost).toBeGreaterThan(10);
    const of = ({ contatori }: Report) => contatori.find(each => each.id === id);
    for (const [d, tipo] of [
      ['2026-06-08', 'giornaliero'],
      ['2026-06', 'mensile'],
    ] as const) {
      const before = await report(d, tipo);
      const { body } = await mark({ gruppo: 'contatori', dispositivo: id });
      const after = await report(d, tipo);
      // The slot after the mark may be counted with it: a minute.
      const taken = (of(before)?.immessa ?? 0) - (of(after)?.immessa ?? 0);
      expect(taken).toBeGreaterThan(0.99 * lost);
      expect(taken).toBeLessThan(1.03 * lost);
      const rows = (all: Report) => sum(all.righe.immessa);
      expect(rows(before) - rows(after)).toBeCloseTo(taken, 0);
      if (before.economia?.ricavo) expect(after.economia?.ricavo).toBeLessThan(before.economia.ricavo);
      await calls.remove(`misure/invalide/${body.id}`);
      expect(await report(d, tipo)).toEqual(before);
    }
  });

  test('of the plant leaves nothing of that time, of no device', async () => {
    const before = await told();
    const { body } = await mark({ gruppo: 'impianto', dispositivo: 1 });
    const after = await told();
    (before.day.t ?? []).forEach((t, row) => {
      for (const name of Object.keys(before.day).filter(each => each !== 't'))
        expect(at(after.day[name], row), name).toBe(isInside(t) ? null : at(before.day[name], row));
    });
    await calls.remove(`misure/invalide/${body.id}`);
    expect(await told()).toEqual(before);
  });

  test('that overlaps another mark is taken back alone', async () => {
    const other = await mark({ dispositivo: 1 });
    const one = await told();
    const { body } = await mark();
    await calls.remove(`misure/invalide/${body.id}`);
    expect(await told()).toEqual(one);
    await calls.remove(`misure/invalide/${other.body.id}`);
  });

  test.each([
    ['da', { da: noon + 60 }],
    ['a', { a: noon + 7201 }],
    ['a', { a: noon }],
    ['a', { a: noon + 93 * 86_400 }],
    ['a', { a: noon + 3 * 86_400 }],
    ['da', { da: noon - 30 * 86_400 }],
    ['dispositivo', { dispositivo: 99 }],
  ])('is refused at %s where it cannot be: %j', async (campo, change) => {
    const { status, body } = await mark(change);
    expect([status, body.dettagli?.campo ?? body.campo]).toEqual([422, campo]);
  });

  test('is refused twice, and to everybody but an administrator', async () => {
    expect(
      (await serviceCalls(datalogger, 'normal').post('misure/invalide', { ...span, motivo: 'Prova' })).status,
    ).toBe(403);
    expect((await mark()).status).toBe(200);
    expect((await mark({ da: noon + 900 })).status).toBe(422);
  });
});

test('a database gets the minutes of a marked time once more: the device as not measured, the plant without it', async () => {
  const lines: string[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', chunk => chunks.push(chunk));
    request.on('end', () => {
      lines.push(...gunzipSync(Buffer.concat(chunks)).toString().trimEnd().split('\n'));
      response.writeHead(204).end();
    });
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  const body: InfluxBody = {
    ...exampleInflux,
    url,
    utente: '',
    storia: 3,
    contenuto: ['impianto', 'inverter'],
  };
  await calls.put('condivisione-dati/influx', body);
  const pass = async () => {
    datalogger.clock.advance(60_000);
    await datalogger.run(60);
    await datalogger.settled();
  };
  await pass();
  await pass();
  const sent = lines.splice(0);
  const of = (all: readonly string[], measurement: string, t: number) =>
    all.filter(line => line.startsWith(`${measurement},`) && line.endsWith(` ${t}`));
  expect(of(sent, 'inverter', noon)).toHaveLength(2);
  await mark();
  await pass();
  const inside = lines.filter(line => isInside(Number(line.split(' ').at(-1))));
  const times = new Set(inside.map(line => Number(line.split(' ').at(-1))));
  expect(Math.min(...times)).toBe(span.da);
  expect(of(inside, 'inverter', noon).find(line => line.includes(',device=2 '))).toMatch(
    /,device=2 eday=0,yday=0,incerti=1,coperti=0 /,
  );
  expect(of(inside, 'inverter', noon).filter(line => line.includes('pac='))).toEqual(
    of(sent, 'inverter', noon)
      .filter(line => !line.includes(',device=2 '))
      .map(line => line.replace('coperti=', 'incerti=0,coperti=')),
  );
  const eday = (all: readonly string[]) =>
    Number(/eday=([\d.]+)/.exec(of(all, 'impianto', noon)[0] ?? '')?.[1]);
  expect(eday(inside)).toBeLessThan(eday(sent));
  // What lies outside is not sent twice.
  expect(of(lines, 'impianto', noon - 60)).toEqual([]);
  expect(of(lines, 'impianto', span.a)).toEqual([]);
  server.close();
});
