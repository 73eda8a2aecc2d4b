import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ConfigKind, completed, configKinds } from '../../../../src/contract/config/kinds';
import { findingsOf } from '../../../../src/contract/config/rules';
import { outputFindings } from '../../../../src/datalogger/api/support/unread';
import { invalidFields, validRecords } from '../../../support/config-arbitraries';
import { configClient } from '../../../support/config-client';
import { bodyOf, firstOf } from '../../../support/config-records';
import { startDatalogger, type TestDatalogger } from '../../../support/datalogger';

const runs = { numRuns: 40 };

/** Puts a body in the place of the first record of a kind. */
async function put(datalogger: TestDatalogger, kind: ConfigKind, body: unknown) {
  const { id } = firstOf(datalogger, kind);
  const response = await configClient(datalogger).send('PUT', `config/${kind}/${id}`, body);
  return { id, status: response.status, reply: await response.json() };
}

test.each(configKinds)(
  '%s: whatever its schema and rules allow is stored, anything else is refused at its field',
  async kind => {
    const datalogger = await startDatalogger();
    const body = bodyOf(firstOf(datalogger, kind));
    await fc.assert(
      fc.asyncProperty(validRecords(kind), async record => {
        const { devices } = datalogger.config;
        const { id } = firstOf(datalogger, kind);
        const [after, all] = [completed(kind, record), devices.all()];
        const findings = [...findingsOf(kind, after, id, all), ...outputFindings(after, all)];
        const wrong = findings.find(one => !one.isWarning);
        const { status, reply } = await put(datalogger, kind, record);
        expect([status, reply.campo]).toEqual(wrong ? [422, wrong.campo] : [200, undefined]);
        if (!wrong) expect(bodyOf(reply)).toEqual(completed(kind, record));
      }),
      runs,
    );
    await fc.assert(
      fc.asyncProperty(invalidFields(kind), async ([field, value]) => {
        const { status, reply } = await put(datalogger, kind, { ...body, [field]: value });
        expect([400, 422]).toContain(status);
        expect(String(reply.campo).split('.')[0]).toBe(field);
      }),
      runs,
    );
    const { status, reply } = await put(datalogger, kind, { ...body, nessuno: 1 });
    expect([status, reply.codice, reply.campo]).toEqual([400, 'unknown_field', 'nessuno']);
    await datalogger.close();
  },
);
