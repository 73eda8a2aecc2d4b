import { expect, test } from 'vitest';
import words from '../../../../../src/console/i18n/languages/it/analysis.json';
import type { Archived } from '../../../../../src/contract/series';
import { startDatalogger } from '../../../../support/datalogger';

test('every signal that the archive can hold has a name', async () => {
  const datalogger = await startDatalogger();
  const reply = await datalogger.request('/api/dati_impianto/archivio', { token: datalogger.login('admin') });
  const { gruppi }: Archived = await reply.json();
  const names = Object.keys(words.analysis.point);
  const signals = gruppi.flatMap(({ gruppo, segnali }) =>
    segnali.punto.map(point => [gruppo, point] as const),
  );
  expect(signals.length).toBeGreaterThan(50);
  expect(
    signals.filter(([group, point]) => !names.includes(point) && !names.includes(`${group}_${point}`)),
  ).toEqual([]);
  // And no name is left over.
  const used = signals.flatMap(([group, point]) => [point, `${group}_${point}`]);
  expect(names.filter(name => !used.includes(name))).toEqual([]);
  await datalogger.close();
});
