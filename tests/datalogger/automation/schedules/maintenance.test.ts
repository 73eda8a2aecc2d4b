import { afterEach, expect, test } from 'vitest';
import type { LogEntry } from '../../../../src/contract/logbook';
import type { Report } from '../../../../src/contract/reports';
import type { Schedule, ScheduleAction, ScheduleBody } from '../../../../src/contract/schedules';
import { isUnder, type Maintenance } from '../../../../src/datalogger/automation/schedules/maintenance';
import { startDatalogger, type TestDatalogger } from '../../../support/datalogger';
import { exampleSchedule } from '../../../support/example-services';
import { serviceCalls } from '../../api/routes/services-support';

let datalogger: TestDatalogger;
afterEach(() => datalogger.close());

const nothing: Maintenance = {
  tipo: 'manutenzione',
  inverter: null,
  quadro: null,
  tracker: null,
  segnale: null,
  codice: null,
  motivo: 'Cambio ventole',
  concordata: true,
  durata: 60,
};

const calls = () => serviceCalls(datalogger);
const begin = async () => {
  datalogger = await startDatalogger({ size: 'medium', at: '2026-06-10T11:59:50+02:00' });
};
const plan = (azione: ScheduleAction, change: Partial<ScheduleBody> = {}) =>
  calls().post('pianificazioni', {
    ...exampleSchedule,
    quando: { ricorrenza: 'una_volta', data: '2026-06-10', ora: '12:00' },
    ...change,
    azione,
  });
const notes = async (about: string): Promise<readonly LogEntry[]> =>
  (await calls().get(`diario?${about}`)).body.note;
const epoch = (time: string) => Date.parse(time) / 1000;

test('maintenance that was agreed stands at its inverter, and its losses do not count in the contractual availability', async () => {
  await begin();
  expect((await plan({ ...nothing, inverter: 3 })).status).toBe(200);
  await datalogger.run(30);
  expect(await notes('gruppo=inverter&dispositivo=3')).toMatchObject([
    {
      testo: 'Cambio ventole',
      causa: 'concordata',
      autore: 'datalogger',
      da: epoch('2026-06-10T12:00:00+02:00'),
      a: epoch('2026-06-10T13:00:00+02:00'),
    },
  ]);
  datalogger.plant.inject({ kind: 'inverter-trip', inverter: 3, cause: 'ground' }, 600);
  await datalogger.run(900);
  const report: Report = (await calls().get('report?tipo=giornaliero&d=2026-06-10')).body;
  expect(report.perdite.cause.map(({ causa }) => causa)).toEqual(['concordata']);
  expect(report.perdite.disponibilita).toBe(100);
  expect(report.indici.disponibilita).toBeLessThan(100);
  expect(report.note.map(({ testo }) => testo)).toContain('Cambio ventole');
}, 120_000);

test('a window that is taken back ends there; one of a device that is gone does not begin', async () => {
  await begin();
  const planned: Schedule = (await plan({ ...nothing, concordata: false })).body;
  await datalogger.run(130);
  const [open] = await notes('gruppo=impianto');
  expect(open).toMatchObject({ causa: 'pianificata', a: epoch('2026-06-10T13:00:00+02:00') });
  await calls().remove(`pianificazioni/${planned.id}`);
  await datalogger.run(5);
  const [ended] = await notes('gruppo=impianto');
  expect(ended?.a).toBeLessThan(epoch('2026-06-10T12:02:30+02:00'));
  await plan({ ...nothing, inverter: 99 });
  await datalogger.run(5);
  const [gone] = (await calls().get('pianificazioni')).body as Schedule[];
  expect(gone?.ultimo).toMatchObject({ esito: 'fallita', motivo: 'nessun_dispositivo' });
  expect((await plan({ ...nothing, codice: 'XYZ99' })).body).toMatchObject({ campo: 'azione.codice' });
}, 120_000);

test('an inverter has its strings with it, and an alarm code narrows what is silent', async () => {
  await begin();
  await datalogger.run(5);
  const snapshot = datalogger.plant.snapshot();
  const { id, values } = snapshot.groups.stringhe;
  const string = id.find((_, at) => values.inverter?.[at] === 3) ?? 0;
  const isSilent = (
    change: Partial<Maintenance>,
    code: string,
    group: 'inverter' | 'stringhe' | 'di',
    device: number,
  ) => isUnder({ ...nothing, ...change }, { code, subject: { group, device, name: '' } }, snapshot);
  expect(isSilent({ inverter: 3 }, 'STR01', 'stringhe', string)).toBe(true);
  expect(isSilent({ inverter: 4 }, 'STR01', 'stringhe', string)).toBe(false);
  expect(isSilent({ inverter: 3 }, 'INV05', 'inverter', 3)).toBe(true);
  expect(isSilent({ inverter: 3 }, 'DIN01', 'di', 3)).toBe(false);
  expect(isSilent({ segnale: 3 }, 'DIN01', 'di', 3)).toBe(true);
  expect(isSilent({}, 'DIN01', 'di', 3)).toBe(true);
  expect(isSilent({ codice: 'INV05' }, 'DIN01', 'di', 3)).toBe(false);
});
