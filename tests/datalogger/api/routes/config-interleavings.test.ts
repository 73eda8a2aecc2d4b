import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { RecordOf } from '../../../../src/contract/config/kinds';
import { configClient } from '../../../support/config-client';
import { bodyOf } from '../../../support/config-records';
import { startDatalogger } from '../../../support/datalogger';

type Meter = RecordOf<'contatori'>;
type Field = 'posizione' | 'note';

/** What an administrator does: looks at the record, or saves a field of what was seen last. */
const steps = fc.array(
  fc.record({
    who: fc.constantFrom<0 | 1>(0, 1),
    action: fc.constantFrom<'read' | Field>('read', 'posizione', 'note'),
  }),
  { minLength: 3, maxLength: 9 },
);

test('R11: of 1,000 random interleavings of two administrators none overwrites what its author had not seen', async () => {
  const datalogger = await startDatalogger();
  const client = configClient(datalogger);
  const stored = (): Meter | null => datalogger.config.devices.find('contatori', 1);
  let edit = 0;
  let [saved, refused] = [0, 0];
  await fc.assert(
    fc.asyncProperty(steps, async sequence => {
      const seen: (Meter | null)[] = [stored(), stored()];
      for (const { who, action } of sequence) {
        const known = seen[who];
        if (action === 'read' || !known) {
          seen[who] = (await client.list('contatori'))[0] ?? null;
          continue;
        }
        const before = stored();
        edit += 1;
        const body = { ...bodyOf(known), [action]: `modifica ${edit}` };
        const { status } = await client.send('PUT', 'config/contatori/1', body, `"${known.versione}"`);
        const isCurrent = known.versione === before?.versione;
        expect(status).toBe(isCurrent ? 200 : 412);
        // Saved whole on top of what was seen, or not at all.
        expect(stored()).toEqual(isCurrent ? { ...known, ...body, versione: known.versione + 1 } : before);
        if (isCurrent) saved += 1;
        else refused += 1;
      }
    }),
    { numRuns: 1000 },
  );
  expect(saved).toBeGreaterThan(500);
  expect(refused).toBeGreaterThan(500);
  await datalogger.close();
});

test('a record that is gone, a version that is old and a missing version have answers of their own', async () => {
  const datalogger = await startDatalogger();
  const { send, list, change, remove } = configClient(datalogger);
  const [meter] = await list('contatori');
  const { id: _, versione: __, ...body } = meter ?? { id: 0, versione: 0 };
  const token = datalogger.login('admin');
  const path = '/api/config/contatori/1';
  expect((await datalogger.request(path, { method: 'PUT', token, json: body })).status).toBe(428);
  expect((await send('DELETE', 'config/contatori/1', undefined, '"7"')).status).toBe(412);
  await change('contatori', { abilitato: false });
  await remove('contatori', 1);
  expect((await send('PUT', 'config/contatori/1', body)).status).toBe(404);
  await datalogger.close();
});
