import { expect, test } from 'vitest';
import words from '../../../src/console/i18n/languages/it/audit.json';
import { auditActions } from '../../../src/contract/audit';

// Other languages have the keys of Italian; what the datalogger records is an `AuditAction`, or it does not compile.
test('every action that the audit log records has words, and no other', () => {
  const keys = auditActions.map(action => action.replaceAll(/\W/g, '_'));
  expect(Object.keys(words.audit.action).sort()).toEqual(keys.sort());
});
