import { expect, test } from 'vitest';
import { fileOf, type Measured } from '../../../../src/datalogger/integrations/sharing/files';

const t = Date.parse('2026-06-10T10:00:00Z') / 1000;
const measured: Measured = {
  group: 'inverter',
  from: t,
  to: t + 1800,
  zone: 'Europe/Rome',
  tables: [
    {
      m: 'inverter.eday',
      t: t + 1800,
      colonne: { t: [t, t + 900], 'inverter.1.eday': [5, 6], 'inverter.2.eday': [7, 8] },
      incerti: { 'inverter.2.eday': [1] },
    },
  ],
};
const textOf = (formato: 'csv' | 'json', of: Measured) =>
  Buffer.from(fileOf('M1', of, { formato, gzip: false, scrittura: 'iso' })?.bytes ?? []).toString();

test('a file marks the rows whose energies may be wrong, and has no column for it where none may', () => {
  const lines = textOf('csv', measured).trim().split(/\r?\n/);
  expect(lines[0]).toMatch(/eday \[kWh\].incerti$/);
  expect(lines.slice(1).map(line => line.at(-1) === '1')).toEqual([false, false, false, true]);
  const { righe } = JSON.parse(textOf('json', measured));
  expect(righe.map((row: { incerti?: number }) => row.incerti)).toEqual([undefined, undefined, undefined, 1]);
  const certain = { ...measured, tables: measured.tables.map(({ incerti: _, ...table }) => table) };
  expect(textOf('csv', certain)).not.toContain('incerti');
});
