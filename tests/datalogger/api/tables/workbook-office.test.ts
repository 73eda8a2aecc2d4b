import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { workbookOf } from '../../../../src/datalogger/api/tables/write-workbook';
import { isLong } from '../../../support/long';
import { testMs } from '../../../support/patience';

/** `libreoffice-calc` of Debian. */
const office = '/usr/bin/soffice';
const options = '59,34,76,1,,0,false,true,false,false,false,-1';

test.skipIf(!isLong || !existsSync(office))(
  'LibreOffice opens a workbook and computes its sums',
  { timeout: 4 * testMs },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'meridiana-'));
    const testo =
      "Giorno;Energia [kWh];Giugno 2025 [kWh];Nota\n2026-06-01;1234,5;1000,0;'=SUM(A1)\n2026-06-02;0,25;;007";
    const body = { file: 'meridiana-2026-06-month', testo, decimale: ',', lingua: 'it' } as const;
    writeFileSync(join(folder, 'table.xlsx'), await workbookOf(body));
    const home = `-env:UserInstallation=file://${folder}/profile`;
    const form = `csv:Text - txt - csv (StarCalc):${options}`;
    execFileSync(office, [home, '--headless', '--convert-to', form, '--outdir', folder, 'table.xlsx'], {
      cwd: folder,
      stdio: 'ignore',
    });
    expect(
      readdirSync(folder)
        .filter(name => name.endsWith('.csv'))
        .sort(),
    ).toEqual(['table-Colonne.csv', 'table-Dati.csv']);
    expect(readFileSync(join(folder, 'table-Dati.csv'), 'utf8').trim().split('\n')).toEqual([
      'Giorno;Energia [kWh];Giugno 2025 [kWh];Nota',
      '2026-06-01;1234.5;1000;=SUM(A1)',
      '2026-06-02;0.25;;007',
      'Totale;1234.75;1000;',
    ]);
    rmSync(folder, { recursive: true, force: true });
  },
);
