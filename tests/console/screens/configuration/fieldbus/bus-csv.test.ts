import { expect, test } from 'vitest';
import type { BusDevice, BusLine } from '../../../../../src/console/data/field-bus';
import { busCsv } from '../../../../../src/console/screens/configuration/fieldbus/bus-csv';
import { parseCsv } from '../../../../support/csv';
import { speakItalian } from '../../../../support/words';

const device: BusDevice = {
  key: 'inverters/1',
  kind: 'inverters',
  id: 1,
  name: 'INV 01',
  unit: 1,
  powerKw: null,
  ratedKw: null,
  role: null,
  periodS: 1,
  medianMs: 12.25,
  slowMs: 40,
  answered: 10,
  timeouts: 0,
  malformed: 0,
  goodS: Date.parse('2026-06-10T13:00:00+02:00') / 1000,
  exceptions: [],
  lastError: null,
  nameplate: null,
  map: [],
  incomplete: null,
  hasOtherSerial: false,
  readAtOnce: null,
  reports: [],
};
const line: BusLine = {
  key: 'a',
  host: '192.168.10.14',
  port: 502,
  framing: 'tcp',
  speed: null,
  state: 'ok',
  cause: null,
  load: null,
  queued: null,
  rate: null,
  reconnects: null,
  devices: [device],
};

test('the last answer is written in the plant’s time with its offset in the head, units beside their names', async () => {
  await speakItalian(['shell', 'config', 'config-devices', 'bus-causes', 'fieldbus']);
  const [head, first, never] = parseCsv(
    busCsv(
      [
        { device, line },
        { device: { ...device, goodS: null }, line },
      ],
      'Europe/Rome',
    ),
  );
  const column = head?.findIndex(name => name.endsWith(' [UTC+02:00]')) ?? -1;
  expect([first?.[column], never?.[column]]).toEqual(['2026-06-10 13:00:00', '']);
  expect(head?.filter(name => name.endsWith(' [ms]'))).toHaveLength(2);
  expect(first?.[head?.findIndex(name => name.endsWith(' [ms]')) ?? -1]).toBe('12,3');
});
