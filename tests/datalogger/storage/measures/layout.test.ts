import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { encode } from '../../../../src/datalogger/storage/measures/codec';
import { fieldIndex, fieldsOf, recordOf } from '../../../../src/datalogger/storage/measures/kept';
import { openMeasures } from '../../../../src/datalogger/storage/measures/measures';

test('a slot written by a version that kept other points is read by name', () => {
  const folder = mkdtempSync(join(tmpdir(), 'archive-'));
  const path = join(folder, 'measures.db');
  openMeasures(path).close();
  const older = ['eff', 'eday', 'qac'];
  // Coverage, numerator and denominator, energy, mean and maximum.
  const record = Float64Array.of(900, 97, 100, 5000, -3, 4);
  const db = new Database(path);
  db.prepare('INSERT INTO layout VALUES (1, ?, ?, ?)').run('inverter', older.join(), '4');
  db.prepare('INSERT INTO inverter_quarter VALUES (0, 1, ?)').run(
    encode(record, recordOf('inverter', older)),
  );
  db.close();

  const store = openMeasures(path);
  const [frame] = store.frames('quarter', 'inverter', 0, 1);
  const at = (point: string, part = 0) => frame?.values[fieldIndex('inverter', point) + part];
  expect(frame?.ids).toEqual([4]);
  expect(frame?.values).toHaveLength(fieldsOf('inverter').length);
  expect([frame?.values[0], at('eff'), at('eff', 1), at('eday'), at('pac')]).toEqual([
    900,
    97,
    100,
    5000,
    Number.NaN,
  ]);
  store.close();
  rmSync(folder, { recursive: true });
});
