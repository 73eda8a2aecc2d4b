import { expect, test } from 'vitest';
import { configClient } from '../../../support/config-client';
import { startDatalogger } from '../../../support/datalogger';
import { configureTable, readsTable } from '../../../support/table-plant';

test('the energy of the day and of the plant goes on over the end of a counter', async () => {
  const datalogger = await startDatalogger({ ...readsTable, at: '2026-06-10T12:00:00+02:00' });
  try {
    const row = readsTable.source(0).table.inverter?.[1];
    if (row) Object.assign(row, { etot: 4_294_966.5 });
    await configureTable(datalogger);
    const client = configClient(datalogger);
    const said = async (etot: number) => {
      if (row) Object.assign(row, { etot });
      await datalogger.run(60);
      return {
        inverter: (await client.rows('inverter')).get(1),
        plant: (await client.rows('impianto')).get(1),
      };
    };
    const before = await said(4_294_966.5);
    const after = await said(0.204);
    expect(Number(after.inverter?.etot) - Number(before.inverter?.etot)).toBeCloseTo(1, 1);
    expect(Number(after.inverter?.eday) - Number(before.inverter?.eday)).toBeCloseTo(1, 1);
    expect(Number(after.plant?.etot) - Number(before.plant?.etot)).toBeCloseTo(1, 1);
  } finally {
    await datalogger.close();
  }
});
